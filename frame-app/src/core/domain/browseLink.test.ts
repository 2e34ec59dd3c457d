import { expect, test } from 'vitest'
import { browseLink, browseTemplateOf, readPageUrl } from './browseLink.ts'

const host = 'https://shop.example'
const phantom = 'https://phantom.app/ul/browse/{url}?ref={origin}'

test('opens the page where the visitor is in the browser of a wallet', () => {
  expect(browseLink(phantom, readPageUrl(`${host}/cart?a=1&b=2#pay`, host))).toBe(
    'https://phantom.app/ul/browse/https%3A%2F%2Fshop.example%2Fcart%3Fa%3D1%26b%3D2%23pay?ref=https%3A%2F%2Fshop.example',
  )
})

test.each([
  ['of another site', 'https://evil.example/cart'],
  ['of another port', 'https://shop.example:8443/'],
  ['of another scheme', 'http://shop.example/'],
  ['that runs a script', 'javascript:alert(1)'],
  ['of a blob of the site', `blob:${host}/0b2c`],
  ['with a password', 'https://name:secret@shop.example/'],
  ['that cannot be parsed', 'cart'],
  ['that is no text', { href: `${host}/cart` }],
])('replaces a reported URL %s by the origin of the host', (_, reported) => {
  expect(readPageUrl(reported, host).href).toBe(`${host}/`)
})

test('makes no link of a template that runs a script', () => {
  expect(browseLink('javascript:open({url})', new URL(host))).toBeNull()
})

test('picks the link of the first namespace that has one', () => {
  const wallet = { id: 'w', name: 'W', chains: [], browse_links: { solana: phantom } }
  expect(browseTemplateOf(wallet, ['eip155', 'solana'])).toBe(phantom)
  expect(browseTemplateOf(wallet, ['eip155'])).toBeUndefined()
})
