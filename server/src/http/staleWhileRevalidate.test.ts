import { expect, test } from 'vitest'
import { createFresh } from './staleWhileRevalidate.ts'

const setUp = (limit = 10) => {
  let at = 0
  let count = 0
  let failing = false
  const fresh = createFresh<{ number: number }>({ limit, freshMs: 300, pauseMs: 30, now: () => at })
  const load = async () => {
    count++
    if (failing) throw new Error('down')
    return { number: count }
  }
  return {
    get: async (key = 'a') => (await fresh.get(key, load))?.number,
    peek: () => fresh.peek('a', load)?.number,
    wait: (ms: number) => {
      at += ms
    },
    fail: (value: boolean) => {
      failing = value
    },
    count: () => count,
  }
}

test('what is fresh is not asked for again', async () => {
  const { get, wait, count } = setUp()
  expect([await get(), await get()]).toEqual([1, 1])
  wait(299)
  expect([await get(), count()]).toEqual([1, 1])
})

test('many at once ask once', async () => {
  const { get, count } = setUp()
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1])
  expect(count()).toBe(1)
})

test('what is old is answered at once, and renewed for the next', async () => {
  const { get, wait, count } = setUp()
  await get()
  wait(301)
  expect(await get()).toBe(1)
  expect([await get(), count()]).toEqual([2, 2])
})

test('what can’t be renewed stays, and is asked for again after the pause', async () => {
  const { get, wait, fail, count } = setUp()
  await get()
  wait(301)
  fail(true)
  expect([await get(), await get(), await get(), count()]).toEqual([1, 1, 1, 2])
  wait(31)
  fail(false)
  expect([await get(), await get()]).toEqual([1, 3])
})

test('what never came is not waited for twice', async () => {
  const { get, fail, count } = setUp()
  fail(true)
  expect([await get(), await get(), count()]).toEqual([undefined, undefined, 1])
})

test('a look never waits', async () => {
  const { peek } = setUp()
  expect(peek()).toBeUndefined()
  await Promise.resolve()
  expect(peek()).toBe(1)
})

test('only so many are kept', async () => {
  const { get, count } = setUp(2)
  for (const key of ['a', 'b', 'c', 'a']) await get(key)
  expect(count()).toBe(4)
})
