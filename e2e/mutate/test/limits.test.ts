import { expect, test } from 'vitest'
import { countTo, isWithin, remember } from './limits.ts'

test('compares a value with the limit of a size', () => {
  expect([isWithin(5, 'small'), isWithin(50, 'small'), isWithin(50, 'large')]).toEqual([true, false, true])
})

test('counts to a number', () => {
  expect(countTo(3)).toBe(3)
})

test('remembers one number at a time', () => {
  expect([remember(1), remember(2)]).toEqual([1, 1])
})
