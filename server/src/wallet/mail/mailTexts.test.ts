import { expect, test } from 'vitest'
import { mailTexts } from './mailTexts.ts'

const placeholdersOf = (texts: unknown): string[] =>
  JSON.stringify(texts)
    .match(/\{\w+\}/g)
    ?.sort() ?? []

test.each(['de-AT', 'ar'])('translates every mail text to %s with the same placeholders', (locale) => {
  const [english, translated] = [mailTexts('en'), mailTexts(locale)]
  for (const key of Object.keys(english) as (keyof typeof english)[])
    expect(placeholdersOf(translated[key]), key).toEqual(placeholdersOf(english[key]))
  expect(translated.codeTitle).not.toBe(english.codeTitle)
})

test.each(['fr', '__proto__', 'constructor', ''])('writes mails in English for the locale %j', (locale) => {
  expect(mailTexts(locale)).toBe(mailTexts('en'))
})
