import { expect, test } from 'vitest'
import { makeApp, modal, shop } from '../../test/parts.ts'

const app = await makeApp()

test.each([
  ['/getWalletImage/a1', 'image/webp', 'alpha'],
  ['/getWalletImage/b2', 'image/svg+xml', '>B<'],
  ['/public/getAssetImage/ethereum', 'image/webp', 'ether'],
  ['/public/getAssetImage/eip155-10', 'image/svg+xml', '>O<'],
  ['/public/getCurrencyImage/usd', 'image/svg+xml', '>U<'],
  ['/public/getTokenImage/WETH', 'image/svg+xml', '>W<'],
])('%s is %s', async (path, type, part) => {
  const response = await app(`${modal}${path}`, { headers: { Origin: shop } })
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, type])
  expect(response.headers.get('Vary')).toBe('Origin, Accept-Encoding')
  expect(await response.text()).toContain(part)
})

test.each([
  '/getWalletImage/zz',
  '/getWalletImage/..%2f..%2fwallets.json',
  '/public/getAssetImage/nowhere',
  '/public/getCurrencyImage/dollars',
  '/public/getTokenImage/%3Cscript%3E',
])('%s is not there', async (path) => {
  expect((await app(`${modal}${path}`)).status).toBe(404)
})

test('a stranger gets no picture', async () => {
  expect((await app(`${modal}/getWalletImage/a1`, { headers: { Origin: 'https://evil.example' } })).status).toBe(403)
})
