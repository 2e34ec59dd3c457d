import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactAmount, floorAmount, localizeDecimal, parseQuantity } from './amount.ts'

test.each([
  [0n, 18, '0.000'],
  [1n, 18, '<0.001'],
  [999_999_999_999_999n, 18, '<0.001'],
  [1_000_000_000_000_000n, 18, '0.001'],
  [1_234_999_999_999_999_999n, 18, '1.234'],
  [10_000n * 10n ** 18n, 18, '10000.000'],
  [1_239_999n, 6, '1.239'],
  [12n, 0, '12.000'],
  [123n, 2, '1.230'],
])('formats the amount %s with %s decimals as %s', (units, decimals, text) => {
  expect(floorAmount(units, decimals)).toBe(text)
})

test('rounds an amount down, by less than a thousandth', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 10n ** 15n, max: 10n ** 30n }), (units) => {
      const shown = BigInt(floorAmount(units, 18).replace('.', '')) * 10n ** 15n
      expect(shown <= units && units - shown < 10n ** 15n).toBe(true)
    }),
  )
})

test.each([
  ['0x0', 0n],
  ['0xde0b6b3a7640000', 10n ** 18n],
  ['0x', null],
  ['12', null],
  [12, null],
  [null, null],
  [`0x${'f'.repeat(65)}`, null],
])('reads the quantity %j as %s', (value, expected) => {
  expect(parseQuantity(value)).toBe(expected)
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

test.each([
  [10n ** 18n, 18, '1'],
  [1_500_000n, 6, '1.5'],
  [100n, 0, '100'],
  [1_000n, 1, '100'],
  [1n, 18, '0.000000000000000001'],
  [0n, 18, '0'],
])('writes %s units with %s decimals as %s', (units, decimals, text) => {
  expect(exactAmount(units, decimals)).toBe(text)
})
