import type { SiteIdentity } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { SiteLimit } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { type Address, encodeFunctionData, type Hex, numberToHex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { nodeWithout, openZeppelin, startTestChain, type TestChain } from '../../../test/chain.ts'
import { createRpcWallet, evmAccount, hostOrigin } from '../../../test/rpcScope.ts'
import type { NodeClient } from '../../session/node.ts'
import { createSiteLimits } from './siteLimits.ts'

const { abi, bytecode } = openZeppelin('ERC20PresetFixedSupply')
const friend: Address = '0x3333333333333333333333333333333333333333'
const stranger: Address = '0x4444444444444444444444444444444444444444'
const chainId = 'eip155:31337'

let chain: TestChain
let [token, lookAlike, other]: Address[] = []
const node: NodeClient = { ask: (_chain, method, params) => chain.rpc(method, params) }
beforeAll(async () => {
  chain = await startTestChain(4398)
  const args = ['Dollar', 'USD', parseEther('1000'), evmAccount.address]
  const deployed = [await chain.deploy({ abi, bytecode }, args), await chain.deploy({ abi, bytecode }, args)]
  const euro = await chain.deploy({ abi, bytecode }, ['Euro', 'EUR', ...args.slice(2)])
  ;[token, lookAlike, other] = [...deployed, euro].map(({ address }) => address)
}, 30_000)
afterAll(() => chain.stop())

const encode = (functionName: string, args: readonly unknown[]): Hex => encodeFunctionData({ abi, functionName, args })
const pay = (units: bigint, to: Address = friend): Hex => encode('transfer', [to, units])
const limitOf = (change: object = {}): SiteLimit => ({
  limit: { chainId, token: token?.toLowerCase() ?? '', perDay: '50', spentToday: '8', ...change },
  isKnown: true,
})

/** The kind of the card that a request gets, with a limit of 50 units of which 8 are spent. */
const kindOf = async (
  request: object,
  {
    site = limitOf() as SiteLimit | null,
    from = node,
    method = 'eth_sendTransaction',
    sites = [] as SiteIdentity[],
    names = [] as { address: string; name: string }[],
  } = {},
) => {
  const listed = [token, other].map((address, index) => ({
    ...{ address: address ?? '', name: index ? 'Euro' : 'Dollar', symbol: index ? 'EUR' : 'USD', decimals: 18 },
  }))
  const read = async (_chain: string, receiver: string) =>
    site && { ...site, isKnown: site.isKnown && receiver === friend.toLowerCase() }
  const { ask, card } = createRpcWallet(from, { listed, sites, limits: { read }, serve: async () => ({ names }) })
  const params = method === 'eth_sendTransaction' ? { from: evmAccount.address, ...request } : request
  const asked = ask(method, [params]).catch(() => undefined)
  const { frozen, refuse } = await card(0)
  refuse()
  await asked
  const { kind, limitedPayment, facts } = frozen.proposal
  return { kind, limitedPayment, facts }
}

test('a simulated transfer of a listed token to a known receiver, within the limit, is a limited transfer', async () => {
  const { kind, limitedPayment, facts } = await kindOf({ to: token, data: pay(42n) })
  expect(kind).toBe('limitedTransfer')
  expect(limitedPayment).toEqual({ chainId, token: token?.toLowerCase(), receiver: friend, amount: '42' })
  expect(facts.rows.find(({ label }) => label === 'Within your limit')?.value).toMatch(
    /^0\.0+5 USD of 0\.0+5 USD today$/,
  )
  expect(facts.notices).toEqual([])
})

const bundle = (...calls: object[]) => ({ version: '2.0.0', chainId: numberToHex(31337), calls })

const sites = [
  { origin: hostOrigin, name: 'Shop', receivers: [{ name: 'Shop, till', account: `${chainId}:${stranger}` }] },
]

describe('no limit covers', () => {
  test.each<[string, string, () => object, Parameters<typeof kindOf>[1]?]>([
    ['a transfer while the limit is off', 'transfer', () => ({ to: token, data: pay(1n) }), { site: null }],
    [
      'a transfer to a receiver that the server does not know',
      'transfer',
      () => ({ to: token, data: pay(1n, stranger) }),
    ],
    [
      'a transfer to a receiver of the site’s configuration',
      'transfer',
      () => ({ to: token, data: pay(1n, stranger) }),
      { sites },
    ],
    [
      'a transfer to a receiver whom the card names, but whom the server does not know',
      'transfer',
      () => ({ to: token, data: pay(1n, stranger) }),
      { sites, names: [{ address: stranger, name: 'Ann' }] },
    ],
    ['a transfer of one unit more than is left', 'transfer', () => ({ to: token, data: pay(43n) })],
    ['a transfer of nothing', 'transfer', () => ({ to: token, data: pay(0n) })],
    ['another listed token', 'transfer', () => ({ to: other, data: pay(1n) })],
    ['a token with the name of the listed one', 'transfer', () => ({ to: lookAlike, data: pay(1n) })],
    ['coins', 'transfer', () => ({ to: friend, value: '0x1' })],
    ['coins beside the tokens', 'unknown', () => ({ to: token, data: pay(1n), value: '0x1' })],
    ['more data than a transfer has', 'unknown', () => ({ to: token, data: `${pay(1n)}00` })],
    ['an approval', 'permission', () => ({ to: token, data: encode('approve', [friend, 1n]) })],
    ['a transfer that the site prices', 'transfer', () => ({ to: token, data: pay(1n), gasPrice: '0x77359400' })],
    [
      'a transfer whose priority fee the site sets',
      'transfer',
      () => ({ to: token, data: pay(1n), maxFeePerGas: '0xee6b2800', maxPriorityFeePerGas: '0x1' }),
    ],
    ['a transfer whose gas the site sets', 'transfer', () => ({ to: token, data: pay(1n), gas: '0x186a0' })],
    ['a transfer whose nonce the site sets', 'transfer', () => ({ to: token, data: pay(1n), nonce: '0x3' })],
  ])('%s', async (_, expected, request, more) => {
    const { kind, limitedPayment } = await kindOf(request(), more)
    expect(kind).toBe(expected)
    expect(limitedPayment).toBeUndefined()
  })

  test('a transfer that could not be simulated', async () => {
    const from = nodeWithout(node, ['eth_simulateV1', 'debug_traceCall'])
    expect(await kindOf({ to: token, data: pay(1n) }, { from })).toMatchObject({ kind: 'unknown' })
  })

  test('a limit of another network', async () => {
    const site = limitOf({ chainId: 'eip155:31338' })
    expect(await kindOf({ to: token, data: pay(1n) }, { site })).toMatchObject({ kind: 'transfer' })
  })

  test('two transfers in one bundle', async () => {
    const call = { to: token, data: pay(1n) }
    const { kind } = await kindOf(bundle(call, call), { method: 'wallet_sendCalls' })
    expect(kind).toBe('transfer')
  })
})

describe('the secure frame', () => {
  const answerWith = (answer: unknown, canApply = true) => {
    const ask = vi.fn(async () => answer)
    return { ask, limits: createSiteLimits({ ask, canApply }) }
  }
  const payment = { chainId, token: '0xaa', receiver: '0xbb', amount: '1' }

  test('asks the server for no limit on a site that is not trusted or that is in a frame', async () => {
    const { ask, limits } = answerWith({ ...limitOf(), isReserved: true }, false)
    expect([await limits.read(chainId, friend), await limits.reserve(payment)]).toEqual([null, false])
    expect(ask).not.toHaveBeenCalled()
  })

  test.each([null, {}, { isReserved: 'yes' }, { limit: { token: '0xaa' }, isKnown: true }])(
    'takes the answer %j for no limit',
    async (answer) => {
      const { limits } = answerWith(answer)
      expect([await limits.read(chainId, friend), await limits.reserve(payment)]).toEqual([null, false])
    },
  )

  test('takes a broken connection for no limit', async () => {
    const limits = createSiteLimits({ ask: () => Promise.reject(new Error('offline')), canApply: true })
    expect([await limits.read(chainId, friend), await limits.reserve(payment)]).toEqual([null, false])
  })

  /** Sends transactions one after another, and returns what the wallet sent and reported. */
  const send = async (from: NodeClient, ...requests: object[]) => {
    const reported = vi.fn(async (_chain: string, _hash: string) => undefined)
    const { ask, card, sent } = createRpcWallet(from, { limits: { reportPaid: reported } })
    const hashes: unknown[] = []
    for (const [index, request] of requests.entries()) {
      const asked = ask('eth_sendTransaction', [{ from: evmAccount.address, ...request }])
      ;(await card(index)).approve()
      hashes.push(await asked)
    }
    return { reported, sent, hashes }
  }

  test('reports a transfer once it is in a block, and no other transaction', async () => {
    const approval = { to: token, data: encode('approve', [friend, 1n]) }
    const { reported, sent, hashes } = await send(node, approval, { to: token, data: pay(1n) })
    await Promise.all(sent.map(({ readEnd }) => readEnd()))
    await vi.waitFor(() => expect(reported.mock.calls).toContainEqual([chainId, hashes[1]]))
    expect(reported).toHaveBeenCalledOnce()
  })

  test('asks for the receipt of a transfer once, and reports no transfer that failed', async () => {
    let receipts = 0
    const failing: NodeClient = {
      ask: async (chain, method, params) => {
        const answer = await node.ask(chain, method, params)
        if (method !== 'eth_getTransactionReceipt' || answer === null) return answer
        receipts++
        return { ...(answer as object), status: '0x0' }
      },
    }
    const { reported, sent } = await send(failing, { to: token, data: pay(1n) })
    expect(await sent[0]?.readEnd()).toMatchObject({ isDone: false })
    expect([receipts, reported.mock.calls]).toEqual([1, []])
  })
})
