import { expect, test } from 'vitest'
import { answerAndStall, answerEndlessly, answerJson, startForeignServer } from '../../../test/foreignServer.ts'
import { makeTestApp, makeTestParts, modalOrigin, shopOrigin, silentLog } from '../../../test/parts.ts'
import { answerRpcError, answerRpcResult, startBrokenRpcNode, startRpcNode } from '../../../test/rpcNode.ts'
import { createApp } from '../../http/app.ts'
import type { Log } from '../../http/log.ts'

const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoinAddress = '1111111111111111111114oLvT2'
const evmAddress = '0x407d73d8a49eeb85d32cf465507dd71d507100c1'

const esplora = (amount: number) => ({
  chain_stats: { funded_txo_sum: amount, spent_txo_sum: 0 },
  mempool_stats: { funded_txo_sum: 0, spent_txo_sum: 0 },
})

const today = Date.UTC(2026, 10, 21, 12)
const makeAsk = async (networks: unknown[], now?: () => number, log: Log = silentLog) => {
  const app = await makeTestApp(
    [{ id: 'shop', name: 'Shop', allowedOrigins: [shopOrigin], networks }],
    now ? { now, log, clock: () => today + now() } : {},
  )
  return (account: string, query = '', init?: RequestInit) =>
    app(`${modalOrigin}/v1/account/${account}/native-balance?projectId=shop${query}`, init)
}
const askBitcoin = (urls: string[], now?: () => number) => makeAsk([{ id: bitcoin, privateRestUrls: urls }], now)
const account = `${bitcoin}:${bitcoinAddress}`

test('returns a native balance in base units, with symbol and decimals', async () => {
  const node = await startRpcNode(answerRpcResult('0xde0b6b3a7640000'))
  const ask = await makeAsk([{ id: 'eip155:1', privateRpcUrls: [node.url] }])
  const answer = await ask(`eip155:1:${evmAddress}`, '', { headers: { Origin: shopOrigin } })
  expect(await answer.json()).toEqual({ balance: '1000000000000000000', symbol: 'ETH', decimals: 18 })
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(shopOrigin)
  expect(node.calls).toEqual([{ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [evmAddress, 'latest'] }])
})

test.each([
  ['no account', 'hello', 'address'],
  ['an unknown namespace', 'near:mainnet:hello', 'address'],
  ['an address of another chain', `${bitcoin}:${evmAddress}`, 'address'],
  ['a path in the address', `${bitcoin}:..%2F..%2Fadmin`, 'address'],
  ['a query in the address', `${bitcoin}:${bitcoinAddress}%3Fx=1`, 'address'],
  ['an address with a line break', `${bitcoin}:${bitcoinAddress}%0A`, 'address'],
  [
    'a broken checksum',
    'polkadot:91b171bb158e2d3848fa23a9f1c25182:5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQX',
    'address',
  ],
  ['a network that is not the project’s', `eip155:10:${evmAddress}`, 'chainId'],
])('rejects a balance request with %s and sends nothing to a node', async (_, asked, field) => {
  const { origin, asked: reached } = await startForeignServer(answerJson(esplora(5)))
  const ask = await askBitcoin([origin])
  const answer = await ask(asked)
  expect(answer.status).toBe(400)
  expect((await answer.json()).reasons[0].field).toBe(field)
  expect(reached).toEqual([])
})

test('refuses to read a balance for a foreign site', async () => {
  const ask = await askBitcoin(['http://127.0.0.1:9'])
  const answer = await ask(account, '', { headers: { Origin: 'https://strange.example' } })
  expect(answer.status).toBe(403)
})

test('caches a balance for thirty seconds unless the read is forced', async () => {
  let amount = 5
  let time = 0
  const { origin, asked } = await startForeignServer((request, response) =>
    answerJson(esplora(amount))(request, response),
  )
  const ask = await askBitcoin([origin], () => time)
  const read = async (query = '') => (await (await ask(account, query)).json()).balance
  expect(await read()).toBe('5')
  amount = 7
  time = 29_999
  expect(await read()).toBe('5')
  expect(await read('&forceUpdate=true')).toBe('7')
  amount = 9
  expect(await read('&forceUpdate=true')).toBe('7')
  time += 30_000
  expect(await read()).toBe('9')
  expect(asked).toHaveLength(3)
})

