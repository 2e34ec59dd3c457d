import { expect, test } from 'vitest'
import { isWithinBounds } from './nesting.ts'

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

test('accepts a value up to the depth and not beyond', () => {
  expect([3, 4].map((depth) => isWithinBounds(nested(depth), { depth: 3 }))).toEqual([true, false])
})

test.each([
  ['beside each other', Array(9).fill(0)],
  ['in several levels', [[1, 2, 3], { a: { b: 1, c: 2, d: 3 } }]],
])('counts every value %s up to the number of nodes', (_name, value) => {
  expect([9, 10, 11].map((nodes) => isWithinBounds(value, { depth: 5, nodes }))).toEqual([false, true, true])
})

test('asks about each object and array, and about no other value', () => {
  const asked: unknown[] = []
  const accepts = (value: object): boolean => {
    asked.push(value)
    return !('bad' in value)
  }
  expect(isWithinBounds([null, 'text', { a: [] }], { depth: 5, accepts })).toBe(true)
  expect(asked).toEqual([[null, 'text', { a: [] }], { a: [] }, []])
  expect(isWithinBounds([{ bad: 1 }], { depth: 5, accepts })).toBe(false)
})
