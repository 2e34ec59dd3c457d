import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getAddress, type Hex, numberToHex, pad, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { startEvmNode, type TestToken } from '../../../test/evmNode.ts'
import { makeTestApp, makeTestFolder, modalOrigin } from '../../../test/parts.ts'
import { noAnswer, tooManyRequests } from '../../../test/rpcNode.ts'

const ether = 'eip155:1'
const owner = '0x407d73d8a49eeb85d32cf465507dd71d507100c1'
const listedToken = `0x${'1'.repeat(40)}`
const unlistedToken = `0x${'2'.repeat(40)}`
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const head = 100_000

type Log = { address: string; block: number; topics?: unknown[] }
type Filter = { fromBlock: Hex; toBlock: Hex; topics: unknown[] }
type NodeState = { logs?: Log[]; tokens?: Record<string, TestToken>; rangeLimit?: number; answer?: unknown }

const received = (address: string, block: number, more: Hex[] = []): Log => ({
  address,
  block,
  topics: [transfer, pad('0x1'), pad(owner), ...more],
})

/** Starts a node with these logs, and an app that searches the last thousand blocks. */
const start = async ({ logs = [], tokens = {}, rangeLimit = 1e9, answer }: NodeState, logBlocks = 1_000) => {
  let time = 0
  const windows: [number, number][] = []
  const state = { head, rangeLimit, lastBlock: 1e9 }
  const node = await startEvmNode({
    tokens: { [listedToken]: { balance: 0n }, ...tokens },
    other: (method, params) => {
      if (method === 'eth_blockNumber') return numberToHex(state.head)
      const { fromBlock, toBlock } = params[0] as Filter
      const [from, to] = [Number(fromBlock), Number(toBlock)]
      windows.push([from, to])
      if (answer !== undefined) return answer
      if (to - from + 1 > state.rangeLimit) return new Error('range too wide')
      if (to > state.lastBlock) return new Error('block not found')
      return logs
        .filter(({ block }) => block >= from && block <= to)
        .map(({ block, ...log }) => ({ ...log, data: '0x', blockNumber: numberToHex(block) }))
    },
  })
  const file = join(await makeTestFolder(), 'tokens.json')
  const row = { chainId: 1, address: getAddress(listedToken), name: 'USD Coin', symbol: 'USDC', decimals: 6 }
  await writeFile(file, JSON.stringify({ name: 'Test', tokens: [row] }))
  const networks = [{ id: ether, privateRpcUrls: [node.url], logBlocks }]
  const projects = [{ id: 'shop', name: 'Shop', allowedOrigins: [], networks, tokenLists: [file] }]
  const app = await makeTestApp(projects, { now: () => time })
  const read = async (address = owner) => (await app(`${modalOrigin}/v1/account/${ether}:${address}/balance`)).json()
  /** Reads again until a search has ended. */
  const readSearched = async (toBlock = head, address = owner) => {
    await read(address)
    const searched = async () => (await read(address)).searched
    await expect.poll(searched).toMatchObject([{ chainId: ether, toBlock: String(toBlock) }])
    return read(address)
  }
  const wait = (ms: number): void => {
    time += ms
  }
  return { read, readSearched, windows, state, wait }
}

const bean = { balance: 5n, name: 'Bean', symbol: 'BEAN', decimals: 3 }

test('finds a token that no list names by a transfer log, and states the searched blocks', async () => {
  const tokens = { [unlistedToken]: bean, [listedToken]: { balance: 1n } }
  const logs = [received(unlistedToken, head - 10), received(listedToken, head - 5)]
  const { balances, missing, searched } = await (await start({ tokens, logs })).readSearched()
  expect(balances.slice(1)).toEqual([
    expect.objectContaining({ symbol: 'USDC', iconUrl: expect.any(String) }),
    {
      name: 'Bean',
      symbol: 'BEAN',
      chainId: ether,
      address: `${ether}:${getAddress(unlistedToken)}`,
      quantity: { decimals: '3', numeric: '5' },
    },
  ])
  expect(missing).toEqual([])
  expect(searched).toEqual([{ chainId: ether, fromBlock: String(head - 999), toBlock: String(head), isComplete: true }])
})

const someTokens = (count: number) =>
  Array.from({ length: count }, (_, index) => numberToHex(0xa0000 + index, { size: 20 }))

test.each([
  [100, []],
  [101, [{ part: 'tokens', chainId: ether, reason: 'TOO_MANY' }]],
])('answers at most 100 unlisted tokens, and says so if the account received more: %i', async (count, expected) => {
  const addresses = someTokens(count)
  const tokens = Object.fromEntries([listedToken, ...addresses].map((address) => [address, bean]))
  const logs = [listedToken, ...addresses].map((address) => received(address, head))
  const { balances, missing } = await (await start({ tokens, logs })).readSearched()
  expect(balances).toHaveLength(1 + 1 + 100)
  expect(missing).toEqual(expected)
})

