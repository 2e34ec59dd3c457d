// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createAuthenticator } from '../../test/authenticator.ts'
import { openWalletWindow, renewedTitle, renewVaultKey, saveKit, signMessage } from '../../test/renewKey.ts'
import { pickNumber, pressButton, textOnScreen, typeCode, waitForText } from '../../test/visit.ts'
import { memoryStore } from '../session/store.ts'

beforeEach(() => document.body.replaceChildren())

const { credentials } = createAuthenticator()
/** A window renews the key while another document of this browser has the wallet open with the old key. */
const renewBeside = async (documentKind: 'frame' | 'vault') => {
  const opened = await openWalletWindow('assisted')
  const other = await opened.load(opened.store, 'persistent', credentials, documentKind)
  await other.api.isConnected()
  // Unlock the other document before the test shows the panels of the window, because both draw into the same body.
  await other.wallet.keys.unlock()
  await vi.waitFor(async () => expect(await other.wallet.custody.isUnlocked()).toBe(true))
  document.body.replaceChildren()
  opened.api.openSettings()
  await waitForText('Sign out everywhere')
  await renewVaultKey()
  await waitForText(renewedTitle)
  opened.api.leave()
  return { ...opened, other }
}
const recover = async ({ server }: Awaited<ReturnType<typeof renewBeside>>) => {
  await waitForText('We need to check it’s you on this browser')
  pressButton('Recover by email')
  await pickNumber(server)
}

describe('a secure frame whose device share set was removed by a renewal of the vault key', () => {
  test('a secure frame that lost its share set recovers the wallet by e-mail after a reload, and gets a new share set', async () => {
    const opened = await renewBeside('frame')
    expect(opened.server.state.wallet?.sets.map((set) => set.type)).toEqual(['guardian', 'vault'])
    const next = await opened.load()
    await next.api.isConnected()
    const signature = signMessage(next)
    await recover(opened)
    expect(await signature).toEqual(opened.before)
    expect(opened.server.state.wallet?.sets.map((set) => set.type)).toEqual(['guardian', 'vault', 'device'])
    await next.wallet.lock()
    expect(await signMessage(next)).toEqual(opened.before)
  })

  test('a secure frame with the old vault key cannot change the wallet, and then unlocks with the new key', async () => {
    const opened = await renewBeside('frame')
    const { server, other } = opened
    other.api.openSettings()
    await waitForText('More in the wallet window')
    pressButton('Passkey')
    await waitForText('We need to check it’s you on this browser')
    expect(server.state.wallet?.sets.filter(({ confirmed }) => confirmed).map((set) => set.type)).toEqual([
      'guardian',
      'vault',
    ])
    pressButton('Not now')
    await waitForText('More in the wallet window')
    pressButton('Done')
    await vi.waitFor(() => expect(textOnScreen()).toBe(''))
    const unlocked = other.wallet.keys.unlock()
    await recover(opened)
    await unlocked
    expect(await other.wallet.custody.isUnlocked(undefined, 2)).toBe(true)
    expect(await signMessage(other)).toEqual(opened.before)
  })

  test('the server removes no share set for a proof that the old vault key made', async () => {
    const opened = await renewBeside('frame')
    const { server, other } = opened
    const [set] = server.state.wallet?.sets ?? []
    const { sessionId = '' } = other.wallet.session.facts() ?? {}
    const change = { action: 'remove', setId: set?.setId ?? '', sessionId } as const
    const proof = await other.wallet.custody.proveChange(change)
    const ask = { method: 'DELETE', path: `sets/${set?.setId}?proof=${proof}` } as const
    // The window sends the proof, because the server refuses the request of a secure frame anyway.
    await expect(opened.wallet.session.ask(ask)).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
    expect(server.state.wallet?.sets).toHaveLength(2)
  })
})

describe('another wallet window in this browser after a renewal of the vault key', () => {
  test('a second wallet window unlocks with the renewed `vault` share set, and shows the visitor no panel', async () => {
    const opened = await renewBeside('vault')
    const { other } = opened
    await other.wallet.lock()
    await other.wallet.keys.unlock()
    expect(await other.wallet.custody.isUnlocked(undefined, 2)).toBe(true)
    expect(await signMessage(other)).toEqual(opened.before)
    expect(textOnScreen()).toBe('')
  })

  test('a second wallet window notices that the first window has renewed the vault key, and does not renew it again', async () => {
    const opened = await renewBeside('vault')
    const { server, other } = opened
    other.api.openSettings()
    await waitForText('Sign out everywhere')
    await renewVaultKey()
    await waitForText('It was changed in another window just now')
    expect(server.state.wallet?.epoch).toBe(2)
    expect([...server.state.shares.keys()]).toEqual([
      server.state.wallet?.sets.find((set) => set.type === 'guardian')?.setId,
    ])
    pressButton('Done')
    await waitForText('Sign out everywhere')
    await renewVaultKey()
    await waitForText(renewedTitle)
    expect(server.state.wallet?.epoch).toBe(3)
    expect(await signMessage(other)).toEqual(opened.before)
  })
})

test('after a renewal the new backup unlocks the wallet, and a panel rejects the old backup as outdated', async () => {
  const opened = await openWalletWindow('self')
  pressButton('Backup')
  const old = await saveKit()
  await waitForText('Saved ')
  await renewVaultKey()
  const fresh = await saveKit()
  await waitForText(renewedTitle)
  opened.api.leave()
  document.body.replaceChildren()
  const next = await opened.load(memoryStore())
  await next.api.connectEmail(opened.server.email)
  await waitForText('Check your email')
  typeCode(opened.server.rightCode)
  await waitForText('We need to check it’s you on this browser')
  pressButton('Use my backup')
  await waitForText('Open with your backup')
  const open = ({ file, phrase }: typeof old) => {
    const chosen = document.querySelector<HTMLInputElement>('#kit-file')
    const words = document.querySelector<HTMLTextAreaElement>('#kit-words')
    if (!chosen || !words) throw new Error('There is no form')
    Object.defineProperty(chosen, 'files', {
      value: [new File([JSON.stringify(file)], 'kit.json')],
      configurable: true,
    })
    words.value = phrase
    pressButton('Open wallet')
  }
  open(old)
  await waitForText('This way into your wallet no longer works')
  open(fresh)
  await vi.waitFor(() => expect(next.reportUser).toHaveBeenCalled())
  expect(await signMessage(next)).toEqual(opened.before)
})
