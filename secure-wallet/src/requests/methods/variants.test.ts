import { toWalletError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  keccak256,
  maxUint160,
  maxUint256,
  numberToHex,
  parseAbi,
  parseTransaction,
} from 'viem'
import { expect, test } from 'vitest'
import { createRpcWallet, evmAccount, nodeWithAnswers } from '../../../test/rpcScope.ts'
import type { Proposal } from '../../approval/proposal.ts'
import type { ListedToken } from '../../session/tokenList.ts'

const token: Address = '0x2222222222222222222222222222222222222222'
const spender: Address = '0x3333333333333333333333333333333333333333'
const otherAbi = parseAbi([
  'function increaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])
const word = (value: bigint): Hex => encodeAbiParameters([{ type: 'uint256' }], [value])
const allow = (amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
const balance = 860_250_000n

type Call = { data: Hex; from?: Address }
/** The node's simulation of a call. Null for a node that cannot simulate. */
type Trial = ((call: Call) => object) | null
const granted = (amount: bigint) => ({
  status: '0x1',
  gasUsed: '0xb000',
  returnData: '0x',
  logs: [
    {
      address: token,
      topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Approval', args: { owner: evmAccount.address, spender } }),
      data: word(amount),
    },
  ],
})
/** The wallet reads balances from another sender than the visitor's account. */
const isRead = ({ from }: Call): boolean => from?.toLowerCase() !== evmAccount.address.toLowerCase()
const read = ({ data }: Call) => ({
  status: '0x1',
  gasUsed: '0x5208',
  returnData: data === '0x' ? '0x' : word(balance),
  logs: [],
})
const failed = { status: '0x0', gasUsed: '0xb000', returnData: '0x', logs: [] }
const isLimited = ({ data }: Call): boolean => data === allow(balance)
const asClaimed: Trial = ({ data }) =>
  data.startsWith('0x095ea7b3') ? granted(BigInt(`0x${data.slice(74)}`)) : { ...failed, status: '0x1' }

type Chain = { balance?: unknown; decimals?: unknown; coins?: bigint; trial?: Trial; estimate?: (call: Call) => Hex }
const chainOf = (
  { trial = asClaimed, estimate = () => '0xb4a0', coins = 10n ** 18n, ...of }: Chain,
  sent: Hex[] = [],
) =>
  nodeWithAnswers({
    eth_getTransactionCount: '0x5',
    eth_getBlockByNumber: { number: '0x9', timestamp: '0x6a000000', miner: spender },
    eth_gasPrice: '0x3b9aca00',
    eth_getBalance: numberToHex(coins),
    eth_estimateGas: ([call]: [Call]) => estimate(call),
    eth_call: ([{ data }]: [Call]) => {
      if (data.startsWith('0x70a08231')) return of.balance ?? word(balance)
      if (data.startsWith('0x313ce567')) return of.decimals ?? word(6n)
      return encodeAbiParameters([{ type: 'string' }], ['USDC'])
    },
    ...(trial && {
      eth_simulateV1: ([{ blockStateCalls }]: [{ blockStateCalls: { calls: Call[] }[] }]) => {
        const blocks = blockStateCalls.map(({ calls }) =>
          calls.map((call) => (isRead(call) ? read(call) : trial(call))),
        )
        return blocks.flat().includes(noTrial) ? null : blocks.map((calls) => ({ calls }))
      },
    }),
    eth_sendRawTransaction: ([raw]: [Hex]) => {
      sent.push(raw)
      return keccak256(raw)
    },
  })
const noTrial = {}

const usual = [{ to: token, data: allow(maxUint256) }]
/** Returns the proposal on the card of these calls, then rejects the request. */
const shown = async (chain: Chain, calls: object[] = usual, listed: ListedToken[] = []): Promise<Proposal> => {
  const { ask, card } = createRpcWallet(chainOf(chain), { listed })
  const asked = ask('wallet_sendCalls', [{ calls }])
  const { frozen, refuse } = await card(0)
  refuse()
  await expect(asked).rejects.toMatchObject({ number: 4001 })
  return frozen.proposal
}

test('offers the balance as the first limit for an unlimited allowance, and says who chose each limit', async () => {
  const { facts, limits, kind } = await shown({})
  expect(limits?.map(({ name, note }) => [name, note])).toEqual([
    ['860.25 USDC only', 'what you have now'],
    ['Unlimited', 'what the site asks for'],
  ])
  const [own, asked] = limits ?? []
  expect([kind, facts.isDanger, own?.facts.isDanger, asked?.facts.isDanger]).toEqual(['permission', false, false, true])
  expect(facts.changes).toEqual(own?.facts.changes)
  expect([own, asked].map((limit) => limit?.facts.changes[0]?.amount)).toEqual(['up to 860.25 USDC', 'Unlimited'])
  // The notices are the same for both limits, so that no element moves when the visitor picks the other limit.
  const said = { title: 'The site asks for no limit', text: expect.stringContaining('all your USDC') }
  expect(own?.facts.notices).toMatchObject([{ tone: 'warn', ...said }])
  expect(asked?.facts.notices).toMatchObject([{ tone: 'danger', ...said }])
  expect([own, asked].map((limit) => limit?.facts.raw)).toEqual([
    `${token}\n${allow(balance)}`,
    `${token}\n${allow(maxUint256)}`,
  ])
})

test.each<[string, Chain, object[]?]>([
  ['the balance is zero', { balance: word(0n) }],
  ['the balance cannot be read', { balance: `${word(5n)}00` }],
  ['the balance would also count as unlimited', { balance: word(2n ** 95n) }],
  ['the token has no decimals', { decimals: '0x' }],
  ['the simulation of the limited call fails', { trial: (call) => (isLimited(call) ? failed : granted(maxUint256)) }],
  ['the node cannot simulate the limited call', { trial: (call) => (isLimited(call) ? noTrial : granted(maxUint256)) }],
  [
    'the gas estimate of the limited call reverts',
    {
      trial: null,
      estimate: (call) => {
        if (isLimited(call)) throw toWalletError({ code: 3, message: 'execution reverted' })
        return '0xb4a0'
      },
    },
  ],
  [
    'the node does not estimate the limited call',
    {
      trial: null,
      estimate: (call) => {
        if (isLimited(call)) throw toWalletError({ code: -32005, message: 'too many requests' })
        return '0xb4a0'
      },
    },
  ],
  ['the token grants more than the call approves', { trial: () => granted(maxUint256) }],
  [
    'the number identifies a collectible',
    {
      trial: ({ data }) => {
        const [log] = granted(0n).logs
        return {
          ...granted(0n),
          logs: [{ ...log, topics: [...(log?.topics ?? []), `0x${data.slice(74)}`], data: '0x' }],
        }
      },
    },
  ],
  ['the site requests a limited allowance', {}, [{ to: token, data: allow(5n) }]],
  [
    'the bundle requests two unlimited allowances',
    { trial: () => granted(0n) },
    [...usual, { to: spender, data: allow(maxUint256) }],
  ],
  [
    'the call increases an existing allowance',
    {},
    [
      {
        to: token,
        data: encodeFunctionData({ abi: otherAbi, functionName: 'increaseAllowance', args: [spender, maxUint256] }),
      },
    ],
  ],
  [
    'the call approves a whole collection',
    {},
    [
      {
        to: token,
        data: encodeFunctionData({ abi: otherAbi, functionName: 'setApprovalForAll', args: [spender, true] }),
      },
    ],
  ],
  [
    'another contract than the token stores the allowance',
    {},
    [
      {
        to: spender,
        data: encodeFunctionData({ abi: otherAbi, functionName: 'approve', args: [token, spender, maxUint160, 99] }),
      },
    ],
  ],
])('offers no limit if %s', async (_name, chain, calls) => {
  const { limits, choices } = await shown(chain, calls)
  expect(limits).toBeUndefined()
  expect(choices.map(({ id }) => id)).toEqual(['low', 'normal', 'fast'])
})

test('still warns of an unlimited allowance if a balance of zero leaves no limit to offer', async () => {
  const usdc = { address: token, name: 'USD Coin', symbol: 'USDC', decimals: 6 }
  const { facts, choices } = await shown({ balance: word(0n) }, usual, [usdc])
  expect(facts).toMatchObject({ isDanger: true, notices: [{ title: 'No limit on what it may take' }] })
  expect(choices[0]?.label).toBe('Allow 0x3333…3333 to take unlimited USDC')
})

test('offers both limits without a simulation, as an unknown request', async () => {
  const { limits, kind } = await shown({ trial: null })
  expect([limits?.length, kind]).toEqual([2, 'unknown'])
})

test('describes only what the site asked for, without pickers, if the balance is too low', async () => {
  const { facts, limits, blocked } = await shown({ coins: 1n })
  expect([limits, blocked, facts.isDanger]).toEqual([undefined, 'INSUFFICIENT_FUNDS', true])
  expect(facts.changes[0]?.amount).toBe('Unlimited')
})

const sendRequest = (chain: Chain, more: object = {}) => {
  const sent: Hex[] = []
  const wallet = createRpcWallet(chainOf(chain, sent))
  return {
    ...wallet,
    sent,
    asked: wallet.ask('eth_sendTransaction', [{ to: token, data: allow(maxUint256), ...more }]),
  }
}

test.each([
  ['balance normal', balance],
  ['requested normal', maxUint256],
])('signs the payloads of the choice "%s" and sends them once', async (id, amount) => {
  const { asked, card, signed, sent } = sendRequest({})
  const { frozen, approve } = await card(0)
  const { choices } = frozen.proposal
  expect(new Set(choices.flatMap(({ payloads }) => payloads)).size).toBe(6)
  approve(id)
  await asked
  expect(signed).toEqual(choices.find((each) => each.id === id)?.payloads.map((payload) => `0x${payload}`))
  expect(sent.map((raw) => parseTransaction(raw).data)).toEqual([allow(amount)])
})

test('signs nothing for an answer whose choice the approval card does not offer', async () => {
  const { asked, card, signed, sent } = sendRequest({})
  const { approve } = await card(0)
  approve('balance site')
  await expect(asked).rejects.toMatchObject({ code: 'INTERNAL_ERROR' })
  expect([signed, sent]).toEqual([[], []])
})

test("keeps the site's own fee as the only fee with either limit", async () => {
  const { asked, card } = sendRequest({}, { gasPrice: '0x77359400' })
  const { frozen, refuse } = await card(0)
  refuse()
  await expect(asked).rejects.toMatchObject({ number: 4001 })
  const { choices } = frozen.proposal
  expect(choices.map(({ id, limitId, isPreset }) => [id, limitId, isPreset])).toEqual([
    ['balance site', 'balance', true],
    ['requested site', 'requested', true],
  ])
})
