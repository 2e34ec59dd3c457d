// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { pressButton, signInAndContinue, startVisit, textOnScreen, typeCode, waitForText } from '../../../test/visit.ts'
import { memoryStore } from '../../session/store.ts'

beforeEach(() => document.body.replaceChildren())

/** A new browser of an account whose wallet a wallet window may have. `joins` answers its requests. */
const arrive = async (hasWindow: boolean, end = { status: 404, code: 'CHALLENGE_NOT_FOUND' }) => {
  const started = await startVisit()
  const { server } = started
  await signInAndContinue(started)
  const { wallet } = server.state
  const [device] = wallet?.sets ?? []
  if (hasWindow && device) wallet?.sets.push({ ...device, setId: crypto.randomUUID(), type: 'vault' })
  server.state.isUnconfirmed = true
  const pass = server.fetch
  const ends = Promise.withResolvers<void>()
  let asked = 0
  server.fetch = async (...args) => {
    const request = args[0] instanceof Request ? args[0].clone() : new Request(...args)
    const path = new URL(request.url).pathname
    if (server.state.ended && path.endsWith('/refresh'))
      return Response.json({ reasons: [{ code: 'SESSION_REVOKED' }] }, { status: 401 })
    if (!path.includes('/joins')) return pass(...args)
    if (request.method === 'POST') {
      asked += 1
      return Response.json({ joinId: 'j', number: '42', expiresAt: Date.now() + 600_000 })
    }
    await (asked === 1 ? ends.promise : new Promise(() => undefined))
    if (end.code === 'SESSION_REVOKED') server.state.ended = true
    return Response.json({ reasons: [{ code: end.code }] }, { status: end.status })
  }
  const loaded = await started.load(memoryStore())
  await loaded.api.connectEmail(server.email)
  await waitForText('Check your email')
  typeCode(server.rightCode)
  await waitForText('We need to check it’s you on this browser')
  return { ...loaded, server, finish: ends.resolve }
}
const row = 'Confirm in another browser'

describe('the way in by another browser', () => {
  test('is offered only where a wallet window can answer', async () => {
    await arrive(false)
    expect(textOnScreen()).not.toContain(row)
    document.body.replaceChildren()
    await arrive(true)
    expect(textOnScreen()).toContain(row)
  })

  test('says that the number has expired, and starts again by a press', async () => {
    const { finish } = await arrive(true)
    pressButton(row)
    await waitForText('42')
    finish()
    await waitForText('The number has expired')
    pressButton('Start again')
    await waitForText('Confirm in your other browser')
  })

  test('says that the other browser refused, where that ended the session', async () => {
    const { finish, reportUser } = await arrive(true, { status: 401, code: 'SESSION_REVOKED' })
    pressButton(row)
    await waitForText('42')
    finish()
    await waitForText('This browser was signed out')
    expect(textOnScreen()).toContain('This was not me')
    await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
    pressButton('Done')
    await vi.waitFor(() => expect(textOnScreen()).toBe(''))
  })
})
