// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { controlClock } from '../../test/clock.ts'
import { openSettings } from '../../test/openSettings.ts'
import { pickNumber, pressButton, textOnScreen, typeCode, waitForText } from '../../test/visit.ts'

beforeEach(() => document.body.replaceChildren())

type Server = Awaited<ReturnType<typeof openSettings>>['server']
/** The last login is old, so what takes something away asks for a code. */
const enterCode = async ({ rightCode }: Server) => {
  await waitForText('Check your email')
  typeCode(rightCode)
}
const removePhone = async (_: Server) => {
  pressButton('Remove')
  await waitForText('Remove Safari on iPhone?')
  pressButton('Remove')
}
const signOutEverywhere = async (server: Server) => {
  pressButton('Sign out everywhere')
  await waitForText('Sign out everywhere?')
  pressButton('Sign out everywhere')
  await enterCode(server)
}
const signedOut = { isConnected: false, accounts: {} }

test('makes the guardian forget a removed device, and this window stays registered as it was', async () => {
  const { server } = await openSettings('vault')
  await vi.waitFor(() => expect(server.state.recognised).toHaveLength(1))
  const [before] = server.state.recognised
  server.state.recognised.push('the phone')
  pressButton('Browsers')
  await waitForText('Safari on iPhone')
  await removePhone(server)
  await vi.waitFor(() => expect(server.state.revoked).toEqual(['phone']))
  await vi.waitFor(() => expect(textOnScreen()).toContain('Chrome on Linux'))
  expect(server.state.recognised).toEqual([before])
  expect(server.state.taken).toEqual(['phone'])
  expect(textOnScreen()).not.toContain('was not told')
})

test('says that an unreachable guardian still recognises a removed device, and offers another try', async () => {
  const { server } = await openSettings('vault')
  await vi.waitFor(() => expect(server.state.recognised).toHaveLength(1))
  const [before] = server.state.recognised
  server.state.recognised.push('the phone')
  server.state.guardianDown = true
  pressButton('Browsers')
  await waitForText('Safari on iPhone')
  await removePhone(server)
  await waitForText('Recovery by email isn’t answering')
  expect(server.state.recognised).toEqual([before, 'the phone'])
  server.state.guardianDown = false
  pressButton('Try again')
  await vi.waitFor(() => expect(server.state.recognised).toEqual([before]))
  await vi.waitFor(() => expect(textOnScreen()).not.toContain('was not told'))
})

test('a sign-out everywhere asks for a code, and makes the guardian forget every browser', async () => {
  const { server, reportUser } = await openSettings('vault')
  server.state.recognised.push('a browser that was left somewhere')
  await signOutEverywhere(server)
  await vi.waitFor(() => expect(reportUser.mock.lastCall?.[0]).toEqual(signedOut))
  expect(server.state.recognised).toEqual([])
  await vi.waitFor(() => expect(server.state.taken).toEqual(['all']))
})

test('a sign-out everywhere that the server did not get ends no session here, and says so', async () => {
  const { server, reportUser } = await openSettings('vault')
  const { fetch } = server
  server.fetch = async (...args) => {
    if (String(args[0]).includes('/sessions?proof=')) throw new TypeError('offline')
    return fetch(...args)
  }
  await signOutEverywhere(server)
  await waitForText('That did not work')
  expect(reportUser.mock.lastCall?.[0]).not.toEqual(signedOut)
})

test('lets the visitor sign out everywhere even if the guardian is unreachable', async () => {
  const { server, reportUser } = await openSettings('vault')
  server.state.guardianDown = true
  await signOutEverywhere(server)
  await waitForText('Recovery by email isn’t answering')
  expect(server.connection.requests).not.toContain('DELETE sessions')
  pressButton('Sign out anyway')
  await vi.waitFor(() => expect(reportUser.mock.lastCall?.[0]).toEqual(signedOut))
})

