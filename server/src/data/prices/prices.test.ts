import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { startEvmNode } from '../../../test/evmNode.ts'
import { answerJson, startForeignServer } from '../../../test/foreignServer.ts'
import { makeTestFolder, makeTestParts, modalOrigin } from '../../../test/parts.ts'
import { createApp } from '../../http/app.ts'

const ether = 'eip155:1'
const owner = '0x407d73d8a49eeb85d32cf465507dd71d507100c1'
const token = getAddress('0xdf574c24545e5ffecb9a659c229253d4111d87e1')

type Source = { adaptor: 'defillama' | 'coingecko'; url?: string }
type StartOptions = { now?: () => number; native?: () => unknown }
const start = async (prices: Source[], { now = () => 0, native = () => '0x1bc16d674ec80000' }: StartOptions = {}) => {
  const tokens = { [token.toLowerCase()]: { balance: 250_000_000n } }
  const nodes = [await startEvmNode({ native, tokens }), await startEvmNode({ native, tokens })]
  const file = join(await makeTestFolder(), 'tokens.json')
  const row = { chainId: 1, address: token, name: 'HUSD', symbol: 'HUSD', decimals: 8 }
  await writeFile(file, JSON.stringify({ name: 'Test', tokens: [row] }))
  const networks = [{ id: ether, privateRpcUrls: nodes.map(({ url }) => url), logBlocks: 0 }]
  const shop = { id: 'shop', name: 'Shop', allowedOrigins: [], networks, tokenLists: [file] }
  const parts = await makeTestParts([shop], { now })
  const { settings } = parts
  const app = createApp({ ...parts, settings: { ...settings, data: { ...settings.data, prices } } })
  return async (query = '') =>
    (await app.request(`${modalOrigin}/v1/account/${ether}:${owner}/balance?projectId=shop${query}`)).json()
}
type Balance = { symbol: string; price?: number; value?: number }
const pricesOf = ({ balances }: { balances: Balance[] }) => balances.map(({ price, value }) => [price, value])

/** The answer that DefiLlama documents for `/prices/current/{coins}`. */
const llamaCoin = { decimals: 8, symbol: 'HUSD', price: 0.02, timestamp: 1_648_669_800, confidence: 0.99 }
const llama = (change: object = {}) => ({
  coins: {
    [`ethereum:${token}`]: { ...llamaCoin, ...change },
    'coingecko:ethereum': { symbol: 'ETH', price: 3_000, timestamp: 1_648_669_800, confidence: 0.99 },
  },
})
/** The answers that CoinGecko documents for `/simple/price` and `/simple/token_price/{id}`. */
const gecko = (currency: string, coin: unknown, coinPrice: unknown) =>
  startForeignServer((request, response) =>
    answerJson(
      request.url?.includes('token_price')
        ? { [token.toLowerCase()]: { [currency]: coin } }
        : { ethereum: { [currency]: coinPrice } },
    )(request, response),
  )

test('asks nobody for prices by default, and answers balances without a price', async () => {
  const answer = await (await start([]))()
  expect(pricesOf(answer)).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ])
  expect(answer.missing).toEqual([])
})

test('reads prices from DefiLlama in one request that names no account', async () => {
  const { origin, asked } = await startForeignServer(answerJson(llama()))
  const answer = await (await start([{ adaptor: 'defillama', url: origin }]))()
  expect(pricesOf(answer)).toEqual([
    [3_000, 6_000],
    [0.02, 0.05],
  ])
  expect(answer.missing).toEqual([])
  expect(asked).toEqual([`/prices/current/coingecko:ethereum,ethereum:${token}`])
})

test('reads prices from CoinGecko in the asked currency, with the key of the configured URL', async () => {
  const { origin, asked } = await gecko('eur', 0.5, 2_500)
  const read = await start([{ adaptor: 'coingecko', url: `${origin}/v3?x_cg_demo_api_key=secret` }])
  expect(pricesOf(await read('&currency=eur'))).toEqual([
    [2_500, 5_000],
    [0.5, 1.25],
  ])
  expect(asked.map((path) => new URL(path, origin).searchParams.get('x_cg_demo_api_key'))).toEqual(['secret', 'secret'])
})

test('asks the next source for the prices that the first one does not know', async () => {
  const first = await startForeignServer(answerJson({ coins: { 'coingecko:ethereum': { price: 3_000 } } }))
  const second = await gecko('usd', 0.5, 1)
  const sources: Source[] = [
    { adaptor: 'defillama', url: first.origin },
    { adaptor: 'coingecko', url: second.origin },
  ]
  expect(pricesOf(await (await start(sources))())).toEqual([
    [3_000, 6_000],
    [0.5, 1.25],
  ])
  expect(second.asked).toHaveLength(1)
})

