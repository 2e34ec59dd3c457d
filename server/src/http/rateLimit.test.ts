import { expect, test } from 'vitest'
import { createRateLimit } from './rateLimit.ts'

test('a bucket allows a burst, and then as many requests as it refills', () => {
  let at = 0
  const take = createRateLimit({ perSecond: 2, burst: 3, now: () => at })
  expect([take('a'), take('a'), take('a'), take('a')]).toEqual([0, 0, 0, 1])
  at = 500
  expect([take('a'), take('a')]).toEqual([0, 1])
})

test('each key has its own bucket', () => {
  const take = createRateLimit({ perSecond: 1, burst: 1, now: () => 0 })
  expect([take('a'), take('a'), take('b')]).toEqual([0, 1, 0])
})

test('returns the seconds until the bucket has the next token', () => {
  const take = createRateLimit({ perSecond: 0.1, burst: 1, now: () => 0 })
  expect([take('a'), take('a')]).toEqual([0, 10])
})

test('evicts the bucket that was unused for the longest time', () => {
  const take = createRateLimit({ perSecond: 1, burst: 1, now: () => 0, keyLimit: 2 })
  expect([take('a'), take('b'), take('c'), take('a')]).toEqual([0, 0, 0, 0])
  expect(take('c')).toBe(1)
})

test('takes as many tokens from a bucket as a request costs, but at most a full bucket', () => {
  const take = createRateLimit({ perSecond: 1, burst: 4, now: () => 0 })
  expect([take('a', 3), take('a', 3), take('a'), take('b', 99)]).toEqual([0, 2, 0, 0])
})