test('a wallet window that the guardian has forgotten waits for the delay, and is recognised by a new key after the recovery', async () => {
  const { server, store, load, api } = await openSettings('vault')
  const [before] = server.state.recognised
  server.state.recognised = []
  api.leave()
  // Another window removed the share set of this window too.
  const own = server.state.wallet?.sets.find(({ type }) => type === 'vault')
  server.state.shareSets.delete(own?.setId ?? '')
  const pass = controlClock()
  server.state.releaseAt = Date.now() + 60_000
  const next = await load(store, 'persistent', undefined, 'vault')
  await next.api.isConnected()
  await next.api.connectEmail(server.email)
  await waitForText('We need to check it’s you on this browser')
  pressButton('Recover by email')
  await pickNumber(server)
  await waitForText('Your wallet opens here on')
  expect(server.state.recognised).toEqual([])
  pass(60_000)
  await vi.waitFor(() => expect(server.state.recognised).toHaveLength(1))
  expect(server.state.recognised).not.toContain(before)
})

const addPasskey = async () => {
  pressButton('Passkey')
  await waitForText('Synced by its provider')
}
const removeGuardian = async () => {
  pressButton('Recovery by email')
  await waitForText('Whoever runs the wallet and its recovery service together')
  pressButton('Remove')
  await waitForText('From then on nobody can help you back in')
  pressButton('Remove')
  await waitForText('Sign out everywhere')
}

test('the guardian deletes its share and the e-mail address when the visitor removes recovery by e-mail', async () => {
  const { server } = await openSettings('vault')
  await addPasskey()
  expect(server.state.shares.size).toBe(1)
  await removeGuardian()
  await vi.waitFor(() => expect(server.state.shares.size).toBe(0))
})

test('asks an unreachable guardian again to delete the removed share, when the wallet is next unlocked', async () => {
  const { server, wallet, api } = await openSettings('vault')
  await addPasskey()
  server.state.guardianDown = true
  await removeGuardian()
  expect(server.state.shares.size).toBe(1)
  server.state.guardianDown = false
  api.leave()
  await wallet.keys.unlock()
  await vi.waitFor(() => expect(server.state.shares.size).toBe(0))
})

test('lists wallet windows of other browsers by browser and date, and removes one', async () => {
  const { server, store, load, api } = await openSettings('vault')
  const row = server.state.wallet?.sets.find(({ type }) => type === 'vault')
  if (!row) throw new Error('There is no window')
  const createdAt = Date.UTC(2026, 2, 3)
  server.state.wallet?.sets.push({ ...row, setId: crypto.randomUUID(), label: 'Firefox on Windows', createdAt })
  api.leave()
  const next = await load(store, 'persistent', undefined, 'vault')
  await next.api.isConnected()
  next.api.openSettings()
  await waitForText('Wallet windows')
  pressButton('Sign out everywhere')
  await waitForText('Wallet windows stay a way in')
  pressButton('Back')
  await waitForText('Security')
  pressButton('Wallet windows')
  await waitForText('Firefox on Windows')
  expect(textOnScreen()).toMatch(/Firefox on Windows.*Added .*2026/)
  const remove = document.querySelector<HTMLElement>('[aria-label^="Remove Firefox on Windows"]')
  remove?.click()
  await waitForText('Remove this browser?')
  pressButton('Remove')
  await vi.waitFor(() =>
    expect(server.state.wallet?.sets.map(({ label }) => label)).not.toContain('Firefox on Windows'),
  )
  await waitForText('Chrome on Linux')
})

describe('the removal of other devices by a locked wallet', () => {
  const openLocked = async () => {
    const opened = await openSettings('vault')
    opened.server.state.shareSets.clear()
    return opened
  }

  test('ends the session of a single device while the wallet is locked here, and says what the device keeps', async () => {
    const { server } = await openLocked()
    pressButton('Browsers')
    await waitForText('Safari on iPhone')
    await removePhone(server)
    await waitForText('Your wallet is not open here')
    expect([server.state.revoked, server.state.taken]).toEqual([['phone'], []])
  })

  test('before a sign-out everywhere, a locked wallet says that all other devices keep their share sets', async () => {
    const { server, reportUser } = await openLocked()
    await signOutEverywhere(server)
    await waitForText('Your wallet is not open here')
    expect(server.connection.requests).not.toContain('DELETE sessions')
    pressButton('Sign out anyway')
    await vi.waitFor(() => expect(reportUser.mock.lastCall?.[0]).toEqual(signedOut))
    expect(server.state.taken).toEqual([])
  })
})
