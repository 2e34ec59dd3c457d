import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRequestCache } from './cache.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const times = { freshMs: 30_000, guardMs: 30_000 }

test('caches an answer for thirty seconds', async () => {
  const ask = vi.fn(async () => 'answer')
  const cache = createRequestCache<string>(times)
  await cache.get('a', ask)
  vi.advanceTimersByTime(29_999)
  expect(await cache.get('a', ask)).toBe('answer')
  expect(ask).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  await cache.get('a', ask)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('does not repeat a failed request for thirty seconds', async () => {
  const ask = vi.fn(async () => {
    throw new Error('no')
  })
  const cache = createRequestCache<string>(times)
  await expect(cache.get('a', ask)).rejects.toThrow('no')
  await expect(cache.get('a', ask)).rejects.toThrow('no')
  expect(ask).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(30_000)
  await expect(cache.get('a', ask)).rejects.toThrow('no')
  expect(ask).toHaveBeenCalledTimes(2)
})

test('shares one request between concurrent calls', async () => {
  const ask = vi.fn(async () => 'answer')
  const cache = createRequestCache<string>(times)
  await Promise.all([cache.get('a', ask), cache.get('a', ask), cache.get('b', ask)])
  expect(ask).toHaveBeenCalledTimes(2)
})

test('requests a value again after a call of `forget`', async () => {
  const ask = vi.fn(async () => 'answer')
  const cache = createRequestCache<string>(times)
  await cache.get('a', ask)
  cache.forget('a')
  await cache.get('a', ask)
  expect(ask).toHaveBeenCalledTimes(2)
})