test('answers the listed tokens before the search has ended', async () => {
  const { read } = await start({ tokens: { [listedToken]: { balance: 1n } } })
  expect(await read()).toMatchObject({ balances: [{ symbol: 'ETH' }, { symbol: 'USDC' }], missing: [], searched: [] })
})

test('halves the window of blocks until the node accepts it', async () => {
  const logs = [received(unlistedToken, head - 990)]
  const { readSearched, windows } = await start({ tokens: { [unlistedToken]: bean }, logs, rangeLimit: 250 })
  const { balances, searched } = await readSearched()
  expect(windows.slice(0, 3).map(([from, to]) => to - from + 1)).toEqual([1_000, 500, 250])
  expect(searched[0].isComplete).toBe(true)
  expect(balances[1]).toMatchObject({ symbol: 'BEAN' })
})

test('searches for another account with the window that the node accepted', async () => {
  const { readSearched, windows } = await start({ rangeLimit: 250 })
  await readSearched()
  const count = windows.length
  await readSearched(head, `0x${'3'.repeat(40)}`)
  expect(windows.slice(count).map(([from, to]) => to - from + 1)).toEqual([250, 250, 250, 250])
})

test('keeps the window of a node that is a few blocks behind the others', async () => {
  const { read, readSearched, windows, state, wait } = await start({})
  await readSearched()
  Object.assign(state, { head: head + 3, lastBlock: head })
  wait(31_000)
  await read()
  await expect.poll(() => windows.at(-1)).toEqual([head + 1, head + 3])
  state.lastBlock = head + 3
  await readSearched(head + 3, `0x${'3'.repeat(40)}`)
  expect(windows.at(-1)).toEqual([head + 3 - 999, head + 3])
})

test('doubles a halved window from time to time', async () => {
  const { readSearched, windows, state, wait } = await start({ rangeLimit: 250 })
  await readSearched()
  state.rangeLimit = 1e9
  state.head = head + 400
  wait(2 * 60_000)
  await readSearched(head + 400)
  expect(windows.at(-1)).toEqual([head + 1, head + 400])
})

test('searches a few windows at a time, from the newest blocks on, and continues at a later read', async () => {
  const { readSearched, windows, wait, read } = await start({ rangeLimit: 32 })
  const { searched } = await readSearched()
  expect(searched[0].isComplete).toBe(false)
  expect(windows.length).toBeLessThanOrEqual(24)
  const continueSearch = async () => {
    wait(31_000)
    return (await read()).searched[0].isComplete
  }
  await expect.poll(continueSearch).toBe(true)
  const starts = windows.filter(([from, to]) => to - from + 1 <= 32).map(([from]) => from)
  expect(new Set(starts).size).toBe(starts.length)
})

test('gives up on a node that refuses even a few blocks', async () => {
  const { read, windows } = await start({ rangeLimit: 0 })
  await read()
  await expect.poll(async () => (await read()).searched).toHaveLength(1)
  expect((await read()).searched[0]).toMatchObject({ isComplete: false })
  expect(windows.length).toBeLessThanOrEqual(24)
})

test('reads only new blocks at a later search', async () => {
  const logs: Log[] = []
  const { readSearched, windows, wait, state } = await start({ tokens: { [unlistedToken]: bean }, logs })
  await readSearched()
  state.head = head + 20
  logs.push(received(unlistedToken, head + 10))
  wait(31_000)
  const { balances } = await readSearched(head + 20)
  expect(windows.at(-1)).toEqual([head + 1, head + 20])
  expect(balances[1]).toMatchObject({ symbol: 'BEAN' })
})

test('searches again after a node has named a block far ahead of the chain', async () => {
  const { readSearched, wait, state } = await start({
    tokens: { [unlistedToken]: bean },
    logs: [received(unlistedToken, head)],
  })
  state.head = head * 100
  await readSearched(head * 100)
  state.head = head
  wait(31_000)
  expect((await readSearched()).balances[1]).toMatchObject({ symbol: 'BEAN' })
})

test('answers balances although the node limits the requests of the search', async () => {
  const { read, windows, wait } = await start({ answer: tooManyRequests, tokens: { [listedToken]: { balance: 1n } } })
  await read()
  await expect.poll(() => windows).toHaveLength(1)
  // Wait for the server to read the answer of the node.
  await expect.poll(async () => (await read()).searched).toEqual([])
  wait(31_000)
  expect(await read()).toMatchObject({ balances: [{ symbol: 'ETH' }, { symbol: 'USDC' }], missing: [] })
})

