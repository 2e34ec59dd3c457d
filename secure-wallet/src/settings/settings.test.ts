// @vitest-environment happy-dom
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createAuthenticator } from '../../test/authenticator.ts'
import { signSolana } from '../../test/signPayload.ts'
import {
  pickNumber,
  pressButton,
  signInAndContinue,
  startVisit,
  textOnScreen,
  typeCode,
  waitForText,
} from '../../test/visit.ts'
import { loadLanguage } from '../languages/loadLanguage.ts'
import { memoryStore } from '../session/store.ts'
import type { CredentialsApi } from '../unlock/webauthn.ts'
import { receiveKit } from './kitFlow.ts'

beforeEach(() => document.body.replaceChildren())

const openSettings = async (credentials?: CredentialsApi) => {
  const started = await startVisit()
  await signInAndContinue(started)
  const loaded = await started.load(started.store, 'persistent', credentials)
  await loaded.api.isConnected()
  loaded.api.openSettings()
  await waitForText('More in the wallet window')
  return { ...started, ...loaded }
}
/** Signs in from a browser that stores no keys yet. */
const signInFromNewBrowser = async (
  { load, server }: Awaited<ReturnType<typeof openSettings>>,
  credentials?: CredentialsApi,
) => {
  const loaded = await load(memoryStore(), 'persistent', credentials)
  await loaded.api.connectEmail(server.email)
  await waitForText('Check your email')
  typeCode(server.rightCode)
  await waitForText('We need to check it’s you on this browser')
  return loaded
}

