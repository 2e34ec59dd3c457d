import { toWalletError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { type Hex, keccak256, parseTransaction } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { corpusNode } from '../../../test/corpus/run.ts'
import type { CorpusRow } from '../../../test/corpus/shape.ts'
import { createRpcWallet, evmAccount } from '../../../test/rpcScope.ts'
import type { NodeClient } from '../../session/node.ts'
import { memoryStore } from '../../session/store.ts'
import { type Bundle, createBundleStore } from './bundles.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const friend = `0x${'3'.repeat(40)}`
const receipt = { blockHash: '0xb1', blockNumber: '0xb2', gasUsed: '0x5208' }
const log = { address: '0x0a', data: '0x0b', topics: ['0x0c'] }

/**
 * A wallet at a node without a chain. `ends` has the end of each transaction: its status in a block, null while no block
 * holds it, or `'refused'` if the node does not take it.
 */
const setUp = (ends: (string | null)[]) => {
  const hashes: Hex[] = []
  const chains: string[] = []
  const simulated = corpusNode({ simulated: [] } as unknown as CorpusRow)
  const node: NodeClient = {
    ask: async (chain, method, params) => {
      const [first] = params as [Hex]
      if (method === 'eth_sendRawTransaction') {
        if (ends[hashes.length] === 'refused') throw toWalletError({ code: -32000, message: 'no' })
        chains.push(chain)
        hashes.push(keccak256(first))
        return hashes.at(-1)
      }
      if (method !== 'eth_getTransactionReceipt') return simulated.ask(chain, method, params)
      const status = ends[hashes.indexOf(first)]
      return status ? { ...receipt, status, transactionHash: first, logs: [{ ...log, more: 1 }], more: 1 } : null
    },
  }
  const { ask, card, cards } = createRpcWallet(node)
  const calls = ends.map(() => ({ to: friend, value: '0x1' }))
  const send = async (more: object = {}) => {
    const asked = ask('wallet_sendCalls', [{ calls, ...more }])
    asked.catch(() => undefined)
    const shown = await card(cards.length)
    shown.approve()
    return asked
  }
  const status = (id = 'order') => ask('wallet_getCallsStatus', [id])
  return { ask, card, send, status, hashes, chains, calls }
}

test.each<[string, (string | null)[], number, number]>([
  ['100 while no block holds its first call', [null, null], 100, 0],
  ['100 while no block holds its second call', ['0x1', null], 100, 1],
  ['200 once all calls succeeded', ['0x1', '0x1'], 200, 2],
  ['500 if its first call failed', ['0x0', '0x1'], 500, 1],
  ['600 if its second call failed', ['0x1', '0x0', '0x1'], 600, 2],
  ['600 if its second call could not be sent', ['0x1', 'refused'], 600, 1],
])('a bundle has the status %s', async (_, ends, code, mined) => {
  const { send, status, hashes } = setUp(ends)
  expect(await send({ id: 'order' })).toEqual({ id: 'order' })
  await vi.advanceTimersByTimeAsync(10_000)
  const receipts = hashes.slice(0, mined).map((transactionHash, index) => ({
    ...receipt,
    ...{ transactionHash, status: ends[index], logs: [log] },
  }))
  expect(await status()).toEqual({
    ...{ version: '2.0.0', id: 'order', chainId: '0x7a69', status: code, atomic: false },
    receipts,
  })
})

test('a bundle whose first call could not be sent is rejected, has no status, and its id can be used again', async () => {
  const ends = ['refused' as string | null]
  const { send, status } = setUp(ends)
  await expect(send({ id: 'order' })).rejects.toMatchObject({ code: 'UNKNOWN_NODE_ERROR' })
  await expect(status()).rejects.toMatchObject({ code: 'UNKNOWN_BUNDLE_ID' })
  ends[0] = '0x1'
  expect(await send({ id: 'order' })).toEqual({ id: 'order' })
})

test('a bundle that the visitor rejects leaves its id free', async () => {
  const { ask, card, calls, send } = setUp(['0x1'])
  const asked = ask('wallet_sendCalls', [{ id: 'order', calls }])
  const { refuse } = await card(0)
  await expect(ask('wallet_sendCalls', [{ id: 'order', calls }])).rejects.toMatchObject({ code: 'DUPLICATE_BUNDLE_ID' })
  refuse()
  await expect(asked).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(await send({ id: 'order' })).toEqual({ id: 'order' })
  await expect(ask('wallet_sendCalls', [{ id: 'order', calls }])).rejects.toMatchObject({ code: 'DUPLICATE_BUNDLE_ID' })
})

test('a bundle without an id gets its own one of 32 bytes', async () => {
  const { send } = setUp(['0x1'])
  const ids = [await send(), await send()].map((answer) => (answer as { id: string }).id)
  for (const id of ids) expect(id).toMatch(/^0x0{32}[0-9a-f]{32}$/)
  expect(new Set(ids).size).toBe(2)
})

test('a bundle goes to the network that it names, and its status names that network', async () => {
  const { send, status, chains } = setUp(['0x1'])
  await send({ id: 'order', chainId: '0x7A6a', from: evmAccount.address, atomicRequired: false })
  expect(chains).toEqual(['eip155:31338'])
  expect(await status()).toMatchObject({ chainId: '0x7a6a' })
})

test('a bundle may name capabilities that it does not need', async () => {
  const { calls, send } = setUp(['0x1'])
  const capabilities = { paymasterService: { optional: true, url: 'x' } }
  expect(await send({ id: 'a', capabilities, calls: calls.map((call) => ({ ...call, capabilities })) })).toEqual({
    id: 'a',
  })
})

const needed = { paymasterService: { optional: false } }
test.each<[string, object, string]>([
  ['a needed capability', { capabilities: needed }, 'UNSUPPORTED_CAPABILITY'],
  [
    'a needed capability of a call',
    { calls: [{ to: friend }, { to: friend, capabilities: needed }] },
    'UNSUPPORTED_CAPABILITY',
  ],
  ['a call that creates a contract without code', { calls: [{ value: '0x1' }] }, 'INVALID_PARAMS'],
  ['a call with too much data', { calls: [{ to: friend, data: `0x${'00'.repeat(131_072)}` }] }, 'INVALID_PARAMS'],
  ['an empty id', { id: '' }, 'INVALID_PARAMS'],
  ['a long id', { id: 'a'.repeat(4_097) }, 'INVALID_PARAMS'],
  ['a network that is no number', { chainId: '31337' }, 'INVALID_PARAMS'],
])('refuses a bundle with %s', async (_, more, code) => {
  const { ask, calls } = setUp(['0x1'])
  await expect(ask('wallet_sendCalls', [{ calls, ...more }])).rejects.toMatchObject({ code })
})

test('the calls of a bundle have more gas than the simulation used, and consecutive nonces', async () => {
  const raws: Hex[] = []
  const simulated = corpusNode({ simulated: [] } as unknown as CorpusRow)
  const node: NodeClient = {
    ask: async (chain, method, params) => {
      const [first] = params as [Hex]
      if (method === 'eth_getTransactionReceipt') return { ...receipt, status: '0x1', transactionHash: first, logs: [] }
      if (method === 'eth_sendRawTransaction') return void raws.push(first)
      return simulated.ask(chain, method, params)
    },
  }
  const { ask, card } = createRpcWallet(node)
  const asked = ask('wallet_sendCalls', [{ calls: Array(2).fill({ to: friend, value: '0x1' }) }])
  ;(await card(0)).approve()
  await asked
  await vi.advanceTimersByTimeAsync(5_000)
  // The simulation uses 45,056 gas for each call.
  const sent = raws.map((raw) => parseTransaction(raw))
  expect(sent.map(({ gas, nonce }) => [gas, nonce])).toEqual([
    [77_584n, 5],
    [77_584n, 6],
  ])
})

const bundle = (id: string): Bundle => ({ id, chainId: 'eip155:1', account: 'a', count: 1, hashes: [], isOver: false })

test('the list of bundles keeps the last hundred, each once', async () => {
  const bundles = createBundleStore(memoryStore())
  await Promise.all(Array.from({ length: 101 }, (_, index) => bundles.put(bundle(String(index)))))
  await bundles.put({ ...bundle('1'), isOver: true })
  expect([await bundles.has('0'), await bundles.has('1'), await bundles.has('100')]).toEqual([false, true, true])
  expect(await bundles.find('1')).toEqual({ ...bundle('1'), isOver: true })
  await bundles.put(bundle('101'))
  expect([await bundles.has('1'), await bundles.has('2')]).toEqual([true, false])
})

test.each([
  ['fails', () => Promise.reject(new Error('denied'))],
  ['has something else', async () => [{ id: 'a' }]],
  ['has nothing', async () => undefined],
])('a store that %s has no bundles, and takes new ones', async (_, get) => {
  const put = vi.fn(async () => undefined)
  const bundles = createBundleStore({ ...memoryStore(), get, put } as never)
  expect(await bundles.find('a')).toBeUndefined()
  await bundles.put(bundle('b'))
  expect(put.mock.calls).toEqual([['bundles', [bundle('b')]]])
})

test('a bundle is stored after one that could not be', async () => {
  const store = memoryStore()
  let isFull = true
  const bundles = createBundleStore({
    ...store,
    put: (name, value) => (isFull ? Promise.reject(new Error('full')) : store.put(name, value)),
  })
  await expect(bundles.put(bundle('a'))).rejects.toThrow('full')
  isFull = false
  await bundles.put(bundle('b'))
  expect([await bundles.has('a'), await bundles.has('b')]).toEqual([false, true])
})
