import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getAddress, type Hex, maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import { startEvmNode, type TestToken } from '../../../test/evmNode.ts'
import { answerAndStall, answerJson, startForeignServer } from '../../../test/foreignServer.ts'
import { makeTestApp, makeTestFolder, modalOrigin, shopOrigin } from '../../../test/parts.ts'
import { answerRpcError, startBrokenRpcNode, startRpcNode } from '../../../test/rpcNode.ts'

const ether = 'eip155:1'
const owner = '0x407d73d8a49eeb85d32cf465507dd71d507100c1'
const account = `${ether}:${owner}`

/** The address of the listed token with this number. */
const tokenAddress = (index: number): string => `0x${(index + 1).toString(16).padStart(40, '0')}`
const writeTokenList = async (count: number, chainId = 1): Promise<string> => {
  const tokens = Array.from({ length: count }, (_, index) => ({
    chainId,
    address: tokenAddress(index),
    name: `Token ${index}`,
    symbol: `T${index}`,
    decimals: 6,
  }))
  const file = join(await makeTestFolder(), 'tokens.json')
  await writeFile(file, JSON.stringify({ name: 'Test', tokens }))
  return file
}
const makeAsk = async (networks: unknown[], tokens = 0, now?: () => number) => {
  const tokenLists = [await writeTokenList(tokens)]
  const shop = { id: 'shop', name: 'Shop', allowedOrigins: [shopOrigin], networks, tokenLists }
  const app = await makeTestApp([shop], now ? { now } : {})
  return (asked: string, query = '') => app(`${modalOrigin}/v1/account/${asked}/balance?projectId=shop${query}`)
}
const askEther = (urls: string[], tokens = 0, now?: () => number) =>
  makeAsk([{ id: ether, privateRpcUrls: urls, logBlocks: 0 }], tokens, now)
const readJson = async (response: Promise<Response>) => (await response).json()

const contracts = (tokens: TestToken[]): Record<string, TestToken> =>
  Object.fromEntries(tokens.map((token, index) => [tokenAddress(index), token]))
const caip = (index: number): string => `${ether}:${getAddress(tokenAddress(index))}`

test('reads the native currency and fifty listed tokens exactly, with at most three requests', async () => {
  const amounts = Array.from({ length: 50 }, (_, index) => 10n ** BigInt(index) + 7n)
  const tokens = contracts(amounts.map((balance) => ({ balance })))
  const node = await startEvmNode({ native: '0xde0b6b3a7640001', tokens })
  const { balances, missing } = await readJson((await askEther([node.url], 50))(account))
  expect(missing).toEqual([])
  expect(balances[0]).toEqual({
    name: 'Ether',
    symbol: 'ETH',
    chainId: ether,
    quantity: { decimals: '18', numeric: '1000000000000000001' },
    iconUrl: `${modalOrigin}/public/getTokenImage/ETH`,
  })
  expect(balances.slice(1)).toEqual(
    amounts.map((amount, index) => ({
      name: `Token ${index}`,
      symbol: `T${index}`,
      chainId: ether,
      address: caip(index),
      quantity: { decimals: '6', numeric: String(amount) },
      iconUrl: `${modalOrigin}/public/getTokenImage/T${index}`,
    })),
  )
  expect(node.calls.length).toBeLessThanOrEqual(3)
})

test('reads the tokens of a chain without Multicall3 in batches', async () => {
  const tokens = contracts(Array.from({ length: 60 }, () => ({ balance: 5n })))
  const node = await startEvmNode({ tokens, multicall: null })
  const { balances, missing } = await readJson((await askEther([node.url], 60))(account))
  expect([balances.length, missing]).toEqual([61, []])
})

test('reads a token list that does not fit in one call', async () => {
  const tokens = contracts(Array.from({ length: 900 }, () => ({ balance: 5n })))
  const node = await startEvmNode({ tokens })
  const { balances } = await readJson((await askEther([node.url], 900))(account))
  expect(balances).toHaveLength(901)
  expect(node.calls).toHaveLength(4)
})

