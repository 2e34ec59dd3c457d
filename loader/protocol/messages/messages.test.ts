import { expect, test } from 'vitest'
import { countText, defineMessages, fillText, type LanguageTexts } from './messages.ts'

const greetings = defineMessages('greetings', {
  hello: 'Hello {name}',
  left: { one: '{n} try left', other: '{n} tries left' },
  errors: { late: 'Too late' },
})
type TestLanguage = LanguageTexts<typeof greetings>
const german: TestLanguage = {
  greetings: {
    hello: 'Hallo {name}',
    left: { one: 'Noch {n} Versuch', other: 'Noch {n} Versuche' },
    errors: { late: 'Zu spät' },
  },
}

test('fills the placeholders of a text with cleaned values', () => {
  expect(fillText(greetings.en.hello, { name: 'Mara\u202e' })).toBe('Hello Mara')
  expect(fillText(german.greetings.hello, { other: 'x' })).toBe('Hallo {name}')
  expect(fillText('{constructor}', {})).toBe('{constructor}')
})

test.each([
  ['en', greetings.en.left, 1, '1 try left'],
  ['de', german.greetings.left, 2, 'Noch 2 Versuche'],
  ['ar', { two: 'بقيت محاولتان', other: 'بقيت {n}' }, 2, 'بقيت محاولتان'],
])('uses the plural form of the language %s for a count', (locale, forms, n, text) => {
  expect(countText(forms, n, locale)).toBe(text)
})

test('does not compile a translation with a missing or a surplus text', () => {
  // @ts-expect-error: `left` is missing.
  const lacking: TestLanguage = { greetings: { hello: '', errors: { late: '' } } }
  // @ts-expect-error: there is no `bye`.
  const surplus: TestLanguage = { greetings: { ...german.greetings, bye: '' } }
  expect([lacking, surplus]).toHaveLength(2)
})
