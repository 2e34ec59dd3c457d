import { expect, test } from 'vitest'
import { readableLocale } from './readable.ts'

test.each([
  ['de', ['de-AT', 'en'], 'de'],
  ['ar-EG', ['en-US', 'ar'], 'ar-EG'],
  ['ar', ['en-US', 'de'], 'en-US'],
  ['en', ['ja'], 'ja'],
  ['ar', [], 'en'],
])('a site in %s is answered for a browser that asks for %j in %s', (locale, languages, spoken) => {
  expect(readableLocale(locale, languages)).toBe(spoken)
})
