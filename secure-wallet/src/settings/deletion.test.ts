// @vitest-environment happy-dom
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createAuthenticator } from '../../test/authenticator.ts'
import { openSettings } from '../../test/openSettings.ts'
import { press, shown, signInAndContinue, start, waitFor } from '../../test/visit.ts'

beforeEach(() => document.body.replaceChildren())

const typeAddress = (text: string) => {
  const input = document.querySelector<HTMLInputElement>('#delete-email')
  if (!input) throw new Error('There is no field')
  input.value = text
  input.dispatchEvent(new Event('input'))
}

test('once the owner has typed the address, schedules the deletion in seven days, which the owner can cancel', async () => {
  const { server } = await openSettings('vault', null)
  press('Delete account')
  await waitFor('Delete this account?')
  typeAddress('someone@shop.example')
  press('Delete in seven days')
  expect(server.state.deleteAt).toBeNull()
  typeAddress(server.email.toUpperCase())
  press('Delete in seven days')
  await waitFor('This account will be deleted on Jan 8, 2030')
  expect(shown()).not.toContain('Seven days after you say so')
  press('Keep my account')
  await waitFor('Seven days after you say so')
  expect(server.state.deleteAt).toBeNull()
})

describe('an account with a pending deletion', () => {
  const ending = 'This account will be deleted on Jan 8, 2030'
  const openAgain = async () => {
    const started = await start()
    await signInAndContinue(started)
    started.server.state.deleteAt = Date.UTC(2030, 0, 8)
    return { ...started, next: await started.load() }
  }

  test('a panel after the login announces the deletion, and one press keeps the account', async () => {
    const { server, next } = await openAgain()
    await next.api.connectEmail(server.email)
    await waitFor(ending)
    expect(next.reportUser).not.toHaveBeenCalled()
    press('Keep my account')
    await vi.waitFor(() => expect(next.reportUser.mock.lastCall?.[0].isConnected).toBe(true))
    expect(server.state.deleteAt).toBeNull()
    expect(next.panels.at(-1)).toBeNull()
  })

  test('announces the deletion once when a request opens the wallet, and then continues the request', async () => {
    const { server, next } = await openAgain()
    expect(await next.api.isConnected()).toMatchObject({ isConnected: true })
    const signature = next.wallet.keys.signSolana(new Uint8Array(3))
    await waitFor(ending)
    press('Go on')
    expect(await signature).toHaveLength(64)
    expect(server.state.deleteAt).not.toBeNull()
    await next.wallet.lock()
    expect(await next.wallet.keys.signSolana(new Uint8Array(3))).toHaveLength(64)
    expect(next.panels.map((panel) => panel?.view)).toEqual(['settings', undefined])
  })

  test('signs nothing if the visitor leaves the notice of the deletion without an answer', async () => {
    const { next } = await openAgain()
    await next.api.isConnected()
    const signature = next.wallet.keys.signSolana(new Uint8Array(3))
    await waitFor(ending)
    next.api.leave()
    await expect(signature).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })

  test('explains why the server could not keep the account, and offers another try', async () => {
    const { server, next } = await openAgain()
    await next.api.connectEmail(server.email)
    await waitFor(ending)
    server.connection.offline = true
    press('Keep my account')
    await waitFor('The server cannot be reached')
    server.connection.offline = false
    press('Keep my account')
    await vi.waitFor(() => expect(server.state.deleteAt).toBeNull())
  })

  test('shows no separate notice when the settings open, because the settings announce the deletion themselves', async () => {
    const { server, next } = await openAgain()
    await next.api.isConnected()
    next.api.openSettings()
    await waitFor(ending)
    press('Recovery kit')
    await waitFor('Your recovery kit')
    expect(server.state.deleteAt).not.toBeNull()
  })
})

test('lists the balances that the deletion would lose before the visitor confirms', async () => {
  const { server } = await openSettings('vault', null)
  server.state.balance = '0x14d1120d7b160000'
  press('Delete account')
  await waitFor('There is still something in it')
  expect(shown()).toContain('1.5 C')
  // A network that does not answer is listed too, because the account may have a balance on it.
  expect(shown()).toContain('There may be something on these networks:eip155:10')
  press('Keep it')
  await waitFor('Seven days after you say so')
})

test('names no amount if no network answers', async () => {
  await openSettings('vault', null)
  press('Delete account')
  await waitFor('Not everything could be looked up')
  expect(shown()).toContain('There may be something on')
  expect(shown()).toContain('Move it first')
  expect(shown()).not.toContain('There is still something in it')
})

test('schedules no deletion if the visitor declines the passkey of the wallet', async () => {
  const { server, store, load, api } = await openSettings('vault')
  press('Passkey')
  await waitFor('Synced by its provider')
  api.leave()
  const other = await load(store, 'persistent', createAuthenticator({ declines: true }).credentials, 'vault')
  await other.api.isConnected()
  other.api.openSettings()
  await waitFor('Delete account')
  press('Delete account')
  await waitFor('Delete this account?')
  typeAddress(server.email)
  press('Delete in seven days')
  await waitFor('Seven days after you say so')
  expect(server.state.deleteAt).toBeNull()
})

test('continues the deletion in a wallet window if the visitor starts it in the secure frame', async () => {
  const { opened } = await openSettings('frame')
  press('Delete account')
  await vi.waitFor(() => expect(opened).toEqual([expect.stringMatching(/^\/vault#offer=/)]))
  expect(shown()).not.toContain('Delete this account?')
})

test("asks the guardian to forget the owner, with the owner's proof", async () => {
  const { server } = await openSettings('vault', null)
  press('Delete account')
  await waitFor('Delete this account?')
  typeAddress(server.email)
  press('Delete in seven days')
  await waitFor('This account will be deleted on')
  const { forgetRequest, wallet, owners } = server.state
  expect(forgetRequest).toMatchObject({ kind: 'forget', walletId: wallet?.walletId, setId: 'all' })
  const secret = forgetRequest?.kind === 'forget' ? forgetRequest.ownerKey : ''
  const owner = createHash('sha256').update(Buffer.from(secret, 'base64url')).digest('base64url')
  expect([...owners.values()]).toEqual([owner])
})
