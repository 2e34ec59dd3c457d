import { expect, test } from 'vitest'
import { fillBrowseTemplate, isBrowseTemplate } from './browseLink.ts'

const page = new URL('https://shop.example/a b/?x=1&y={origin}#part')

test.each([
  [
    'https://phantom.app/ul/browse/{url}?ref={origin}',
    'https://phantom.app/ul/browse/https%3A%2F%2Fshop.example%2Fa%2520b%2F%3Fx%3D1%26y%3D%7Borigin%7D%23part?ref=https%3A%2F%2Fshop.example',
  ],
  [
    'https://web3.okx.com/download?deeplink=okx%3A%2F%2Fwallet%2Fdapp%2Furl%3FdappUrl%3D{urlInLink}',
    'https://web3.okx.com/download?deeplink=okx%3A%2F%2Fwallet%2Fdapp%2Furl%3FdappUrl%3Dhttps%253A%252F%252Fshop.example%252Fa%252520b%252F%253Fx%253D1%2526y%253D%257Borigin%257D%2523part',
  ],
  ['https://link.metamask.io/dapp/{address}', 'https://link.metamask.io/dapp/shop.example/a%20b/?x=1&y={origin}'],
])('fills %s with the encoded page, and fills nothing inside the page’s own text', (template, link) => {
  expect(fillBrowseTemplate(template, page)).toBe(link)
})

test.each([
  ['https://phantom.app/ul/browse/{url}?ref={origin}', true],
  ['https://link.metamask.io/dapp/{address}', true],
  ['https://phantom.app/ul/browse/', false],
  ['https://phantom.app/ul/browse/?ref={origin}', false],
  ['https://phantom.app/ul/browse/{url}?key={account}', false],
  ['https://phantom.app/ul/browse/{url}?key={constructor}', false],
])('accepts the template %s: %s', (template, isValid) => {
  expect(isBrowseTemplate(template)).toBe(isValid)
})
