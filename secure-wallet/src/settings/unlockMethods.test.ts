// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createAuthenticator } from '../../test/authenticator.ts'
import { controlClock } from '../../test/clock.ts'
import { openSettings as open } from '../../test/openSettings.ts'
import { pressButton, textOnScreen, typeCode, waitForText } from '../../test/visit.ts'

beforeEach(() => document.body.replaceChildren())

const confirmedUnlockMethods = ({ server }: Awaited<ReturnType<typeof open>>) =>
  server.state.wallet?.sets.map((set) => set.type)
const addPasskey = async () => {
  pressButton('Passkey')
  await waitForText('Synced by its provider')
}

describe('the removal of an unlock method', () => {
  test('removes an unlock method after a confirmation', async () => {
    const opened = await open('vault')
    await addPasskey()
    pressButton('Passkey')
    await waitForText('Your passkeys')
    pressButton('Remove')
    await waitForText('Remove this passkey?')
    pressButton('Keep it')
    await waitForText('Your passkeys')
    expect(confirmedUnlockMethods(opened)).toEqual(['device', 'guardian', 'vault', 'passkey'])
    pressButton('Remove')
    await waitForText('Remove this passkey?')
    pressButton('Remove')
    await waitForText('None yet')
    expect(confirmedUnlockMethods(opened)).toEqual(['device', 'guardian', 'vault'])
  })

  test('asks for a fresh login before it removes an unlock method, if the last login is old', async () => {
    const opened = await open('vault')
    await addPasskey()
    pressButton('Passkey')
    await waitForText('Your passkeys')
    opened.server.state.fresh = false
    pressButton('Remove')
    await waitForText('Remove this passkey?')
    pressButton('Remove')
    await waitForText('Check your email')
    typeCode(opened.server.rightCode)
    await waitForText('None yet')
  })

  test('does not offer to remove the only durable unlock method', async () => {
    const { server, store, load, api } = await open('vault')
    api.leave()
    if (server.state.wallet) server.state.wallet.sets = server.state.wallet.sets.filter(({ type }) => type !== 'vault')
    const next = await load(store, 'persistent', undefined, 'vault')
    await next.api.isConnected()
    next.api.openSettings()
    await waitForText('Recovery by email')
    pressButton('Recovery by email')
    await waitForText('Whoever runs the wallet and its recovery service together')
    expect(textOnScreen()).toContain('Nothing else would bring you back in, so it stays.')
    expect([...document.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Back'])
  })

  test('the guardian can be removed once the wallet has another durable unlock method', async () => {
    const opened = await open('vault')
    await addPasskey()
    pressButton('Recovery by email')
    await waitForText('Whoever runs the wallet and its recovery service together')
    pressButton('Remove')
    await waitForText('From then on nobody can help you back in')
    pressButton('Remove')
    await vi.waitFor(() => expect(confirmedUnlockMethods(opened)).toEqual(['device', 'vault', 'passkey']))
    await waitForText('Sign out everywhere')
    expect(textOnScreen()).not.toContain('Recovery by email')
  })

  test('does not remove the guardian if the visitor declines the passkey, but removes a passkey without asking for that passkey', async () => {
    const opened = await open('vault')
    await addPasskey()
    opened.api.leave()
    const { credentials } = createAuthenticator({ declines: true })
    const other = await opened.load(opened.store, 'persistent', credentials, 'vault')
    await other.api.isConnected()
    other.api.openSettings()
    await waitForText('Recovery by email')
    pressButton('Recovery by email')
    await waitForText('Whoever runs the wallet and its recovery service together')
    pressButton('Remove')
    await waitForText('From then on nobody can help you back in')
    pressButton('Remove')
    await waitForText('The browser gave no passkey')
    expect(confirmedUnlockMethods(opened)).toContain('guardian')
    pressButton('Passkey')
    await waitForText('Your passkeys')
    pressButton('Remove')
    await waitForText('Remove this passkey?')
    pressButton('Remove')
    await vi.waitFor(() => expect(confirmedUnlockMethods(opened)).not.toContain('passkey'))
  })
})

describe('the seed phrase in a wallet window', () => {
  const exported = 'Export the recovery phrase'
  const signInAnew = async (code: string) => {
    await waitForText('Check your email')
    typeCode(code)
  }

  test('shows the seed phrase after a fresh login and the passkey', async () => {
    const { server, phrases } = await open('vault')
    await addPasskey()
    server.state.exportDelayMs = 60_000
    pressButton(exported)
    await signInAnew(server.rightCode)
    await vi.waitFor(() => expect(phrases).toHaveLength(1))
    expect(phrases[0]?.split(' ')).toHaveLength(12)
  })

  test('keeps the seed phrase hidden after a declined passkey', async () => {
    const { server, phrases, store, load, api } = await open('vault')
    await addPasskey()
    api.leave()
    const { credentials } = createAuthenticator({ declines: true })
    const other = await load(store, 'persistent', credentials, 'vault')
    await other.api.isConnected()
    other.api.openSettings()
    await waitForText(exported)
    pressButton(exported)
    await signInAnew(server.rightCode)
    await waitForText('The browser gave no passkey')
    expect([...phrases, ...other.phrases]).toEqual([])
    expect(server.connection.requests).not.toContain('POST export')
  })

  test('shows the seed phrase after a delay if the wallet has no passkey', async () => {
    const pass = controlClock()
    const { server, phrases } = await open('vault', null)
    server.state.exportDelayMs = 60_000
    pressButton(exported)
    await signInAnew(server.rightCode)
    await waitForText('Your recovery phrase has to wait')
    pressButton('Show it now')
    expect(phrases).toEqual([])
    pass(60_000)
    await waitForText('0:00')
    pressButton('Show it now')
    await vi.waitFor(() => expect(phrases).toHaveLength(1))
  })

  test('the visitor can cancel the export of the seed phrase during the delay', async () => {
    const { server, phrases } = await open('vault', null)
    server.state.exportDelayMs = 60_000
    pressButton(exported)
    await signInAnew(server.rightCode)
    await waitForText('Your recovery phrase has to wait')
    pressButton('Stop it')
    await waitForText('Sign out everywhere')
    expect(server.state.exportAt).toBeNull()
    expect(phrases).toEqual([])
  })
})

test('a wallet window groups its settings by what they are about', async () => {
  await open('vault', null)
  const sections = [...document.querySelectorAll('section')].map((section) => [
    section.querySelector('h2')?.textContent,
    ...[...section.querySelectorAll('.row__name')].map((name) => name.textContent),
  ])
  expect(sections).toEqual([
    ['Ways in', 'Passkey', 'Backup', 'Recovery by email'],
    ['Where it is open', 'Browsers', 'Wallet windows', 'Sites and limits'],
    [
      'More',
      'Lock when unused for',
      'Export the recovery phrase',
      'Sign out everywhere',
      'Remove from this browser',
      'Change the lock',
      'Delete account',
    ],
  ])
})
