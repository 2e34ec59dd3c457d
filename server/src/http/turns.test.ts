import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('so many run at once, the others in their order, and those beyond the limit not at all', async () => {
  const turns = createTurns(2, 2)
  const started: number[] = []
  const ends: (() => void)[] = []
  const run = (number: number) =>
    turns(async () => {
      started.push(number)
      await new Promise<void>((resolve) => ends.push(resolve))
      return number
    })
  const all = Promise.allSettled([1, 2, 3, 4, 5].map(run))
  expect(started).toEqual([1, 2])
  for (let index = 0; index < 4; index++) {
    ends[index]?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  expect(started).toEqual([1, 2, 3, 4])
  expect((await all).map(({ status }) => status).join(' ')).toBe('fulfilled fulfilled fulfilled fulfilled rejected')
})

test('a failure frees its place', async () => {
  const turns = createTurns(1, 0)
  await expect(turns(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns(async () => 'yes')).toBe('yes')
})
