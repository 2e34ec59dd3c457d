// @vitest-environment happy-dom
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createAuthenticator } from '../../test/authenticator.ts'
import { press, shown, signInAndContinue, start, typeCode, waitFor } from '../../test/visit.ts'
import { loadLanguage } from '../languages/loadLanguage.ts'
import { memoryStore } from '../session/store.ts'
import type { Credentials } from '../unlock/webauthn.ts'
import { receiveKit } from './kitFlow.ts'

beforeEach(() => document.body.replaceChildren())

const openSettings = async (credentials?: Credentials) => {
  const started = await start()
  await signInAndContinue(started)
  const loaded = await started.load(started.store, 'persistent', credentials)
  await loaded.api.isConnected()
  loaded.api.openSettings()
  await waitFor('Sign out everywhere')
  return { ...started, ...loaded }
}
/** Signs in from a browser that stores no keys yet. */
const signInFromNewBrowser = async (
  { load, server }: Awaited<ReturnType<typeof openSettings>>,
  credentials?: Credentials,
) => {
  const loaded = await load(memoryStore(), 'persistent', credentials)
  await loaded.api.connectEmail(server.email)
  await waitFor('Enter the code we sent')
  typeCode(server.rightCode)
  await waitFor('Unlock your wallet here')
  return loaded
}

