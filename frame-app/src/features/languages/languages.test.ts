import { createStore } from 'jotai/vanilla'
import { expect, test } from 'vitest'
import { setLocaleAtom } from '../../core/state/options.ts'
import { textLocaleAtom } from '../language.ts'
import { loadLanguageAtom } from './languages.ts'

test.each([
  [['de', 'en'], 'en'],
  [['en', 'de-AT'], 'de'],
  [['ar', 'de', 'ar'], 'ar'],
  [['de', 'toString'], 'en'],
])(
  'shows the last of the locales %j that the page sets one after the other, in whatever order they load',
  async (locales, written) => {
    const store = createStore()
    const loading = locales.map((locale) => {
      store.set(setLocaleAtom, locale)
      return store.set(loadLanguageAtom)
    })
    await Promise.all(loading)
    expect(store.get(textLocaleAtom)).toBe(written)
  },
)
