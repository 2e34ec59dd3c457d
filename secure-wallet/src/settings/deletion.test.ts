// @vitest-environment happy-dom
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createAuthenticator } from '../../test/authenticator.ts'
import { openSettings } from '../../test/openSettings.ts'
import { signSolana } from '../../test/signPayload.ts'
import { pressButton, signInAndContinue, startVisit, textOnScreen, waitForText } from '../../test/visit.ts'

beforeEach(() => document.body.replaceChildren())

const typeAddress = (text: string) => {
  const input = document.querySelector<HTMLInputElement>('#delete-email')
  if (!input) throw new Error('There is no field')
  input.value = text
  input.dispatchEvent(new Event('input'))
}

test('once the owner has typed the e-mail address, schedules a deletion in seven days that the owner can cancel', async () => {
  const { server } = await openSettings('vault', null)
  pressButton('Delete account')
  await waitForText('Delete this account?')
  typeAddress('someone@shop.example')
  pressButton('Delete in seven days')
  expect(server.state.deleteAt).toBeNull()
  typeAddress(server.email.toUpperCase())
  pressButton('Delete in seven days')
  await waitForText('This account will be deleted on Jan 8, 2030')
  expect(textOnScreen()).not.toContain('Seven days after you say so')
  pressButton('Keep my account')
  await waitForText('Seven days after you say so')
  expect(server.state.deleteAt).toBeNull()
})

describe('an account with a pending deletion', () => {
  const ending = 'This account will be deleted on Jan 8, 2030'
  const openAgain = async () => {
    const started = await startVisit()
    await signInAndContinue(started)
    started.server.state.deleteAt = Date.UTC(2030, 0, 8)
    return { ...started, next: await started.load() }
  }

  test('a panel after the login announces the deletion, and one press keeps the account', async () => {
    const { server, next } = await openAgain()
    await next.api.connectEmail(server.email)
    await waitForText(ending)
    expect(next.reportUser).not.toHaveBeenCalled()
    pressButton('Keep my account')
    await vi.waitFor(() => expect(next.reportUser.mock.lastCall?.[0].isConnected).toBe(true))
    expect(server.state.deleteAt).toBeNull()
    expect(next.panels.at(-1)).toBeNull()
  })

  test('announces the deletion of the account once when a request opens the wallet, and then continues the request', async () => {
    const { server, next } = await openAgain()
    expect(await next.api.isConnected()).toMatchObject({ isConnected: true })
    const signature = signSolana(next.wallet.keys, new Uint8Array(3))
    await waitForText(ending)
    pressButton('Go on')
    expect(await signature).toHaveLength(64)
    expect(server.state.deleteAt).not.toBeNull()
    await next.wallet.lock()
    expect(await signSolana(next.wallet.keys, new Uint8Array(3))).toHaveLength(64)
    expect(next.panels.map((panel) => panel?.view)).toEqual(['settings', undefined])
  })

  test('signs nothing if the visitor leaves the notice of the deletion without an answer', async () => {
    const { next } = await openAgain()
    await next.api.isConnected()
    const signature = signSolana(next.wallet.keys, new Uint8Array(3))
    await waitForText(ending)
    next.api.leave()
    await expect(signature).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })

  test('says that the deletion could not be cancelled because the server is unreachable, and offers another try', async () => {
    const { server, next } = await openAgain()
    await next.api.connectEmail(server.email)
    await waitForText(ending)
    server.connection.offline = true
    pressButton('Keep my account')
    await waitForText('The wallet isn’t answering')
    server.connection.offline = false
    pressButton('Keep my account')
    await vi.waitFor(() => expect(server.state.deleteAt).toBeNull())
  })

  test('shows no separate deletion notice when the settings open, because the settings announce the deletion themselves', async () => {
    const { server, next } = await openAgain()
    await next.api.isConnected()
    next.api.openSettings()
    await waitForText(ending)
    pressButton('Backup')
    await waitForText('Your backup')
    expect(server.state.deleteAt).not.toBeNull()
  })
})

test('lists the balances that the deletion would lose before the visitor confirms', async () => {
  const { server } = await openSettings('vault', null)
  server.state.balance = '0x14d1120d7b160000'
  pressButton('Delete account')
  await waitForText('There is still something in it')
  expect(textOnScreen()).toContain('1.5 C')
  // A network that does not answer is listed too, because the account may have a balance on it.
  expect(textOnScreen()).toContain('There may be something on these networks:eip155:10')
  pressButton('Keep it')
  await waitForText('Seven days after you say so')
})

test('the deletion panel names no amount if no network answers', async () => {
  await openSettings('vault', null)
  pressButton('Delete account')
  await waitForText('Not everything could be looked up')
  expect(textOnScreen()).toContain('There may be something on')
  expect(textOnScreen()).toContain('Move it first')
  expect(textOnScreen()).not.toContain('There is still something in it')
})

test('schedules no deletion if the visitor declines the passkey of the wallet', async () => {
  const { server, store, load, api } = await openSettings('vault')
  pressButton('Passkey')
  await waitForText('Synced by its provider')
  api.leave()
  const other = await load(store, 'persistent', createAuthenticator({ declines: true }).credentials, 'vault')
  await other.api.isConnected()
  other.api.openSettings()
  await waitForText('Delete account')
  pressButton('Delete account')
  await waitForText('Delete this account?')
  typeAddress(server.email)
  pressButton('Delete in seven days')
  await waitForText('Seven days after you say so')
  expect(server.state.deleteAt).toBeNull()
})

test('a deletion leaves the server a sealed request that makes the guardian forget the owner, with the owner key as proof', async () => {
  const { server } = await openSettings('vault', null)
  pressButton('Delete account')
  await waitForText('Delete this account?')
  typeAddress(server.email)
  pressButton('Delete in seven days')
  await waitForText('This account will be deleted on')
  const { forgetRequest, wallet, owners } = server.state
  expect(forgetRequest).toMatchObject({ kind: 'forget', walletId: wallet?.walletId, setId: 'all' })
  const secret = forgetRequest?.kind === 'forget' ? forgetRequest.ownerKey : ''
  const owner = createHash('sha256').update(Buffer.from(secret, 'base64url')).digest('base64url')
  expect([...owners.values()]).toEqual([owner])
})
