import { expect, test } from 'vitest'
import { createRateLimit } from './rateLimit.ts'

test('a burst passes, then as many as the rate gives back', () => {
  let at = 0
  const take = createRateLimit({ perSecond: 2, burst: 3, now: () => at })
  expect([take('a'), take('a'), take('a'), take('a')]).toEqual([0, 0, 0, 1])
  at = 500
  expect([take('a'), take('a')]).toEqual([0, 1])
})

test('one key does not spend what another has', () => {
  const take = createRateLimit({ perSecond: 1, burst: 1, now: () => 0 })
  expect([take('a'), take('a'), take('b')]).toEqual([0, 1, 0])
})

test('waiting tells the seconds until the next token', () => {
  const take = createRateLimit({ perSecond: 0.1, burst: 1, now: () => 0 })
  expect([take('a'), take('a')]).toEqual([0, 10])
})

test('a flood of keys forgets the oldest', () => {
  const take = createRateLimit({ perSecond: 1, burst: 1, now: () => 0, keyLimit: 2 })
  expect([take('a'), take('b'), take('c'), take('a')]).toEqual([0, 0, 0, 0])
  expect(take('c')).toBe(1)
})

test('what costs more takes more, and never more than a full bucket', () => {
  const take = createRateLimit({ perSecond: 1, burst: 4, now: () => 0 })
  expect([take('a', 3), take('a', 3), take('a'), take('b', 99)]).toEqual([0, 2, 0, 0])
})
