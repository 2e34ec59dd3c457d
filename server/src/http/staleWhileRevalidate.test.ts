import { expect, test } from 'vitest'
import { staleWhileRevalidate } from './staleWhileRevalidate.ts'

const setUp = (limit = 10) => {
  let at = 0
  let count = 0
  let failing = false
  const cache = staleWhileRevalidate<{ number: number }>({ limit, freshMs: 300, pauseMs: 30, now: () => at })
  const load = async () => {
    count++
    if (failing) throw new Error('down')
    return { number: count }
  }
  return {
    get: async (key = 'a') => (await cache.get(key, load))?.number,
    peek: () => cache.peek('a', load)?.number,
    wait: (ms: number) => {
      at += ms
    },
    fail: (value: boolean) => {
      failing = value
    },
    count: () => count,
  }
}

test('a fresh value is not loaded again', async () => {
  const { get, wait, count } = setUp()
  expect([await get(), await get()]).toEqual([1, 1])
  wait(299)
  expect([await get(), count()]).toEqual([1, 1])
})

test('simultaneous callers share one load', async () => {
  const { get, count } = setUp()
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1])
  expect(count()).toBe(1)
})

test('a stale value is returned at once and reloaded for the next caller', async () => {
  const { get, wait, count } = setUp()
  await get()
  wait(301)
  expect(await get()).toBe(1)
  expect([await get(), count()]).toEqual([2, 2])
})

test('after a failed load, returns the stale value and loads again only after the pause', async () => {
  const { get, wait, fail, count } = setUp()
  await get()
  wait(301)
  fail(true)
  expect([await get(), await get(), await get(), count()]).toEqual([1, 1, 1, 2])
  wait(31)
  fail(false)
  expect([await get(), await get()]).toEqual([1, 3])
})

test('after a failed first load, does not load again within the pause', async () => {
  const { get, fail, count } = setUp()
  fail(true)
  expect([await get(), await get(), count()]).toEqual([undefined, undefined, 1])
})

test('returns the cached value from `peek` without waiting for a load', async () => {
  const { peek } = setUp()
  expect(peek()).toBeUndefined()
  await Promise.resolve()
  expect(peek()).toBe(1)
})

test('evicts the least recently used value', async () => {
  const { get, count } = setUp(2)
  for (const key of ['a', 'b', 'c', 'a']) await get(key)
  expect(count()).toBe(4)
})
