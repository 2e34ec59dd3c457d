import { toWalletError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { encodeFunctionData, erc20Abi, getAddress, type Hex, keccak256, numberToHex, parseTransaction } from 'viem'
import { expect, test } from 'vitest'
import { corpusNode } from '../../../test/corpus/run.ts'
import { type CorpusRow, stranger } from '../../../test/corpus/shape.ts'
import { createRpcWallet, evmAccount, testNetworks } from '../../../test/rpcScope.ts'
import type { NodeClient } from '../../session/node.ts'

const to = getAddress(`0x${'3'.repeat(40)}`)
/** The gas of a call, with the margin of the wallet, at the lowest price of the node. */
const leastFee = 57_800n * 1_000_000_000n

/** A wallet at a node that simulates a payment of one unit. `change` answers for the node in some methods. */
const setUp = (change: { [method: string]: (params: [Hex]) => unknown } = {}) => {
  const raws: Hex[] = []
  const simulated = corpusNode({ simulated: [{ to, amount: 1n }] } as unknown as CorpusRow)
  const node: NodeClient = {
    ask: async (chain, method, params) => {
      if (change[method]) return change[method](params as [Hex])
      if (method !== 'eth_sendRawTransaction') return simulated.ask(chain, method, params)
      raws.push((params as [Hex])[0])
      return keccak256(raws.at(-1) ?? '0x')
    },
  }
  const wallet = createRpcWallet(node)
  const shown = async (method: string, request: object) => {
    const asked = wallet.ask(method, [request])
    asked.catch(() => undefined)
    const card = await Promise.race([wallet.card(0), asked])
    return { ...(card as Awaited<ReturnType<typeof wallet.card>>), asked }
  }
  const sent = () => raws.map((raw) => parseTransaction(raw))
  return { ...wallet, raws, sentTransactions: sent, shown }
}
const factsOf = async (method: string, request: object) => {
  const { frozen } = await setUp().shown(method, request)
  return frozen.proposal.facts
}

test('the raw data of a card has each receiver with its data, and names a new contract', async () => {
  expect((await factsOf('eth_sendTransaction', { to, value: '0x1' })).raw).toBe(`${to}\n0x`)
  expect((await factsOf('eth_sendTransaction', { data: '0x6001' })).raw).toBe('new contract\n0x6001')
  const calls = [
    { to, value: '0x1' },
    { to, data: '0xab' },
  ]
  expect((await factsOf('wallet_sendCalls', { calls })).raw).toBe(`${to}\n0x\n\n${to}\n0xab`)
})

test('the details of a card name the account', async () => {
  const { rows, host, message, tree } = await factsOf('eth_sendTransaction', { to, value: '0x1' })
  expect(rows.at(-1)).toEqual({ label: 'Account', value: evmAccount.address, isAddress: true, isDetail: true })
  expect([host, message, tree]).toEqual(['https://shop.example', null, []])
})

test.each([
  ['the amount and its lowest fee', 0n, null],
  ['one unit less', -1n, 'INSUFFICIENT_FUNDS'],
])('a balance of %s decides whether a payment can be approved', async (_, missing, blocked) => {
  const balance = numberToHex(5n + leastFee + missing)
  const { frozen } = await setUp({ eth_getBalance: () => balance }).shown('eth_sendTransaction', { to, value: '0x5' })
  expect(frozen.proposal.blocked).toBe(blocked)
})

test('a request that pays several times needs a balance for all amounts and fees', async () => {
  const calls = Array(2).fill({ to, value: '0x5' })
  const least = 10n + 2n * 77_584n * 1_000_000_000n
  for (const [balance, blocked] of [
    [least, null],
    [least - 1n, 'INSUFFICIENT_FUNDS'],
  ] as const) {
    const { shown } = setUp({ eth_getBalance: () => numberToHex(balance) })
    expect((await shown('wallet_sendCalls', { calls })).frozen.proposal.blocked).toBe(blocked)
  }
})

test('the nonce of the next transaction may be named by the site, and an older one may not', async () => {
  const { shown, sentTransactions } = setUp()
  const { approve, asked } = await shown('eth_sendTransaction', { to, value: '0x1', nonce: '0x5' })
  approve()
  await asked
  expect(sentTransactions()[0]?.nonce).toBe(5)
  await expect(setUp().ask('eth_sendTransaction', [{ to, value: '0x1', nonce: '0x4' }])).rejects.toMatchObject({
    code: 'NONCE_TOO_LOW',
  })
})

test.each<[string, object, string[]]>([
  ['a payment', { to, value: '0x1' }, [to]],
  [
    'a transfer of tokens',
    { to: stranger, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 1n] }) },
    [to],
  ],
  [
    'an allowance',
    { to: stranger, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, 1n] }) },
    [],
  ],
])('the receiver of %s is known as paid only if something was sent to it', async (_, request, known) => {
  const { shown, recipients } = setUp()
  const { approve, asked } = await shown('eth_sendTransaction', request)
  approve()
  await asked
  expect((await recipients.all()).map((each) => each.toLowerCase())).toEqual(known.map((each) => each.toLowerCase()))
})

