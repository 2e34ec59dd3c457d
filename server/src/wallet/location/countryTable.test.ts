import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CountryRange, openCountryTable, packCountryTable } from './countryTable.ts'
import { readIpAddress } from './ipAddress.ts'

const bytesOf = (text: string): Uint8Array => readIpAddress(text) ?? new Uint8Array()
const range = (first: string, last: string, country: string): CountryRange => ({
  first: bytesOf(first),
  last: bytesOf(last),
  country,
})
const find = openCountryTable(
  packCountryTable({
    4: [
      range('0.0.1.0', '0.0.1.255', 'AT'),
      range('0.0.2.0', '0.0.2.255', 'AT'),
      range('0.0.3.0', '0.0.3.0', 'DE'),
      range('9.0.0.0', '9.255.255.255', 'JP'),
      range('255.255.255.0', '255.255.255.255', 'AT'),
    ],
    16: [
      range('2001:200::', '2001:200:ffff:ffff:ffff:ffff:ffff:ffff', 'JP'),
      range('2001:201::', '2001:201:0:0:ffff:ffff:ffff:ffff', 'KR'),
    ],
  }),
)

test.each([
  ['0.0.0.255', ''],
  ['0.0.1.0', 'AT'],
  ['0.0.2.255', 'AT'],
  ['0.0.3.0', 'DE'],
  ['0.0.3.1', ''],
  ['8.255.255.255', ''],
  ['9.0.0.0', 'JP'],
  ['9.255.255.255', 'JP'],
  ['10.0.0.0', ''],
  ['255.255.255.255', 'AT'],
  ['::', ''],
  ['2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', ''],
  ['2001:200::', 'JP'],
  ['2001:200:ffff:ffff:ffff:ffff:ffff:ffff', 'JP'],
  ['2001:201::1', 'KR'],
  ['2001:201:0:1::', ''],
  ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', ''],
])('for the IP address %s, finds the country %j', (address, country) => {
  expect(find(bytesOf(address))).toBe(country)
})

const numberAsAddress = (number: number): Uint8Array =>
  new Uint8Array([24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff))

test('finds the country for every IP address of a range, and no country for addresses next to the range', () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 0, max: 0xffffffff }), { minLength: 2, maxLength: 40 })
  fc.assert(
    fc.property(cuts, fc.integer({ min: 0, max: 0xffffffff }), (unsorted, other) => {
      const sorted = unsorted.toSorted((one, next) => one - next)
      const pairs = sorted.flatMap((first, at) => {
        const last = sorted[at + 1]
        return at % 2 === 0 && last !== undefined ? [{ first, last, country: at % 4 === 0 ? 'AT' : 'JP' }] : []
      })
      const ranges = pairs.map(({ first, last, country }) => ({
        first: numberAsAddress(first),
        last: numberAsAddress(last),
        country,
      }))
      const findIn = openCountryTable(packCountryTable({ 4: ranges, 16: [] }))
      for (const address of [...sorted, ...sorted.map((cut) => Math.max(0, cut - 1)), other])
        expect(findIn(numberAsAddress(address))).toBe(
          pairs.find(({ first, last }) => first <= address && address <= last)?.country ?? '',
        )
    }),
  )
})

test.each([
  ['overlap', [range('9.0.0.0', '9.0.0.9', 'AT'), range('9.0.0.9', '9.0.0.10', 'JP')], /overlap/],
  ['are out of order', [range('9.0.0.0', '9.0.0.9', 'AT'), range('8.0.0.0', '8.0.0.9', 'JP')], /order/],
  ['end before they begin', [range('9.0.0.9', '9.0.0.0', 'AT')], /order/],
  ['have no country', [range('9.0.0.0', '9.0.0.9', 'Austria')], /not a country code/],
])('rejects IP ranges that %s', (_, ranges, message) => {
  expect(() => packCountryTable({ 4: ranges, 16: [] })).toThrow(message)
})

test('rejects an IPv6 range that is smaller than a /64', () => {
  const small = [range('2001:200::', '2001:200::ff', 'JP')]
  expect(() => packCountryTable({ 4: [], 16: small })).toThrow(/smaller than a \/64/)
})
