import { expect, test } from 'vitest'
import { explorerAddressUrl } from '../../features/account/explorer.ts'
import { shortenAddress } from './address.ts'
import { isLocale, localizeDecimal, roundCount, toAge } from './text.ts'

test.each([
  [0, 'sec', 0],
  [59_000, 'sec', 59],
  [60_000, 'min', 1],
  [3 * 3_600_000, 'hrs', 3],
  [86_400_000, 'd', 1],
  [45 * 86_400_000, 'mo', 1],
  [800 * 86_400_000, 'yr', 2],
] as const)('writes an age of %s ms as %s %s', (ms, unit, count) => {
  expect(toAge(ms)).toEqual({ unit, count })
})

test.each([
  ['0.000', 'en', '0.000'],
  ['1234567.891', 'en', '1,234,567.891'],
  ['1234567.891', 'de', '1.234.567,891'],
  ['<0.001', 'de', '<0,001'],
  ['98765432109876543210.123', 'en', '98,765,432,109,876,543,210.123'],
  ['12', 'en', '12'],
  ['—', 'en', '—'],
])('formats the number %s in the locale %s as %s', (text, locale, expected) => {
  expect(localizeDecimal(text, locale)).toBe(expected)
})

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
