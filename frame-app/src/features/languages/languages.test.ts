import { createStore } from 'jotai/vanilla'
import { expect, test } from 'vitest'
import { setLocaleAtom } from '../../core/state/options.ts'
import { languageAtom, textLocaleAtom } from '../language.ts'
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
      return store.set(loadLanguageAtom, true)
    })
    await Promise.all(loading)
    expect(store.get(textLocaleAtom)).toBe(written)
  },
)

test('loads the texts of the first view alone, keeps them while all others load, and never goes back to the first', async () => {
  const store = createStore()
  store.set(setLocaleAtom, 'de')
  const titles = () => store.get(languageAtom).texts.titles
  await store.set(loadLanguageAtom, false)
  expect([store.get(textLocaleAtom), titles()]).toEqual(['de', undefined])
  const loading = store.set(loadLanguageAtom, true)
  expect(store.get(textLocaleAtom)).toBe('de')
  await loading
  expect(titles()).toMatchObject({ account: 'Konto' })
  await store.set(loadLanguageAtom, false)
  expect(titles()).toMatchObject({ account: 'Konto' })
})
