import { expect, test } from 'vitest'
import { makeTestApp, modalOrigin, shopOrigin, walletOrigin } from '../../../test/parts.ts'

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>'
const site = {
  origin: shopOrigin,
  name: 'Slow Mornings',
  logo: `data:image/svg+xml,${encodeURIComponent(drawing)}`,
  receivers: [{ name: 'Slow Mornings, till', account: 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }],
}

const openSites = async (sites: object[]) => {
  const app = await makeTestApp([{ id: 'shop', name: 'Shop', allowedOrigins: [shopOrigin], sites }])
  const document = await app(`${walletOrigin}/s/`)
  const block = /<script[^>]*>(.*?)<\/script>/s.exec(await document.text())?.[1] ?? ''
  return { app, csp: document.headers.get('Content-Security-Policy') ?? '', bootstrap: JSON.parse(block) }
}

test('gives the secure frame the sites with paths of redrawn logos on its own host, and allows it no other images', async () => {
  const { app, csp, bootstrap } = await openSites([site])
  const { logo, ...rest } = site
  expect(bootstrap.sites).toEqual([{ ...rest, logo: expect.stringMatching(/^\/logos\/[0-9a-f]{32}$/) }])
  expect(csp).toContain("img-src 'self';")
  const path = bootstrap.sites[0].logo
  const answer = await app(walletOrigin + path)
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(8, 12)
      .toString(),
  ).toBe('WEBP')
  expect((await app(modalOrigin + path)).status).toBe(404)
})

test('answers 404 for a logo that cannot be redrawn and for an unknown id', async () => {
  const { app, bootstrap } = await openSites([{ ...site, logo: 'data:image/svg+xml,no%20picture' }])
  expect((await app(walletOrigin + bootstrap.sites[0].logo)).status).toBe(404)
  expect((await app(`${walletOrigin}/logos/${'0'.repeat(32)}`)).status).toBe(404)
})

test('gives the secure frame no logo for a site without one', async () => {
  const { bootstrap } = await openSites([{ origin: shopOrigin, name: 'Slow Mornings' }])
  expect(bootstrap.sites).toEqual([{ origin: shopOrigin, name: 'Slow Mornings', receivers: [] }])
})
