import { expect, test } from 'vitest'
import { directionOf } from './direction.ts'

test.each([
  ['en', 'ltr'],
  ['ar', 'rtl'],
  ['he-IL', 'rtl'],
  ['arn', 'ltr'],
])('the language %s has the writing direction %s', (locale, direction) => {
  expect(directionOf(locale)).toBe(direction)
})
