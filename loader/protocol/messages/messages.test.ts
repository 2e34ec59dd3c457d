import { expect, test } from 'vitest'
import { countText, defineMessages, fillText, type Language } from './messages.ts'

const greetings = defineMessages('greetings', {
  hello: 'Hello {name}',
  left: { one: '{n} try left', other: '{n} tries left' },
  errors: { late: 'Too late' },
})
type Own = Language<typeof greetings>
const german: Own = {
  greetings: {
    hello: 'Hallo {name}',
    left: { one: 'Noch {n} Versuch', other: 'Noch {n} Versuche' },
    errors: { late: 'Zu spät' },
  },
}

test('values fill the places of a text, cleaned', () => {
  expect(fillText(greetings.en.hello, { name: 'Mara\u202e' })).toBe('Hello Mara')
  expect(fillText(german.greetings.hello, { other: 'x' })).toBe('Hallo {name}')
  expect(fillText('{constructor}', {})).toBe('{constructor}')
})

test.each([
  ['en', greetings.en.left, 1, '1 try left'],
  ['de', german.greetings.left, 2, 'Noch 2 Versuche'],
  ['ar', { two: 'بقيت محاولتان', other: 'بقيت {n}' }, 2, 'بقيت محاولتان'],
])('in %s a count takes its own form', (locale, forms, n, text) => {
  expect(countText(forms, n, locale)).toBe(text)
})

test('a text that a language lacks does not compile, nor one too many', () => {
  // @ts-expect-error: `left` is missing.
  const lacking: Own = { greetings: { hello: '', errors: { late: '' } } }
  // @ts-expect-error: there is no `bye`.
  const surplus: Own = { greetings: { ...german.greetings, bye: '' } }
  expect([lacking, surplus]).toHaveLength(2)
})
