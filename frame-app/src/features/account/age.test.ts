import { expect, test } from 'vitest'
import { toAge, writeAge } from './age.ts'

test.each([
  [0, 'sec', 0],
  [59_000, 'sec', 59],
  [60_000, 'min', 1],
  [3 * 3_600_000, 'hrs', 3],
  [86_400_000, 'd', 1],
  [45 * 86_400_000, 'mo', 1],
  [800 * 86_400_000, 'yr', 2],
] as const)('writes an age of %s ms as %s %s', (ms, unit, count) => {
  expect(toAge(ms)).toEqual({ unit, count })
})

test.each([
  [{ unit: 'sec', count: 5 }, 'en', '5 sec ago'],
  [{ unit: 'hrs', count: 1 }, 'en', '1 hrs ago'],
  [{ unit: 'd', count: 1 }, 'de', 'vor 1 Tag'],
  [{ unit: 'd', count: 2 }, 'de', 'vor 2 Tagen'],
] as const)('writes the age %j in the language %s as %s', (age, locale, expected) => {
  expect(writeAge(age, locale)).toBe(expected)
})
