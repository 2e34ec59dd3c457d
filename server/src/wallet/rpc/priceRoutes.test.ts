import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { answerJson, startForeignServer } from '../../../test/foreignServer.ts'
import { makeTestParts } from '../../../test/parts.ts'
import { makeWalletServer } from '../../../test/walletServer.ts'

const chainId = 'eip155:1'
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const fake = `0x${'5'.repeat(40)}`

/** A server whose list names `token`, and whose source of prices answers as given. It knows a price of the fake token. */
const serve = async (price: unknown = 1.5, euros?: unknown) => {
  const coin = { decimals: 6, symbol: 'USDC', price, timestamp: 1, confidence: 0.99 }
  const coins = { [`ethereum:${token}`]: coin, [`ethereum:${fake}`]: coin, 'coingecko:ethereum': { price: 3_000 } }
  const source = await startForeignServer(answerJson({ coins }))
  const inEuros = euros === undefined ? null : await startForeignServer(answerJson(euros))
  const { settings } = await makeTestParts()
  const prices = [
    { adaptor: 'defillama' as const, url: source.origin },
    ...(inEuros ? [{ adaptor: 'coingecko' as const, url: inEuros.origin }] : []),
  ]
  const row = { chainId: 1, address: token, name: 'USD Coin', symbol: 'USDC', decimals: 6 }
  const server = await makeWalletServer(async () => (await openTestDatabase()).database, {
    projects: [{ id: 'shop', name: 'Shop', allowedOrigins: ['https://shop.example'], networks: [chainId] }],
    parts: {
      settings: { ...settings, data: { ...settings.data, prices } },
      tokenLists: { find: async (_, id) => (id === chainId ? [row] : []), findIcon: async () => undefined },
      now: () => 0,
    },
  })
  const client = await server.makeClient()
  const read = async (query: object, projectId = 'shop') => {
    const path = `price?${new URLSearchParams({ chainId, ...query })}`
    return (await client.call('GET', path, { change: { claims: { projectId } } })).body
  }
  return { read, asked: source.asked }
}

test('tells the price of a listed token and of the coin of a network, in US dollars', async () => {
  const { read, asked } = await serve()
  expect(await read({ address: token })).toEqual({ currency: 'usd', price: 1.5 })
  expect(await read({ address: token.toLowerCase() })).toEqual({ currency: 'usd', price: 1.5 })
  expect(await read({})).toEqual({ currency: 'usd', price: 3_000 })
  expect(asked).toHaveLength(2)
})

test('tells the price in the asked currency if a source has it', async () => {
  const { read } = await serve(1.5, { [token.toLowerCase()]: { eur: 1.25 } })
  expect(await read({ address: token, currency: 'eur' })).toEqual({ currency: 'eur', price: 1.25 })
  expect(await read({ address: token, currency: 'usd' })).toEqual({ currency: 'usd', price: 1.5 })
})

test('tells the price in US dollars, and says so, if no source has it in the asked currency', async () => {
  expect(await (await serve()).read({ address: token, currency: 'eur' })).toEqual({ currency: 'usd', price: 1.5 })
  const { read } = await serve(null, {})
  expect(await read({ address: token, currency: 'jpy' })).toEqual({ currency: 'jpy', price: null })
})

test('refuses a currency that no source of prices knows', async () => {
  const { read } = await serve()
  expect(await read({ address: token, currency: 'chf' })).toMatchObject({ code: 'INVALID_INPUT' })
})

test('asks no source for the price of a token that no list names', async () => {
  const { read, asked } = await serve()
  expect(await read({ address: fake })).toEqual({ currency: 'usd', price: null })
  expect(asked).toEqual([])
})

test('a network that the project does not serve has no price', async () => {
  const { read, asked } = await serve()
  expect(await read({ chainId: 'eip155:10' })).toEqual({ currency: 'usd', price: null })
  expect(await read({ chainId: 'eip155:10', address: token })).toEqual({ currency: 'usd', price: null })
  expect(asked).toEqual([])
})

test.each([0, -1, 1e13, 'NaN', null])('the price %j of a source is no price', async (price) => {
  const { read } = await serve(price)
  expect(await read({ address: token })).toEqual({ currency: 'usd', price: null })
})
