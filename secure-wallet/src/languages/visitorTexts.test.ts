import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { embeddedWalletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { LanguageCode } from '@appkit-frame/loader/protocol/messages/languages.ts'
import { textsIn, textsWithExpertWords } from '@appkit-frame/loader/protocol/test/visitorWords.ts'
import { afterEach, expect, test } from 'vitest'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { errorText } from './errorText.ts'
import { setLanguage } from './translate.ts'

type Catalogue = { readonly [name: string]: unknown }
const modules: { readonly [path: string]: Catalogue } = import.meta.glob(
  ['../**/*essages.ts', './ar*.ts', './de*.ts', './errorText.ts', '!../**/*.test.ts'],
  { eager: true },
)
/** Every text of the secure frame and its windows in one language, by the file that holds it. */
const textsOf = (language: LanguageCode): Catalogue =>
  Object.fromEntries(
    Object.entries(modules).flatMap(([path, { englishMessages, ...others }]) => {
      if (language === 'en') return englishMessages ? [[path, (englishMessages as { en: unknown }).en]] : []
      return path.startsWith(`./${language}`) ? [[path, others]] : []
    }),
  )
afterEach(() => setLanguage(null))

test.each(['en', 'de', 'ar'] as const)(
  'no text of the wallet in %s has a word that only builders of wallets know',
  (language) => {
    const texts = textsOf(language)
    expect(textsIn(texts).length).toBeGreaterThan(500)
    expect(textsWithExpertWords(language, texts)).toEqual([])
  },
)

test.each([
  ['en', null],
  ['de', de],
  ['ar', ar],
] as const)(
  'in %s, an error never shows a placeholder, a text for developers, or the words Server Error',
  (locale, texts) => {
    setLanguage(texts, locale)
    const developerTexts = Object.values(embeddedWalletErrors).map(({ short }) => short)
    for (const row of Object.values(embeddedWalletErrors)) {
      const text = errorText(new AppError(row, { values: { n: 2 } }))
      expect(text).not.toMatch(/[{}]|Server Error|Serverfehler/)
      if (row.code !== 'INSUFFICIENT_FUNDS' && row.code !== 'EMAIL_COOLDOWN') expect(developerTexts).not.toContain(text)
    }
  },
)