test('answers balances although many searches of other accounts wait for a node that stalls', async () => {
  let searches = 0
  const node = await startEvmNode({
    native: '0x5',
    tokens: { [listedToken]: { balance: 0n } },
    other: () => {
      searches += 1
      return noAnswer
    },
  })
  const networks = [{ id: ether, privateRpcUrls: [node.url], logBlocks: 1_000 }]
  const shop = { id: 'shop', name: 'Shop', allowedOrigins: [], networks, tokenLists: [] }
  const app = await makeTestApp([shop], { now: () => 0 })
  const read = async (index: number) => {
    const account = `${ether}:0x${index.toString(16).padStart(40, '0')}`
    return (await app(`${modalOrigin}/v1/account/${account}/balance`)).json()
  }
  for (let index = 1; index <= 100; index++)
    expect((await read(index)).balances).toMatchObject([{ quantity: { numeric: '5' } }])
  expect(searches).toBe(8)
})

test('does not search where the configuration turns the search off', async () => {
  const { read, windows } = await start({}, 0)
  expect((await read()).searched).toEqual([])
  expect(windows).toEqual([])
})

test.each<[string, Log]>([
  ['another account', { address: unlistedToken, block: head, topics: [transfer, pad('0x1'), pad('0x2')] }],
  ['another event', { address: unlistedToken, block: head, topics: [pad('0x3'), pad('0x1'), pad(owner)] }],
  ['no topics', { address: unlistedToken, block: head }],
  ['no address', received('0x12', head)],
  ['a collectible', received(unlistedToken, head, [pad('0x7')])],
])('ignores a log of %s', async (_, log) => {
  const { readSearched } = await start({ tokens: { [unlistedToken]: bean }, logs: [log] })
  const { balances, missing } = await readSearched()
  expect([balances.length, missing]).toEqual([1, []])
})

test.each([[null], [{}], ['lots'], [[null]], [[{ address: unlistedToken }]], [5]])(
  'answers the balances although a node answers %j as its logs',
  async (answer) => {
    const { readSearched } = await start({ answer, tokens: { [listedToken]: { balance: 1n } } })
    const { balances, searched } = await readSearched()
    expect(balances).toHaveLength(2)
    expect(searched[0].isComplete).toBe(false)
  },
)

test.each<[string, TestToken, string | undefined]>([
  ['the symbol of a listed token', { ...bean, symbol: 'USDC' }, 'USDC'],
  ['the symbol in other letters', { ...bean, symbol: 'usd\u200bc' }, 'USDC'],
  ['the symbol in wide letters', { ...bean, symbol: 'ＵＳＤＣ' }, 'USDC'],
  ['the name of a listed token', { ...bean, name: 'USD-Coin' }, 'USDC'],
  ['the symbol of the currency', { ...bean, symbol: 'ETH' }, 'ETH'],
  ['other names', bean, undefined],
])('marks an unlisted token with %s, and gives it no icon', async (_, token, imitates) => {
  const { readSearched } = await start({ tokens: { [unlistedToken]: token }, logs: [received(unlistedToken, head)] })
  const { balances } = await readSearched()
  expect([balances[1].imitates, balances[1].iconUrl]).toEqual([imitates, undefined])
})

test.each<[string, TestToken]>([
  ['reverts for its balance', { ...bean, balance: undefined } as unknown as TestToken],
  ['has no symbol', { balance: 5n, name: 'Bean', decimals: 3 }],
  ['has a symbol of hidden characters', { ...bean, symbol: '\u202e\u200b' }],
  ['has no decimals', { balance: 5n, name: 'Bean', symbol: 'BEAN' }],
  ['has too many decimals', { ...bean, decimals: 78 }],
])('lists a received token as missing that %s', async (_, token) => {
  const { readSearched } = await start({ tokens: { [unlistedToken]: token }, logs: [received(unlistedToken, head)] })
  const { balances, missing } = await readSearched()
  expect(balances).toHaveLength(1)
  expect(missing).toContainEqual(
    expect.objectContaining({ address: `${ether}:${getAddress(unlistedToken)}`, reason: 'UNREADABLE' }),
  )
})

test('cleans the texts of a received token', async () => {
  const token = { ...bean, symbol: '\u202eNAEB\n', name: 'B'.repeat(80) }
  const { readSearched } = await start({ tokens: { [unlistedToken]: token }, logs: [received(unlistedToken, head)] })
  const { balances } = await readSearched()
  expect([balances[1].symbol, balances[1].name.length]).toEqual(['NAEB', 60])
})

test('reads the symbol of an old token that answers with 32 bytes', async () => {
  const symbol = stringToHex('OLD', { size: 32 })
  const { readSearched } = await start({
    tokens: { [unlistedToken]: { ...bean, rawSymbol: symbol } },
    logs: [received(unlistedToken, head)],
  })
  expect((await readSearched()).balances[1]).toMatchObject({ symbol: 'OLD' })
})