test('leaves out tokens of which the account has nothing, and keeps a native balance of zero', async () => {
  const node = await startEvmNode({ native: '0x0', tokens: contracts([{ balance: 0n }]) })
  const { balances, missing } = await readJson((await askEther([node.url], 1))(account))
  expect(balances.map(({ quantity }: { quantity: object }) => quantity)).toEqual([{ decimals: '18', numeric: '0' }])
  expect(missing).toEqual([])
})

test.each<[string, TestToken]>([
  ['reverts', {}],
  ['is no contract', { raw: '0x' }],
  ['answers too little', { raw: '0x05' }],
  ['answers too much', { raw: `0x${'0'.repeat(128)}` }],
])('lists a token as missing that %s, and reads the others', async (_, broken) => {
  const node = await startEvmNode({ tokens: contracts([broken, { balance: maxUint256 }]) })
  const { balances, missing } = await readJson((await askEther([node.url], 2))(account))
  expect(missing).toEqual([{ part: 'tokens', chainId: ether, address: caip(0), reason: 'UNREADABLE' }])
  expect(balances.map(({ quantity }: { quantity: object }) => quantity)).toEqual([
    { decimals: '18', numeric: '0' },
    { decimals: '6', numeric: String(maxUint256) },
  ])
})

/** The answers of broken or lying nodes to the call of Multicall3. */
test.each<[string, unknown]>([
  ['no hex', 'lots'],
  ['a number', 5],
  ['null in a result', {}],
  ['hex that is no list', `0x${'f'.repeat(640)}`],
  ['an odd number of digits', '0x123'],
  ['an empty list', `0x${'20'.padStart(64, '0')}${'0'.repeat(64)}`],
  ['a list that claims to be endless', `0x${'20'.padStart(64, '0')}${'f'.repeat(64)}`],
])('answers the native balance and names the tokens as missing after %s', async (_, result) => {
  const node = await startEvmNode({ native: '0x5', callResult: () => result, tokens: contracts([{ balance: 1n }]) })
  const { balances, missing } = await readJson((await askEther([node.url], 1))(account))
  expect(balances).toMatchObject([{ symbol: 'ETH', quantity: { numeric: '5' } }])
  expect(missing).toEqual([{ part: 'tokens', chainId: ether, reason: 'UNREADABLE' }])
})

test.each([
  ['with Multicall3', undefined],
  ['without Multicall3', null],
])('does not believe the token balances of a node of another chain %s', async (_, multicall) => {
  const tokens = contracts([{ balance: 1n }])
  const node = await startEvmNode({ chainId: 10, tokens, ...(multicall === null && { multicall }) })
  const { missing } = await readJson((await askEther([node.url], 1))(account))
  expect(missing).toEqual([{ part: 'tokens', chainId: ether, reason: 'UNREADABLE' }])
})

test.each([
  ['has another chain', async () => (await startEvmNode({ chainId: 10 })).url],
  ['refuses the call', async () => (await startRpcNode(answerRpcError(-32000, 'out of gas'))).url],
  ['is down', async () => 'http://127.0.0.1:9/'],
  ['stalls', async () => (await startForeignServer(answerAndStall('application/json'))).origin],
])('asks the next node for tokens if the first one %s', async (_, start) => {
  const good = await startEvmNode({ tokens: contracts([{ balance: 4n }]) })
  const { balances, missing } = await readJson((await askEther([await start(), good.url], 1))(account))
  expect(balances[1]).toMatchObject({ quantity: { numeric: '4' } })
  expect(missing).toEqual([])
})

