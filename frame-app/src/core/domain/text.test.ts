import { expect, test } from 'vitest'
import { explorerAddressUrl } from '../../features/account/explorer.ts'
import { shortenAddress } from './address.ts'
import { localizeDecimal } from './amount.ts'
import { isLocale, roundCount } from './text.ts'

test('shortens an address to its first and last characters', () => {
  expect(shortenAddress('0x7A0000000000000000000000000000000A0c36E')).toBe('0x7A…A0c36E')
  expect(shortenAddress('0x12345678')).toBe('0x12345678')
})

const network = {
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  id: '1',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
} as const

test.each([
  ['https://etherscan.io', 'https://etherscan.io/address/0xab'],
  ['https://explorer.example/chain/', 'https://explorer.example/chain/address/0xab'],
  ['https://explorer.example?cluster=devnet', 'https://explorer.example/address/0xab?cluster=devnet'],
  ['javascript:alert(1)', null],
])('links an address on the explorer %s to %s', (url, expected) => {
  expect(explorerAddressUrl({ ...network, blockExplorer: { name: 'Explorer', url } }, '0xab')).toBe(expected)
})

test('returns no link to an address if the network has no explorer', () => {
  expect(explorerAddressUrl({ ...network }, '0xab')).toBe(null)
})

test.each([
  ['de', true],
  ['pt-BR', true],
  ['zh-Hant-TW', true],
  ['en_US', false],
  ['en-US-US', false],
  ['de-12345678-12345678', false],
  ['', false],
  ['toString()', false],
])('tells whether %j is a valid locale: %s', (locale, answer) => {
  expect(isLocale(locale)).toBe(answer)
  if (answer) expect(localizeDecimal('1.5', locale)).toHaveLength(3)
})

test.each([
  [7, '7'],
  [10, '10+'],
  [489, '480+'],
])('rounds the count %i down to %s', (count, expected) => {
  expect(roundCount(count)).toBe(expected)
})
