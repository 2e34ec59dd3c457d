import { createStore } from 'jotai/vanilla'
import { expect, test } from 'vitest'
import { setLocaleAtom } from '../core/state/options.ts'
import { loadLanguageAtom, writtenLocaleAtom } from './language.ts'

test.each([
  [['de', 'en'], 'en'],
  [['en', 'de-AT'], 'de'],
  [['ar', 'de', 'ar'], 'ar'],
  [['de', 'toString'], 'en'],
])('of %j the last one counts, whichever comes last', async (locales, written) => {
  const store = createStore()
  const loading = locales.map((locale) => {
    store.set(setLocaleAtom, locale)
    return store.set(loadLanguageAtom)
  })
  await Promise.all(loading)
  expect(store.get(writtenLocaleAtom)).toBe(written)
})