test.each([
  ['is down', async () => 'http://127.0.0.1:9/', { reason: 'UNAVAILABLE' }],
  [
    'fails',
    async () => (await startBrokenRpcNode((response) => response.writeHead(500).end())).url,
    { reason: 'UNAVAILABLE' },
  ],
  [
    'limits requests',
    async () => (await startBrokenRpcNode((response) => response.writeHead(429, { 'Retry-After': '9' }).end())).url,
    { reason: 'RATE_LIMITED', retryAfter: 9 },
  ],
])('names every part as missing if the only node %s, and invents no balance', async (_, start, why) => {
  const answer = await readJson((await askEther([await start()], 1))(account))
  expect(answer).toEqual({
    balances: [],
    missing: [
      { part: 'native', chainId: ether, ...why },
      { part: 'tokens', chainId: ether, ...why },
    ],
    searched: [],
  })
})

test('names both parts as missing for a network without a node', async () => {
  const { missing } = await readJson((await makeAsk([{ id: ether, rpcUrls: [] }], 1))(account))
  expect(missing.map(({ part, reason }: { part: string; reason: string }) => [part, reason])).toEqual([
    ['native', 'NO_SOURCE'],
    ['tokens', 'NO_SOURCE'],
  ])
})

test('names the tokens as missing on a network whose configuration turns their adaptors off', async () => {
  const node = await startEvmNode({ native: '0x5' })
  const ask = await makeAsk([{ id: ether, privateRpcUrls: [node.url], adaptors: { tokens: [] } }], 1)
  expect(await readJson(ask(account))).toMatchObject({
    balances: [{ symbol: 'ETH' }],
    missing: [{ part: 'tokens', reason: 'NO_SOURCE' }],
  })
})

test('caches balances for thirty seconds unless the read is forced', async () => {
  let time = 0
  const node = await startEvmNode({ tokens: contracts([{ balance: 1n }]) })
  const ask = await askEther([node.url], 1, () => time)
  await ask(account)
  time = 29_999
  await ask(account)
  expect(node.calls).toHaveLength(2)
  await ask(account, '&forceUpdate=false')
  expect(node.calls).toHaveLength(2)
  await ask(account, `&forceUpdate=${tokenAddress(0)}`)
  expect(node.calls).toHaveLength(4)
})

test('caches the balances for thirty seconds although a listed token cannot be read', async () => {
  let time = 0
  const node = await startEvmNode({ tokens: contracts([{}]) })
  const ask = await askEther([node.url], 1, () => time)
  await ask(account)
  time = 29_999
  await ask(account)
  expect(node.calls).toHaveLength(2)
})

test('reads again after three seconds if a part of the tokens failed', async () => {
  let time = 0
  let isWell = false
  const tokens = contracts(Array.from({ length: 401 }, () => ({ balance: 5n })))
  // The answer for one token is shorter than the one for four hundred.
  const callResult = (result: Hex | null) => (isWell || (result?.length ?? 0) > 10_000 ? result : 'lots')
  const node = await startEvmNode({ tokens, callResult })
  const ask = await askEther([node.url], 401, () => time)
  const failed = await readJson(ask(account))
  expect([failed.balances.length, failed.missing.length]).toEqual([401, 1])
  isWell = true
  time = 3_000
  const { balances, missing } = await readJson(ask(account))
  expect([balances.length, missing]).toEqual([402, []])
})

test('reads the balances of an account again after an unexpected error', async () => {
  const node = await startEvmNode({})
  let isBroken = true
  const find = async () => {
    if (isBroken) throw new Error('broken')
    return []
  }
  const shop = { id: 'shop', name: 'Shop', allowedOrigins: [], networks: [{ id: ether, privateRpcUrls: [node.url] }] }
  const app = await makeTestApp([shop], { tokenLists: { find, findIcon: async () => undefined }, now: () => 0 })
  const read = async () => (await app(`${modalOrigin}/v1/account/${account}/balance`)).status
  expect(await read()).toBe(500)
  isBroken = false
  expect(await read()).toBe(200)
})

