import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('a semaphore runs actions up to the limit, queues the next callers in order, and rejects callers beyond the queue', async () => {
  const semaphore = createSemaphore(2, 2)
  const started: number[] = []
  const ends: (() => void)[] = []
  const run = (number: number) =>
    semaphore(async () => {
      started.push(number)
      await new Promise<void>((resolve) => ends.push(resolve))
      return number
    })
  const all = Promise.allSettled([1, 2, 3, 4, 5].map(run))
  await new Promise((resolve) => setTimeout(resolve))
  expect(started).toEqual([1, 2])
  for (let index = 0; index < 4; index++) {
    ends[index]?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  expect(started).toEqual([1, 2, 3, 4])
  expect((await all).map(({ status }) => status).join(' ')).toBe('fulfilled fulfilled fulfilled fulfilled rejected')
})

test('a semaphore frees the slot of a caller whose action failed', async () => {
  const semaphore = createSemaphore(1, 0)
  await expect(semaphore(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await semaphore(async () => 'yes')).toBe('yes')
})
