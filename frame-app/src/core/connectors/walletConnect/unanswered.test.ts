import { expect, test } from 'vitest'
import { createUnanswered } from './unanswered.ts'

test('what is asked of a session ends with it, and with no other one', async () => {
  const { during, keep } = createUnanswered()
  const left = during('aa', new Promise(() => {}))
  const answer = Promise.withResolvers<string>()
  const stays = during('bb', answer.promise)
  keep('bb')
  await expect(left).rejects.toMatchObject({ code: 'DISCONNECTED', number: 4900 })
  answer.resolve('0x51')
  expect(await stays).toBe('0x51')
})

test("an answer, also the wallet's no, is what it is", async () => {
  const { during, keep } = createUnanswered()
  await expect(during('aa', Promise.reject(new Error('no')))).rejects.toThrow('no')
  keep(undefined)
  expect(await during('aa', Promise.resolve(7))).toBe(7)
})