test('two hundred callers share one read of an account, also in another spelling', async () => {
  const node = await startEvmNode({ tokens: contracts([{ balance: 1n }]) })
  const ask = await askEther([node.url], 1)
  const spellings = [account, `${ether}:${getAddress(owner)}`]
  await Promise.all(Array.from({ length: 200 }, (_, index) => ask(spellings[index % 2] ?? '')))
  expect(node.calls).toHaveLength(2)
})

test('shares the native balance with the route for the native balance alone', async () => {
  const node = await startEvmNode({ native: '0x5' })
  const shop = {
    id: 'shop',
    name: 'Shop',
    allowedOrigins: [],
    networks: [{ id: ether, privateRpcUrls: [node.url], logBlocks: 0 }],
  }
  const app = await makeTestApp([{ ...shop, tokenLists: [] }])
  await app(`${modalOrigin}/v1/account/${account}/native-balance`)
  await app(`${modalOrigin}/v1/account/${account}/balance`)
  expect(node.calls).toHaveLength(1)
})

const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const twoChains = async () => {
  const one = await startEvmNode({ native: '0x1' })
  const ten = await startEvmNode({ native: '0xa', chainId: 10 })
  return makeAsk([
    { id: ether, privateRpcUrls: [one.url] },
    { id: 'eip155:10', privateRpcUrls: [ten.url] },
    { id: bitcoin, privateRestUrls: ['http://127.0.0.1:9/'] },
  ])
}

test.each([
  ['every network that an address fits', owner, '', [ether, 'eip155:10']],
  ['the network that the query names', owner, '&chainId=eip155:10', ['eip155:10']],
  ['the network of a CAIP-10 account', account, '', [ether]],
  ['the network that account and query name', account, `&chainId=${ether}`, [ether]],
])('reads %s', async (_, asked, query, chains) => {
  const { balances, missing } = await readJson((await twoChains())(asked, query))
  expect(balances.map(({ chainId }: { chainId: string }) => chainId)).toEqual(chains)
  expect(missing).toEqual([])
})

test.each([
  ['no address', 'hello', '', 'address'],
  ['a path as the address', '..%2F..%2Fadmin', '', 'address'],
  ['an account that contradicts the query', account, '&chainId=eip155:10', 'address'],
  ['an unknown network', owner, '&chainId=eip155:5', 'chainId'],
  ['a network of another namespace', owner, `&chainId=${bitcoin}`, 'chainId'],
  ['an address that fits no network', 'ZEyDXf6563rc78ibEtYQAkHTSKLzMES1m2BrPNdLcma57Tg', '', 'chainId'],
  ['an unknown currency', account, '&currency=shells', 'currency'],
])('rejects a request for balances with %s', async (_, asked, query, field) => {
  const response = await (await twoChains())(asked, query)
  expect(response.status).toBe(400)
  expect((await response.json()).reasons[0].field).toBe(field)
})

test('reads only the native balance where a namespace has no tokens', async () => {
  const stats = (amount: number) => ({ funded_txo_sum: amount, spent_txo_sum: 0 })
  const { origin } = await startForeignServer(answerJson({ chain_stats: stats(5), mempool_stats: stats(0) }))
  const ask = await makeAsk([{ id: bitcoin, privateRestUrls: [origin] }])
  expect(await readJson(ask(`${bitcoin}:1111111111111111111114oLvT2`))).toMatchObject({
    balances: [{ symbol: 'BTC', quantity: { decimals: '8', numeric: '5' } }],
    missing: [],
  })
})

test('counts an address on many networks as many requests', async () => {
  const networks = Array.from({ length: 10 }, (_, index) => ({ id: `eip155:${index + 900_001}`, ...ownChain }))
  const ask = await makeAsk(networks, 0, () => 0)
  const statuses: number[] = []
  for (let count = 0; count < 41; count++) statuses.push((await ask(owner)).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(40)
  expect(statuses.at(-1)).toBe(429)
})
const ownChain = {
  name: 'Own',
  nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 18 },
  rpcUrls: [] as Hex[],
}
