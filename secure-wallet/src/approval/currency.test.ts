import { expect, test } from 'vitest'
import { currencyOf } from './currency.ts'

test.each([
  ['en-US', 'usd'],
  ['en', 'usd'],
  ['de-DE', 'eur'],
  ['de', 'eur'],
  ['ja', 'jpy'],
  ['de-CH', 'usd'],
  ['en-GB', 'gbp'],
  ['en-AU', 'aud'],
  ['fr-CA', 'cad'],
  ['en-IN', 'inr'],
  ['zh-Hant-TW', 'usd'],
  ['', 'usd'],
  ['not a tag', 'usd'],
])('a visitor whose browser speaks %j sees amounts in %s', (language, currency) => {
  expect(currencyOf(language)).toBe(currency)
})
