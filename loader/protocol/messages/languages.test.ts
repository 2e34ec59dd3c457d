import { expect, test } from 'vitest'
import { shippedLanguageOf } from './languages.ts'

test.each([
  ['de', 'de'],
  ['de-CH', 'de'],
  ['AR-eg', 'ar'],
  ['en-GB', 'en'],
  ['fr', 'en'],
  ['', 'en'],
  ['constructor', 'en'],
  ['deu', 'en'],
])('the locale %j has the shipped language %s', (locale, language) => {
  expect(shippedLanguageOf(locale)).toBe(language)
})