test('a hundred callers share one read of a balance', async () => {
  const { origin, asked } = await startForeignServer(answerJson(esplora(5)))
  const ask = await askBitcoin([origin])
  const answers = await Promise.all(Array.from({ length: 100 }, async () => (await ask(account)).json()))
  expect(answers.every(({ balance }) => balance === '5')).toBe(true)
  expect(asked).toHaveLength(1)
})

test('caches the balance of each account separately', async () => {
  const other = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
  const { origin } = await startForeignServer((request, response) =>
    answerJson(esplora(request.url?.includes(other) ? 2 : 1))(request, response),
  )
  const ask = await askBitcoin([origin])
  expect((await (await ask(account)).json()).balance).toBe('1')
  expect((await (await ask(`${bitcoin}:${other}`)).json()).balance).toBe('2')
})

test('after a failed read of a balance, asks the next node, and from then on asks the working node first', async () => {
  const broken = await startForeignServer((_, response) => response.writeHead(500).end())
  const working = await startForeignServer(answerJson(esplora(3)))
  let time = 0
  const ask = await askBitcoin([broken.origin, working.origin], () => time)
  expect((await (await ask(account)).json()).balance).toBe('3')
  time = 60_000
  expect((await (await ask(account)).json()).balance).toBe('3')
  expect([broken.asked.length, working.asked.length]).toEqual([1, 2])
})

const noBalance = { jsonrpc: '2.0', id: 1, result: { value: 'lots' } }

test.each([
  ['a refused connection', async () => 'http://127.0.0.1:9', 'UNAVAILABLE'],
  [
    'an error status',
    async () => (await startBrokenRpcNode((response) => response.writeHead(503).end())).url,
    'UNAVAILABLE',
  ],
  [
    'a redirect',
    async () =>
      (await startBrokenRpcNode((response) => response.writeHead(302, { Location: 'http://127.0.0.1:9' }).end())).url,
    'UNAVAILABLE',
  ],
  ['an error', async () => (await startRpcNode(answerRpcError(-32000, 'busy'))).url, 'UNAVAILABLE'],
  ['no JSON', async () => (await startBrokenRpcNode((response) => response.end('<html>'))).url, 'UNREADABLE'],
  ['another shape', async () => (await startForeignServer(answerJson(noBalance))).origin, 'UNREADABLE'],
  [
    'an endless body',
    async () => (await startForeignServer(answerEndlessly('application/json', 2 ** 30))).origin,
    'UNREADABLE',
  ],
  ['an empty body', async () => (await startBrokenRpcNode((response) => response.end())).url, 'UNREADABLE'],
  [
    'nesting without an end',
    async () => (await startBrokenRpcNode((response) => response.end('['.repeat(60_000)))).url,
    'UNREADABLE',
  ],
])('answers no balance of zero after %s', async (_, start, reason) => {
  const ask = await makeAsk([{ id: solana, privateRpcUrls: [await start()] }])
  const answer = await ask(`${solana}:83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ balance: null, reason })
})

test('reading a balance leaves time for the next node if the first one stalls', async () => {
  const stuck = await startForeignServer(answerAndStall('application/json'))
  const working = await startForeignServer(answerJson(esplora(4)))
  const ask = await askBitcoin([stuck.origin, working.origin])
  expect((await (await ask(account)).json()).balance).toBe('4')
}, 10_000)

test('reports NO_SOURCE for a network without URLs to read balances from', async () => {
  const ask = await makeAsk([{ id: bitcoin, restUrls: [] }])
  expect(await (await ask(account)).json()).toEqual({ balance: null, reason: 'NO_SOURCE' })
})

test('reads a balance again after a failed read and a pause', async () => {
  let time = 0
  let isWell = false
  const { origin, asked } = await startForeignServer((request, response) =>
    isWell ? answerJson(esplora(5))(request, response) : response.writeHead(500).end(),
  )
  const ask = await askBitcoin([origin], () => time)
  const read = async () => (await (await ask(account)).json()).balance
  expect(await read()).toBeNull()
  isWell = true
  expect(await read()).toBeNull()
  expect(asked).toHaveLength(1)
  time = 3_000
  expect(await read()).toBe('5')
})

/** Reads the balances of accounts in turn, each of which the server has not read before. */
const bitcoinAccounts = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const end = `${'abcdefghij'[index % 10]}${'b'.repeat(Math.floor(index / 10))}`
    return `${bitcoin}:1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf${end}`
  })

test('stops asking a node after five failures, asks it again after a pause, and logs both', async () => {
  let time = 0
  let isWell = false
  const events: unknown[] = []
  const log: Log = {
    write: (event, fields) => void (event.startsWith('upstream') && events.push({ event, ...fields })),
    flush: () => undefined,
  }
  const { origin, asked } = await startForeignServer((request, response) =>
    isWell ? answerJson(esplora(5))(request, response) : response.writeHead(503).end(),
  )
  const ask = await makeAsk([{ id: bitcoin, privateRestUrls: [`${origin}/?key=secret`] }], () => time, log)
  const [one, two, three, four, five, six, seven = ''] = bitcoinAccounts(7)
  for (const account of [one, two, three, four, five]) await ask(account ?? '')
  expect(asked).toHaveLength(5)
  expect(await (await ask(six ?? '')).json()).toEqual({ balance: null, reason: 'UNAVAILABLE', retryAfter: 30 })
  expect(asked).toHaveLength(5)
  isWell = true
  time = 30_000
  expect(await (await ask(seven)).json()).toMatchObject({ balance: '5' })
  expect(events).toEqual([
    { event: 'upstream paused', upstream: `${bitcoin} #1`, seconds: 30 },
    { event: 'upstream resumed', upstream: `${bitcoin} #1` },
  ])
})

