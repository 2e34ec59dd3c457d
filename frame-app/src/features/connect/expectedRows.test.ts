import { expect, test } from 'vitest'
import { readExpectedRows } from './expectedRows.ts'

test.each([
  ['?theme=dark&rows=3', 3],
  ['', 1],
  ['?rows=0', 1],
  ['?rows=-2', 1],
  ['?rows=2.5', 1],
  ['?rows=many', 1],
  ['?rows=9999', 6],
])('%j keeps %i places', (search, rows) => {
  expect(readExpectedRows(search)).toBe(rows)
})
