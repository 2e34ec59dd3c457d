import { expect, test } from 'vitest'
import { writeAge } from './age.ts'

test.each([
  [{ unit: 'sec', count: 5 }, 'en', '5 sec ago'],
  [{ unit: 'hrs', count: 1 }, 'en', '1 hrs ago'],
  [{ unit: 'd', count: 1 }, 'de', 'vor 1 Tag'],
  [{ unit: 'd', count: 2 }, 'de', 'vor 2 Tagen'],
] as const)('writes the age %j in the language %s as %s', (age, locale, expected) => {
  expect(writeAge(age, locale)).toBe(expected)
})