describe('a passkey', () => {
  test("a passkey is created for the wallet's origin, counts after a test unwrap, and unlocks the wallet in another browser", async () => {
    const { credentials, rpIds } = createAuthenticator()
    const opened = await openSettings(credentials)
    press('Passkey')
    await waitFor('Synced by its provider')
    const row = opened.server.state.wallet?.sets.find((set) => set.type === 'passkey')
    expect(row).toMatchObject({ confirmed: true, credentialId: expect.stringMatching(/^[\w-]{22}$/) })
    opened.api.leave()

    const { wallet, reportUser } = await signInFromNewBrowser(opened, credentials)
    press('Use a passkey')
    await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
    expect(await wallet.keys.signSolana(new Uint8Array(3))).toHaveLength(64)
    expect(new Set(rpIds)).toEqual(new Set(['wallet.example']))
  })

  test('a passkey without PRF output is no unlock method', async () => {
    const { server } = await openSettings(createAuthenticator({ hasPrf: false }).credentials)
    press('Passkey')
    await waitFor('This passkey cannot open a wallet and does not count')
    expect(shown()).toContain('Not set up')
    expect(server.state.wallet?.sets.some((set) => set.type === 'passkey')).toBe(false)
  })

  test('changes nothing if the visitor declines the creation of a passkey', async () => {
    const { server, opened } = await openSettings(createAuthenticator({ declines: true }).credentials)
    press('Passkey')
    await waitFor('The browser gave no passkey')
    expect(shown()).toContain('Not set up')
    expect(server.state.wallet?.sets.some((set) => set.type === 'passkey')).toBe(false)
    press('Open wallet window')
    await vi.waitFor(() => expect(opened).toEqual([expect.stringMatching(/^\/vault#offer=/)]))
    await waitFor('Go on in the wallet window')
    expect(shown()).not.toContain('The browser gave no passkey')
  })

  test('does not replace a passkey that exists already', async () => {
    const { server } = await openSettings(createAuthenticator().credentials)
    press('Passkey')
    await waitFor('Synced by its provider')
    press('Passkey')
    await waitFor('Add another passkey')
    press('Add another passkey')
    await waitFor('There is a passkey of this wallet here already')
    expect(server.state.wallet?.sets.filter((set) => set.type === 'passkey')).toHaveLength(1)
  })

  test('a recovery offers the other unlock methods if the visitor declines the passkey', async () => {
    const opened = await openSettings(createAuthenticator().credentials)
    press('Passkey')
    await waitFor('Synced by its provider')
    opened.api.leave()
    await signInFromNewBrowser(opened, createAuthenticator({ declines: true }).credentials)
    press('Use a passkey')
    await waitFor('The browser gave no passkey')
    expect(shown()).toContain('Recover by email')
  })

  test('a passkey that another browser removed unlocks nothing, and a recovery does not offer it again', async () => {
    const { credentials } = createAuthenticator()
    const opened = await openSettings(credentials)
    press('Passkey')
    await waitFor('Synced by its provider')
    opened.api.leave()
    const { wallet } = await signInFromNewBrowser(opened, credentials)
    const { sets } = opened.server.state.wallet ?? { sets: [] }
    const [gone] = sets.splice(
      sets.findIndex((set) => set.type === 'passkey'),
      1,
    )
    opened.server.state.shareSets.delete(gone?.setId ?? '')
    press('Use a passkey')
    await waitFor('This way to unlock the wallet no longer exists')
    press('Try again')
    await waitFor('Recover by email')
    expect(shown()).not.toContain('Use a passkey')
    expect(await wallet.custody.isUnlocked()).toBe(false)
  })

  test('the frame opens a wallet window for a passkey if the frame has no access to passkeys', async () => {
    const { opened } = await openSettings()
    press('Passkey')
    await vi.waitFor(() => expect(opened).toEqual([expect.stringMatching(/^\/vault#offer=/)]))
  })
})

test('a recovery kit is saved in a wallet window, counts after a confirmation, and unlocks the wallet by its words', async () => {
  const opened = await openSettings()
  press('Recovery kit')
  await waitFor('Your recovery kit')
  const phrase = [...document.querySelectorAll('.words li')].map((word) => word.textContent).join(' ')
  expect(phrase.split(' ')).toHaveLength(7)
  press('Download the file')
  const [address = ''] = opened.opened
  const fragment = new URLSearchParams(new URL(address, 'https://wallet.example').hash.slice(1))
  const file = await receiveKit(opened.server.connect(), fragment)
  expect(JSON.stringify([...opened.server.state.flows.values()])).not.toContain(file.wrapped.data)

  press('Finish')
  expect(shown()).toContain('Your recovery kit')
  const sure = document.querySelector<HTMLInputElement>('#kit-sure')
  sure?.click()
  press('Finish')
  await waitFor('Saved ')
  expect(opened.server.state.wallet?.sets.find((set) => set.type === 'kit')?.confirmed).toBe(true)
  expect(JSON.stringify([...opened.server.state.shareSets])).not.toContain(file.wrapped.data)
  opened.api.leave()

  const { wallet, reportUser } = await signInFromNewBrowser(opened)
  press('Use my recovery kit')
  await waitFor('Open with your recovery kit')
  const chosen = document.querySelector<HTMLInputElement>('#kit-file')
  const words = document.querySelector<HTMLTextAreaElement>('#kit-words')
  if (!chosen || !words) throw new Error('There is no form')
  Object.defineProperty(chosen, 'files', { value: [new File([JSON.stringify(file)], 'kit.json')] })
  words.value = 'seven words that are not the ones'
  press('Open wallet')
  await waitFor('File and words do not fit together')
  words.value = phrase
  press('Open wallet')
  await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
  expect(await wallet.keys.signSolana(new Uint8Array(3))).toHaveLength(64)
})

test('opens the chosen setting after a recovery has unlocked the wallet', async () => {
  const opened = await openSettings()
  opened.api.leave()
  const { api, reportUser } = await signInFromNewBrowser(opened)
  press('Not now')
  await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
  api.openSettings()
  await waitFor('Sign out everywhere')
  press('Recovery kit')
  await waitFor('Unlock your wallet here')
  press('Not now')
  await waitFor('Sign out everywhere')
  press('Recovery kit')
  await waitFor('Unlock your wallet here')
  press('Recover by email')
  await waitFor('Code of the recovery service')
  typeCode(opened.server.rightCode)
  await waitFor('Write these words down')
})

test('ends the sessions of another device', async () => {
  const { server } = await openSettings()
  press('Devices')
  await waitFor('Safari on iPhone')
  press('Remove')
  await vi.waitFor(() => expect(server.state.revoked).toEqual(['phone']))
  await vi.waitFor(() => expect(shown()).not.toContain('Safari on iPhone'))
  await waitFor('Chrome on Linux')
})

test('shows the recovery phrase only in a window', async () => {
  const { opened } = await openSettings()
  press('Export the recovery phrase')
  await vi.waitFor(() => expect(opened).toEqual([expect.stringMatching(/^\/vault#offer=/)]))
})

test('stores the idle time after which the wallet locks itself', async () => {
  const { load } = await openSettings()
  const idle = document.querySelector<HTMLSelectElement>('#idle')
  if (!idle) throw new Error('There is no choice')
  idle.value = '15'
  idle.dispatchEvent(new Event('change'))
  const next = await load()
  await next.api.isConnected()
  next.api.openSettings()
  await vi.waitFor(() => expect(document.querySelector<HTMLSelectElement>('#idle')?.value).toBe('15'))
})

test('the settings change their language at once, and keep the chosen values', async () => {
  const { redraw, panels } = await openSettings()
  const idle = document.querySelector<HTMLSelectElement>('#idle')
  if (!idle) throw new Error('There is no choice')
  idle.value = '10'
  idle.dispatchEvent(new Event('change'))
  onTestFinished(async () => {
    await loadLanguage(document.documentElement, 'en')
  })
  await loadLanguage(document.documentElement, 'de')
  redraw()
  expect(shown()).toContain('Überall abmelden')
  expect(document.querySelector('#idle [selected]')?.textContent).toBe('10 Min.')
  press('Überall abmelden')
  await waitFor('Überall abmelden?')
  expect(panels.at(-1)?.view).toBe('settings')
})

test('signs out everywhere after a confirmation', async () => {
  const { reportUser, server } = await openSettings()
  press('Sign out everywhere')
  await waitFor('Sign out everywhere?')
  press('Sign out everywhere')
  await vi.waitFor(() => expect(reportUser.mock.lastCall?.[0]).toEqual({ isConnected: false, accounts: {} }))
  await vi.waitFor(() => expect(server.connection.requests).toContain('POST session/sign-out'))
})

test('asks for an OTP if the server demands a fresh login', async () => {
  const { credentials } = createAuthenticator()
  const { server } = await openSettings(credentials)
  server.state.fresh = false
  server.state.login = 'VERIFY_OTP'
  press('Passkey')
  await waitFor('Enter the code we sent')
  typeCode(server.rightCode)
  await waitFor('Synced by its provider')
})

test('shows no settings without a session', async () => {
  const { load } = await start()
  const { api } = await load()
  expect(() => api.openSettings()).toThrow(expect.objectContaining({ code: 'SESSION_REVOKED' }))
})