test('does not ask a source for a currency in which it has no prices', async () => {
  const { origin, asked } = await startForeignServer(answerJson(llama()))
  const answer = await (await start([{ adaptor: 'defillama', url: origin }]))('&currency=eur')
  expect(pricesOf(answer)[0]).toEqual([undefined, undefined])
  expect(asked).toEqual([])
})

test.each([
  ['is unsure', { confidence: 0.5 }],
  ['is of a token with other decimals', { decimals: 18 }],
])('leaves out a price that %s', async (_, change) => {
  const { origin } = await startForeignServer(answerJson(llama(change)))
  const answer = await (await start([{ adaptor: 'defillama', url: origin }]))()
  expect(pricesOf(answer)).toEqual([
    [3_000, 6_000],
    [undefined, undefined],
  ])
})

const noPrices = [
  [undefined, undefined],
  [undefined, undefined],
]
const unreadable = [{ part: 'prices', chainId: ether, reason: 'UNREADABLE' }]

test.each([
  [llama({ price: -1 })],
  [llama({ price: 0 })],
  [llama({ price: 1e13 })],
  [llama({ price: 'NaN' })],
  [llama({ price: null })],
  [null],
  [[]],
  [{}],
  [{ coins: [] }],
  [{ coins: null }],
])('rejects the answer %j of DefiLlama', async (body) => {
  const { origin } = await startForeignServer(answerJson(body))
  const answer = await (await start([{ adaptor: 'defillama', url: origin }]))()
  expect([pricesOf(answer), answer.missing]).toEqual([noPrices, unreadable])
})

test.each([[-1], [0], [1e13], ['1'], [{}]])('rejects an answer of CoinGecko with the quote %j', async (quote) => {
  const { origin } = await gecko('usd', 1, quote)
  const answer = await (await start([{ adaptor: 'coingecko', url: origin }]))()
  expect([pricesOf(answer), answer.missing]).toEqual([noPrices, unreadable])
})

test.each([
  ['limits requests', 429, { reason: 'RATE_LIMITED', retryAfter: 60 }],
  ['is down', 503, { reason: 'UNAVAILABLE' }],
])('answers balances without prices if the source %s, and says so', async (_, status, why) => {
  const { origin } = await startForeignServer((_request, response) =>
    response.writeHead(status, { 'Retry-After': '60' }).end(),
  )
  const answer = await (await start([{ adaptor: 'defillama', url: origin }]))()
  expect(answer.balances).toHaveLength(2)
  expect(answer.missing).toEqual([{ part: 'prices', chainId: ether, ...why }])
})

test('asks a source again three seconds after it failed', async () => {
  let time = 0
  let isWell = false
  const { origin, asked } = await startForeignServer((request, response) =>
    answerJson(isWell ? llama() : null)(request, response),
  )
  const read = await start([{ adaptor: 'defillama', url: origin }], { now: () => time })
  await read()
  isWell = true
  time = 2_999
  expect(pricesOf(await read())).toEqual(noPrices)
  expect(asked).toHaveLength(1)
  time = 3_000
  expect(pricesOf(await read())).toEqual([
    [3_000, 6_000],
    [0.02, 0.05],
  ])
})

test('balances and prices share one time limit', async () => {
  let time = 0
  const { origin, asked } = await startForeignServer(answerJson(llama()))
  const native = () => {
    time = 9_000
    return '0x5'
  }
  const answer = await (await start([{ adaptor: 'defillama', url: origin }], { now: () => time, native }))()
  expect(answer.balances[0]).toMatchObject({ symbol: 'ETH', quantity: { numeric: '5' } })
  expect(answer.missing).toEqual([{ part: 'prices', chainId: ether, reason: 'UNAVAILABLE' }])
  expect(asked).toEqual([])
})

test.each([
  ['leaves two seconds for the prices', true],
  ['has the whole time without a source of prices', false],
])('the read of balances %s', async (_, hasPrices) => {
  let time = 0
  let reads = 0
  const native = () => {
    reads += 1
    time = 7_000
    return reads === 1 ? new Error('busy') : '0x5'
  }
  const { origin } = await startForeignServer(answerJson(llama()))
  const sources: Source[] = hasPrices ? [{ adaptor: 'defillama', url: origin }] : []
  await (await start(sources, { now: () => time, native }))()
  expect(reads).toBe(hasPrices ? 1 : 2)
})

test('caches prices for fifteen seconds, and shares one read among all callers', async () => {
  let time = 0
  const { origin, asked } = await startForeignServer(answerJson(llama()))
  const read = await start([{ adaptor: 'defillama', url: origin }], { now: () => time })
  await Promise.all(Array.from({ length: 50 }, () => read()))
  time = 14_999
  await read()
  expect(asked).toHaveLength(1)
  time = 15_000
  await read()
  expect(asked).toHaveLength(2)
})
