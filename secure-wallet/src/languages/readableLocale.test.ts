import { expect, test } from 'vitest'
import { readableLocale } from './readableLocale.ts'

test.each([
  ['de', ['de-AT', 'en'], 'de'],
  ['ar-EG', ['en-US', 'ar'], 'ar-EG'],
  ['ar', ['en-US', 'de'], 'en-US'],
  ['en', ['ja'], 'ja'],
  ['ar', [], 'en'],
])('for a site in %s and a browser that accepts %j, chooses %s', (locale, languages, spoken) => {
  expect(readableLocale(locale, languages)).toBe(spoken)
})
