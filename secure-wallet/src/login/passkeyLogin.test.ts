// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createAuthenticator } from '../../test/authenticator.ts'
import { signSolana } from '../../test/signPayload.ts'
import { pressButton, startVisit, textOnScreen, typeCode, waitForText } from '../../test/visit.ts'
import { memoryStore } from '../session/store.ts'

beforeEach(() => document.body.replaceChildren())

/** A visitor whose wallet has a passkey, in a new browser that shares the passkey. */
const arriveWithPasskey = async () => {
  const started = await startVisit()
  started.device = 'faceId'
  const authenticator = createAuthenticator()
  const first = await started.load(started.store, 'persistent', authenticator.credentials)
  await first.api.connectEmail(started.server.email)
  await waitForText('Check your email')
  typeCode(started.server.rightCode)
  await waitForText('Your wallet is ready')
  pressButton('Use Face ID next time')
  await vi.waitFor(() => expect(first.reportUser).toHaveBeenCalled())
  document.body.replaceChildren()
  authenticator.prompts.length = 0
  const store = memoryStore()
  const loaded = await started.load(store, 'persistent', authenticator.credentials)
  return { ...started, ...loaded, authenticator, store }
}

describe('the login with a passkey', () => {
  test('one prompt signs in, unlocks the wallet and remembers the browser', async () => {
    const { api, wallet, reportUser, authenticator, server, load, store } = await arriveWithPasskey()
    api.connectPasskey()
    await vi.waitFor(() => expect(reportUser.mock.lastCall?.[0].isConnected).toBe(true))
    expect(authenticator.prompts).toEqual(['get'])
    expect(wallet.keys.accounts()).toEqual(server.state.wallet?.accounts)
    expect(await signSolana(wallet.keys, new Uint8Array(3))).toHaveLength(64)
    expect(authenticator.prompts).toEqual(['get'])
    const next = await load(store)
    await next.api.isConnected()
    expect(await signSolana(next.wallet.keys, new Uint8Array(3))).toHaveLength(64)
  })

  test('says that there is no passkey here, asks again only by a press, and leads to the email', async () => {
    const { server, load } = await startVisit()
    const authenticator = createAuthenticator()
    const { api, reportUser } = await load(undefined, 'persistent', authenticator.credentials)
    api.connectPasskey()
    await waitForText('There is no passkey for this wallet on this device')
    expect(authenticator.prompts).toEqual(['get'])
    pressButton('Ask me again')
    await vi.waitFor(() => expect(authenticator.prompts).toEqual(['get', 'get']))
    await waitForText('No passkey was used')
    pressButton('Continue with email')
    await vi.waitFor(() => expect(textOnScreen()).not.toContain('No passkey was used'))
    expect(reportUser).not.toHaveBeenCalled()
    expect(server.state.wallet).toBeNull()
  })

  test('says that a passkey opens no wallet any more, if the wallet has removed it', async () => {
    const { api, server } = await arriveWithPasskey()
    if (server.state.wallet) server.state.wallet.sets = server.state.wallet.sets.filter((set) => set.type !== 'passkey')
    api.connectPasskey()
    await waitForText('This passkey opens no wallet here any more')
  })

  test('offers other ways in, if the passkey signs in without opening the wallet', async () => {
    const { api, server } = await arriveWithPasskey()
    for (const stored of server.state.shareSets.values()) stored.share = 'A'.repeat(43)
    api.connectPasskey()
    await waitForText('Recover by email')
  })

  test.each([
    ['without passkeys in the browser', undefined, true],
    ['of a project without the login by email', createAuthenticator().credentials, false],
  ])('is refused in a document %s', async (_, credentials, email) => {
    const { load, bootstrap } = await startVisit()
    bootstrap.email = email
    const { api } = await load(undefined, 'persistent', credentials)
    expect(() => api.connectPasskey()).toThrow(expect.objectContaining({ code: 'LOGIN_NOT_AVAILABLE' }))
  })

  test('signs nobody in after the visitor left the open prompt', async () => {
    const { server, load } = await startVisit()
    const aborted = vi.fn()
    const { credentials } = createAuthenticator({
      wait: (signal) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => {
            aborted()
            reject(new DOMException('', 'AbortError'))
          })
        }),
    })
    const { api, reportUser } = await load(undefined, 'persistent', credentials)
    api.connectPasskey()
    await waitForText('Your browser asks for a passkey')
    await vi.waitFor(() => expect(server.state.challenges).toHaveLength(1))
    api.leave()
    await vi.waitFor(() => expect(aborted).toHaveBeenCalled())
    expect(reportUser).not.toHaveBeenCalled()
  })
})