test('lets one request try a paused node, and pauses it again if this request fails', async () => {
  let time = 0
  const { origin, asked } = await startForeignServer((_, response) => response.writeHead(503).end())
  const ask = await askBitcoin([origin], () => time)
  const accounts = bitcoinAccounts(10)
  for (const account of accounts.slice(0, 5)) await ask(account)
  time = 30_000
  const answers = await Promise.all(accounts.slice(5, 8).map(async (account) => (await ask(account)).json()))
  expect(asked).toHaveLength(6)
  expect(answers.filter(({ retryAfter }) => retryAfter === 10)).toHaveLength(2)
  expect(await (await ask(accounts[8] ?? '')).json()).toMatchObject({ retryAfter: 30 })
})

test.each([404, 400])('keeps asking a node that answers %i, because the request may be the cause', async (status) => {
  const { origin, asked } = await startForeignServer((_, response) => response.writeHead(status).end())
  const ask = await askBitcoin([origin], () => 0)
  for (const account of bitcoinAccounts(10)) await ask(account)
  expect(asked).toHaveLength(10)
})

test('keeps the pause that a node asked for although an earlier request then succeeds', async () => {
  let time = 0
  let answerFirst: (() => void) | undefined
  const { origin, asked } = await startForeignServer((request, response) => {
    if (answerFirst) response.writeHead(429, { 'Retry-After': '60' }).end()
    else answerFirst = () => answerJson(esplora(5))(request, response)
  })
  const ask = await askBitcoin([origin], () => time)
  const [one = '', two = '', three = ''] = bitcoinAccounts(3)
  const first = ask(one)
  await expect.poll(() => answerFirst).toBeDefined()
  expect(await (await ask(two)).json()).toMatchObject({ reason: 'RATE_LIMITED', retryAfter: 60 })
  answerFirst?.()
  expect(await (await first).json()).toMatchObject({ balance: '5' })
  time = 59_999
  expect(await (await ask(three)).json()).toMatchObject({ balance: null, retryAfter: 1 })
  expect(asked).toHaveLength(2)
})

test('stops asking a node after five answers that are no JSON', async () => {
  const { origin, asked } = await startForeignServer((_, response) => response.end('<html>'))
  const ask = await askBitcoin([origin], () => 0)
  const accounts = bitcoinAccounts(6)
  for (const account of accounts.slice(0, 5)) await ask(account)
  expect(await (await ask(accounts[5] ?? '')).json()).toMatchObject({ reason: 'UNAVAILABLE', retryAfter: 30 })
  expect(asked).toHaveLength(5)
})

