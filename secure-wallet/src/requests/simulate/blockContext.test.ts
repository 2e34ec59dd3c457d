import { expect, test, vi } from 'vitest'
import { blockOverridesOf, followingBlock, lastBlock, laterBlock, readNextBlock } from './blockContext.ts'

const miner = '0x1111111111111111111111111111111111111111'
type Blocks = { [tag in 'latest' | 'pending']?: object }
/** Predicts the next block from what a node answers. The device's clock shows the second 2,000. */
const predict = async (blocks: Blocks, baseFee: bigint | null = 5n) => {
  const ask = vi.fn(async (_chainId: string, _method: string, [tag]: readonly unknown[]) => {
    const block = blocks[tag as keyof Blocks]
    if (!block) throw new Error('The node has no such block')
    return block
  })
  const node = { ask } as unknown as Parameters<typeof readNextBlock>[0]
  const block = await readNextBlock(node, 'eip155:1', Promise.resolve(baseFee), () => 2_000_999)
  return { block, ask }
}
const blockAt = (timestamp: string) => ({ number: '0xa', timestamp, miner })

test('predicts the block after the latest one, at the time of the pending block', async () => {
  const { block, ask } = await predict({ latest: blockAt('0x3e8'), pending: blockAt('0x3f4') })
  expect(block).toMatchObject({ number: 11n, time: 1_012n, coinbase: miner, baseFee: 5n })
  expect(block?.randomness).toMatch(/^0x[\da-f]{64}$/)
  expect(ask.mock.calls.map(([chainId, method, params]) => [chainId, method, params])).toEqual([
    ['eip155:1', 'eth_getBlockByNumber', ['latest', false]],
    ['eip155:1', 'eth_getBlockByNumber', ['pending', false]],
  ])
})

test('a block is later than the one before it, even if the pending block or the clock is not', async () => {
  const latest = blockAt('0x3e8')
  expect((await predict({ latest, pending: latest })).block?.time).toBe(1_001n)
  expect((await predict({ latest, pending: {} })).block?.time).toBe(2_000n)
  expect((await predict({ latest })).block?.time).toBe(2_000n)
  expect((await predict({ latest: blockAt('0xffff') })).block?.time).toBe(65_536n)
})

test('predicts no block if the node has no latest one', async () => {
  expect((await predict({ pending: blockAt('0x3e8') })).block).toBeNull()
  expect((await predict({ latest: {}, pending: blockAt('0x3e8') })).block).toBeNull()
})

const next = { number: 11n, time: 1_000n, coinbase: miner, baseFee: 5n, randomness: `0x${'0'.repeat(64)}` } as const

test('each transaction of a bundle waits for the block of the one before', () => {
  expect(followingBlock(next, 0)).toEqual(next)
  expect(followingBlock(next, 2)).toEqual({ ...next, number: 13n, time: 1_024n })
})

test('a later block of another producer is 12 to 60 s away, and the last one 60 to 71 s', () => {
  const range = (values: bigint[]) => [...new Set(values)].sort((a, b) => (a < b ? -1 : 1))
  const reach = [
    { make: laterBlock, first: 12n, last: 60n, numbers: [12n, 13n, 14n, 15n, 16n], count: 30 },
    { make: lastBlock, first: 60n, last: 71n, numbers: [16n], count: 9 },
  ]
  for (const { make, first, last, numbers, count } of reach) {
    const blocks = Array.from({ length: 400 }, () => make(next))
    expect(range(blocks.map(({ number }) => number)).filter((number) => !numbers.includes(number))).toEqual([])
    const times = range(blocks.map(({ time }) => time - next.time))
    expect(times.filter((time) => time < first || time > last)).toEqual([])
    expect(times.length).toBeGreaterThan(count)
    expect(new Set(blocks.map(({ coinbase }) => coinbase)).size).toBe(blocks.length)
    expect(new Set(blocks.map(({ randomness }) => randomness)).size).toBe(blocks.length)
    expect(blocks[0]?.coinbase).toMatch(/^0x[\da-f]{40}$/)
  }
})

test('the node gets every fact of the block, and no base fee on a network without one', () => {
  const overrides = { number: '0xb', time: '0x3e8', feeRecipient: miner, prevRandao: next.randomness }
  expect(blockOverridesOf(next)).toEqual({ ...overrides, baseFeePerGas: '0x5' })
  expect(blockOverridesOf({ ...next, baseFee: null })).toEqual(overrides)
})