test('follows a sent transaction by its network, its hash and the title of its card', async () => {
  const { shown, sent, raws } = setUp()
  const { approve, asked, frozen } = await shown('eth_sendTransaction', { to, value: '0x1' })
  approve()
  expect(await asked).toBe(keccak256(raws[0] ?? '0x'))
  expect(sent).toMatchObject([
    { network: testNetworks[0], hash: keccak256(raws[0] ?? '0x'), deed: frozen.proposal.facts.title },
  ])
})

test.each<[string, object, bigint]>([
  ['exactly 21,000 for a payment to an account', { to, value: '0x1' }, 21_000n],
  ['a quarter more than estimated for a call with data', { to, data: '0xab' }, 26_250n],
  ['a quarter more than estimated for a new contract', { data: '0x6001' }, 26_250n],
  ['the gas of the site', { to, data: '0xab', gas: '0x7530' }, 30_000n],
])('sends %s', async (_, request, gas) => {
  const { shown, sentTransactions } = setUp({ eth_estimateGas: () => '0x5208' })
  const { approve, asked } = await shown('eth_sendTransaction', request)
  approve()
  await asked
  expect(sentTransactions()[0]?.gas).toBe(gas)
})

test('the gas of a payment to a contract is a quarter more than estimated', async () => {
  const { shown, sentTransactions } = setUp()
  const { approve, asked } = await shown('eth_sendTransaction', { to, value: '0x1' })
  approve()
  await asked
  expect(sentTransactions()[0]?.gas).toBe(57_800n)
})

const failing = (message: string) => () => {
  throw toWalletError({ code: -32000, message })
}

test.each<[string, () => never, string | null]>([
  ['would fail', failing('execution reverted: closed on Sundays'), 'EXECUTION_REVERTED'],
  ['costs more than the balance', failing('insufficient funds for transfer'), 'INSUFFICIENT_FUNDS'],
])('blocks a transaction that %s', async (_, estimate, code) => {
  const { frozen } = await setUp({ eth_estimateGas: estimate }).shown('eth_sendTransaction', { to, data: '0xab' })
  expect(frozen.proposal.blocked).toBe(code)
  expect(frozen.proposal.estimatedAt === undefined).toBe(code === 'EXECUTION_REVERTED')
})

test('rejects a transaction whose gas the node does not estimate for another reason', async () => {
  const { ask, cards } = setUp({ eth_estimateGas: failing('the node is busy') })
  await expect(ask('eth_sendTransaction', [{ to, data: '0xab' }])).rejects.toMatchObject({ code: 'UNKNOWN_NODE_ERROR' })
  expect(cards).toEqual([])
})

test('asks the node for the gas of the call as the site sent it', async () => {
  const asked: unknown[] = []
  const estimate = (params: unknown) => {
    asked.push(params)
    return '0x5208'
  }
  await setUp({ eth_estimateGas: estimate }).shown('eth_sendTransaction', { to, value: '0x7', data: '0xab' })
  expect(asked).toEqual([[{ from: evmAccount.address, to, value: '0x7', data: '0xab' }]])
  await setUp({ eth_estimateGas: estimate }).shown('eth_sendTransaction', { data: '0x6001' })
  expect(asked[1]).toEqual([{ from: evmAccount.address, value: '0x0', data: '0x6001' }])
})