test.each([
  ['7', 7],
  ['86400', 300],
  ['soon', 5],
  [undefined, 5],
  ['0', 1],
  [new Date(today + 42_000).toUTCString(), 42],
  [new Date(today - 42_000).toUTCString(), 1],
])('after the status 429 with Retry-After %s, asks the node again %i seconds later', async (header, seconds) => {
  let time = 0
  let isLimited = true
  const { origin, asked } = await startForeignServer((request, response) =>
    isLimited
      ? response.writeHead(429, header === undefined ? {} : { 'Retry-After': header }).end()
      : answerJson(esplora(5))(request, response),
  )
  const ask = await askBitcoin([origin], () => time)
  const [one = '', two = '', three = ''] = bitcoinAccounts(3)
  expect(await (await ask(one)).json()).toEqual({ balance: null, reason: 'RATE_LIMITED', retryAfter: seconds })
  isLimited = false
  time = seconds * 1_000 - 1
  expect(await (await ask(two)).json()).toMatchObject({ balance: null })
  expect(asked).toHaveLength(1)
  time = seconds * 1_000
  expect(await (await ask(three)).json()).toMatchObject({ balance: '5' })
})

test.each([
  ['one upstream', { upstreamRequestsPerSecond: 1, projectRequestsPerSecond: 100 }],
  ['one project', { upstreamRequestsPerSecond: 100, projectRequestsPerSecond: 1 }],
])('stops sending requests when the budget of %s is used up, and says when to ask again', async (_, data) => {
  const { origin, asked } = await startForeignServer(answerJson(esplora(5)))
  const networks = [{ id: bitcoin, privateRestUrls: [origin] }]
  const parts = await makeTestParts([{ id: 'shop', name: 'Shop', allowedOrigins: [], networks }], { now: () => 0 })
  const app = createApp({ ...parts, settings: { ...parts.settings, data: { ...data, prices: [] } } })
  const answers = []
  for (const account of bitcoinAccounts(10))
    answers.push(await (await app.request(`${modalOrigin}/v1/account/${account}/native-balance`)).json())
  expect(asked).toHaveLength(8)
  expect(answers.slice(8)).toEqual([1, 2].map(() => ({ balance: null, reason: 'RATE_LIMITED', retryAfter: 1 })))
})

/** Makes an app whose projects share the nodes, with these budgets. */
const makeBudgetApp = async (projects: string[], urls: string[], rates: object, now: () => number) => {
  const networks = [{ id: bitcoin, privateRestUrls: urls }]
  const rows = projects.map((id) => ({ id, name: 'Shop', allowedOrigins: [], networks }))
  const parts = await makeTestParts(rows, { now })
  const { settings } = parts
  const app = createApp({ ...parts, settings: { ...settings, data: { ...settings.data, ...rates } } })
  return async (project: string, account: string) =>
    (await app.request(`${modalOrigin}/v1/account/${account}/native-balance?projectId=${project}`)).json()
}

test('a project without a budget leaves the budget of the upstream to other projects', async () => {
  const { origin, asked } = await startForeignServer(answerJson(esplora(5)))
  const rates = { upstreamRequestsPerSecond: 2, projectRequestsPerSecond: 1 }
  const read = await makeBudgetApp(['shop', 'club'], [origin], rates, () => 0)
  for (const account of bitcoinAccounts(30)) await read('shop', account)
  expect(asked).toHaveLength(8)
  expect(await read('club', bitcoinAccounts(31)[30] ?? '')).toMatchObject({ balance: '5' })
})

test('a node is not ranked lower for requests that its budget did not allow', async () => {
  const nodes = [await startForeignServer(answerJson(esplora(1))), await startForeignServer(answerJson(esplora(2)))]
  const rates = { upstreamRequestsPerSecond: 1, projectRequestsPerSecond: 100 }
  let time = 0
  const urls = nodes.map(({ origin }) => origin)
  const read = await makeBudgetApp(['shop'], urls, rates, () => time)
  for (const account of bitcoinAccounts(16)) await read('shop', account)
  expect(nodes.map(({ asked }) => asked.length)).toEqual([8, 8])
  time = 40_000
  expect(await read('shop', bitcoinAccounts(1)[0] ?? '')).toMatchObject({ balance: '1' })
})
