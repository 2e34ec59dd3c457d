import { expect, test } from 'vitest'
import { createPendingRequests } from './pendingRequests.ts'

test('rejects the requests of a session that ended and no others', async () => {
  const { track, rejectOthers } = createPendingRequests()
  const ended = track('aa', new Promise(() => {}))
  const answer = Promise.withResolvers<string>()
  const live = track('bb', answer.promise)
  rejectOthers('bb')
  await expect(ended).rejects.toMatchObject({ code: 'DISCONNECTED', number: 4900 })
  answer.resolve('0x51')
  expect(await live).toBe('0x51')
})

test('settles a tracked request with the answer or the error of the wallet', async () => {
  const { track, rejectOthers } = createPendingRequests()
  await expect(track('aa', Promise.reject(new Error('no')))).rejects.toThrow('no')
  rejectOthers(undefined)
  expect(await track('aa', Promise.resolve(7))).toBe(7)
})
