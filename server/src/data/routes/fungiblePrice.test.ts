import { expect, test, vi } from 'vitest'
import { answerJson, startForeignServer } from '../../../test/foreignServer.ts'
import { makeTestParts, modalOrigin } from '../../../test/parts.ts'
import { createApp } from '../../http/app.ts'
import type { ServerParts } from '../../http/parts.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const currency = `0x${'e'.repeat(40)}`

const start = async (answer: unknown, own: Partial<ServerParts> = {}) => {
  const { origin, asked } = await startForeignServer(answerJson(answer))
  const parts = await makeTestParts([{ id: 'shop', name: 'Shop', allowedOrigins: [], networks: ['eip155:1'] }], own)
  const data = { ...parts.settings.data, prices: [{ adaptor: 'defillama' as const, url: origin }] }
  const app = createApp({ ...parts, settings: { ...parts.settings, data } })
  const post = async (body: unknown) =>
    app.request(`${modalOrigin}/v1/fungible/price?projectId=shop`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return { post, asked }
}
const known = { 'coingecko:ethereum': { price: 3_000 }, [`ethereum:${usdc}`]: { price: 1, decimals: 6 } }

test('answers the prices of a listed token and of the currency', async () => {
  const { post } = await start({ coins: known })
  const addresses = [`eip155:1:${usdc.toLowerCase()}`, `eip155:1:${currency}`]
  const answer = await post({ currency: 'usd', addresses, projectId: 'shop' })
  expect(await answer.json()).toEqual({
    fungibles: [
      {
        address: addresses[0],
        name: 'USD Coin',
        symbol: 'USDC',
        decimals: 6,
        iconUrl: `${modalOrigin}/public/getTokenImage/USDC`,
        price: 1,
      },
      {
        address: addresses[1],
        name: 'Ether',
        symbol: 'ETH',
        decimals: 18,
        iconUrl: `${modalOrigin}/public/getTokenImage/ETH`,
        price: 3_000,
      },
    ],
    missing: [],
  })
})

test.each([
  ['a token that no list names', `eip155:1:0x${'2'.repeat(40)}`],
  ['a network that the project does not have', `eip155:10:${usdc}`],
  ['no CAIP-10 id', 'hello'],
])('answers no price for %s, and asks nobody', async (_, id) => {
  const { post, asked } = await start({ coins: known })
  expect(await (await post({ addresses: [id] })).json()).toEqual({ fungibles: [], missing: [] })
  expect(asked).toEqual([])
})

test('invents no price where the source knows none', async () => {
  const { post } = await start({ coins: {} })
  expect(await (await post({ addresses: [`eip155:1:${usdc}`] })).json()).toEqual({ fungibles: [], missing: [] })
})

test('reads the token lists of a network once for all tokens of a request', async () => {
  const find = vi.fn(async () => [{ chainId: 1, address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6 }])
  const { post } = await start({ coins: known }, { tokenLists: { find, findIcon: async () => undefined } })
  const others = Array.from({ length: 98 }, (_, index) => `eip155:1:0x${String(index).padStart(40, '0')}`)
  const { fungibles } = await (await post({ addresses: [`eip155:1:${usdc}`, ...others] })).json()
  expect(fungibles).toMatchObject([{ symbol: 'USDC', price: 1 }])
  expect(find).toHaveBeenCalledTimes(1)
})

test('names a token as missing if the price source failed', async () => {
  const { post } = await start({ coins: { 'coingecko:ethereum': { price: -1 } } })
  const address = `eip155:1:${currency}`
  expect(await (await post({ addresses: [address] })).json()).toEqual({
    fungibles: [],
    missing: [{ address, reason: 'UNREADABLE' }],
  })
})

test.each<[string, unknown, string]>([
  ['no JSON', '{', 'address'],
  ['no addresses', { currency: 'usd' }, 'address'],
  ['too many addresses', { addresses: Array.from({ length: 101 }, () => 'a') }, 'address'],
  ['an unknown currency', { currency: 'shells', addresses: ['a'] }, 'currency'],
])('rejects a request for prices with %s', async (_, body, field) => {
  const answer = await (await start({})).post(body)
  expect([answer.status, (await answer.json()).reasons[0].field]).toEqual([400, field])
})