describe('the settings on a site in the frame of another page', () => {
  const openFramed = async (credentials?: CredentialsApi) => {
    const started = await startVisit()
    await signInAndContinue(started)
    const ancestor = 'https://portal.example'
    const loaded = await started.load(started.store, 'persistent', credentials, 'frame', null, ancestor)
    await loaded.api.isConnected()
    return { ...started, ...loaded, ancestor }
  }

  test('are all in a wallet window', async () => {
    const { api, opened } = await openFramed()
    api.openSettings()
    await waitForText('Go on in the wallet window')
    expect(opened).toEqual([expect.stringMatching(/^\/vault#offer=/)])
    expect(textOnScreen()).not.toContain('Sign out everywhere')
    pressButton('Back')
    await vi.waitFor(() => expect(textOnScreen()).not.toContain('Go on in the wallet window'))
    expect(textOnScreen()).not.toContain('Sign out everywhere')
  })
})

describe('passkeys in the settings', () => {
  test("a passkey for the wallet's origin becomes an unlock method after a test unwrap, and unlocks the wallet in another browser", async () => {
    const { credentials, rpIds } = createAuthenticator()
    const opened = await openSettings(credentials)
    pressButton('Passkey')
    await waitForText('Synced by its provider')
    const row = opened.server.state.wallet?.sets.find((set) => set.type === 'passkey')
    expect(row).toMatchObject({ confirmed: true, credentialId: expect.stringMatching(/^[\w-]{22}$/) })
    opened.api.leave()

    const { wallet, reportUser } = await signInFromNewBrowser(opened, credentials)
    pressButton('Use a passkey')
    await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
    expect(await signSolana(wallet.keys, new Uint8Array(3))).toHaveLength(64)
    expect(new Set(rpIds)).toEqual(new Set(['wallet.example']))
  })

  test('a passkey that gives no PRF output does not become an unlock method', async () => {
    const { server } = await openSettings(createAuthenticator({ hasPrf: false }).credentials)
    pressButton('Passkey')
    await waitForText('This passkey cannot open a wallet and does not count')
    expect(textOnScreen()).toContain('None yet')
    expect(server.state.wallet?.sets.some((set) => set.type === 'passkey')).toBe(false)
  })

  test('the settings change nothing if the visitor declines the creation of a passkey', async () => {
    const { server, opened } = await openSettings(createAuthenticator({ declines: true }).credentials)
    pressButton('Passkey')
    await waitForText('The browser gave no passkey')
    expect(textOnScreen()).toContain('None yet')
    expect(server.state.wallet?.sets.some((set) => set.type === 'passkey')).toBe(false)
    pressButton('Open wallet window')
    await vi.waitFor(() => expect(opened).toEqual([expect.stringMatching(/^\/vault#offer=/)]))
    await waitForText('Go on in the wallet window')
    expect(textOnScreen()).not.toContain('The browser gave no passkey')
  })

  test('the settings do not replace a passkey that exists already', async () => {
    const { server } = await openSettings(createAuthenticator().credentials)
    pressButton('Passkey')
    await waitForText('Synced by its provider')
    pressButton('Passkey')
    await waitForText('Add another passkey')
    pressButton('Add another passkey')
    await waitForText('There is a passkey of this wallet here already')
    expect(server.state.wallet?.sets.filter((set) => set.type === 'passkey')).toHaveLength(1)
  })

  test('a recovery offers the other unlock methods if the visitor declines the passkey', async () => {
    const opened = await openSettings(createAuthenticator().credentials)
    pressButton('Passkey')
    await waitForText('Synced by its provider')
    opened.api.leave()
    await signInFromNewBrowser(opened, createAuthenticator({ declines: true }).credentials)
    pressButton('Use a passkey')
    await waitForText('The browser gave no passkey')
    expect(textOnScreen()).toContain('Recover by email')
  })

  test('a passkey that another browser removed unlocks nothing, and a recovery does not offer it again', async () => {
    const { credentials } = createAuthenticator()
    const opened = await openSettings(credentials)
    pressButton('Passkey')
    await waitForText('Synced by its provider')
    opened.api.leave()
    const { wallet } = await signInFromNewBrowser(opened, credentials)
    const { sets } = opened.server.state.wallet ?? { sets: [] }
    const [gone] = sets.splice(
      sets.findIndex((set) => set.type === 'passkey'),
      1,
    )
    opened.server.state.shareSets.delete(gone?.setId ?? '')
    pressButton('Use a passkey')
    await waitForText('This way into your wallet no longer works')
    pressButton('Try again')
    await waitForText('Recover by email')
    expect(textOnScreen()).not.toContain('Use a passkey')
    expect(await wallet.custody.isUnlocked()).toBe(false)
  })

  test('the frame opens a wallet window for a passkey if the frame has no access to passkeys', async () => {
    const { opened } = await openSettings()
    pressButton('Passkey')
    await vi.waitFor(() => expect(opened).toEqual([expect.stringMatching(/^\/vault#offer=/)]))
  })
})

test('a backup from a wallet window becomes an unlock method after a confirmation, and unlocks the wallet with its words', async () => {
  const opened = await openSettings()
  pressButton('Backup')
  await waitForText('Your backup')
  const phrase = [...document.querySelectorAll('.words li')].map((word) => word.textContent).join(' ')
  expect(phrase.split(' ')).toHaveLength(7)
  pressButton('Download the file')
  const [address = ''] = opened.opened
  const fragment = new URLSearchParams(new URL(address, 'https://wallet.example').hash.slice(1))
  const file = await receiveKit(opened.server.connect(), fragment)
  expect(JSON.stringify([...opened.server.state.flows.values()])).not.toContain(file.wrapped.data)

  pressButton('Finish')
  expect(textOnScreen()).toContain('Your backup')
  const sure = document.querySelector<HTMLInputElement>('#kit-sure')
  sure?.click()
  pressButton('Finish')
  await waitForText('Saved ')
  expect(opened.server.state.wallet?.sets.find((set) => set.type === 'kit')?.confirmed).toBe(true)
  expect(JSON.stringify([...opened.server.state.shareSets])).not.toContain(file.wrapped.data)
  opened.api.leave()

  const { wallet, reportUser } = await signInFromNewBrowser(opened)
  pressButton('Use my backup')
  await waitForText('Open with your backup')
  const chosen = document.querySelector<HTMLInputElement>('#kit-file')
  const words = document.querySelector<HTMLTextAreaElement>('#kit-words')
  if (!chosen || !words) throw new Error('There is no form')
  Object.defineProperty(chosen, 'files', { value: [new File([JSON.stringify(file)], 'kit.json')] })
  words.value = 'seven words that are not the ones'
  pressButton('Open wallet')
  await waitForText('File and words do not fit together')
  words.value = phrase
  pressButton('Open wallet')
  await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
  expect(await signSolana(wallet.keys, new Uint8Array(3))).toHaveLength(64)
})

test('the settings open the chosen panel after a recovery has unlocked the wallet', async () => {
  const opened = await openSettings()
  opened.api.leave()
  const { api, reportUser } = await signInFromNewBrowser(opened)
  pressButton('Not now')
  await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
  api.openSettings()
  await waitForText('More in the wallet window')
  pressButton('Backup')
  await waitForText('We need to check it’s you on this browser')
  pressButton('Not now')
  await waitForText('More in the wallet window')
  pressButton('Backup')
  await waitForText('We need to check it’s you on this browser')
  pressButton('Recover by email')
  await pickNumber(opened.server)
  await waitForText('Write these words down')
})

test('the secure frame offers nothing that takes something away, and opens a wallet window for it', async () => {
  const { server, opened } = await openSettings(createAuthenticator().credentials)
  pressButton('Passkey')
  await waitForText('Synced by its provider')
  const rows = [...document.querySelectorAll('.row__name')].map(({ textContent }) => textContent)
  expect(rows).toEqual(['Passkey', 'Backup', 'Lock when unused for', 'More in the wallet window'])
  pressButton('Passkey')
  await waitForText('Your passkeys')
  expect(textOnScreen()).not.toContain('Remove')
  pressButton('Back')
  await waitForText('More in the wallet window')
  pressButton('More in the wallet window')
  await vi.waitFor(() => expect(opened).toEqual([expect.stringMatching(/^\/vault#offer=/)]))
  expect(server.connection.requests.filter((request) => request.startsWith('DELETE'))).toEqual([])
})

test('the secure frame opens a wallet window although its wallet is locked', async () => {
  const started = await openSettings()
  started.api.leave()
  const { api, reportUser, opened } = await signInFromNewBrowser(started)
  pressButton('Not now')
  await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
  api.openSettings()
  await waitForText('More in the wallet window')
  pressButton('More in the wallet window')
  await vi.waitFor(() => expect(opened).toEqual([expect.stringMatching(/^\/vault#offer=/)]))
  expect(textOnScreen()).not.toContain('We need to check it’s you on this browser')
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
  expect(textOnScreen()).toContain('Mehr im Wallet-Fenster')
  expect(document.querySelector('#idle [selected]')?.textContent).toBe('10 Min.')
  pressButton('Mehr im Wallet-Fenster')
  await waitForText('Weiter im Wallet-Fenster')
  expect(panels.at(-1)?.view).toBe('settings')
})

test('the settings ask for an OTP if the server demands a fresh login', async () => {
  const { credentials } = createAuthenticator()
  const { server } = await openSettings(credentials)
  server.state.fresh = false
  pressButton('Passkey')
  await waitForText('Check your email')
  typeCode(server.rightCode)
  await waitForText('Synced by its provider')
})

test('shows no settings without a session', async () => {
  const { load } = await startVisit()
  const { api } = await load()
  expect(() => api.openSettings()).toThrow(expect.objectContaining({ code: 'SESSION_REVOKED' }))
})
