import { expect, test } from 'vitest'
import { median } from './row.ts'

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[7], 7],
])('computes the median of %j as %d', (values, expected) => {
  expect(median(values)).toBe(expected)
})
