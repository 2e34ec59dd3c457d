// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createAuthenticator } from '../../test/authenticator.ts'
import {
  confirmedUnlockMethods,
  openWalletWindow,
  renewButton,
  renewedTitle,
  renewQuestion,
  renewRowName,
  renewVaultKey,
  saveKit,
  serverStateOf,
  signMessage,
} from '../../test/renewKey.ts'
import { pressButton, textOnScreen, typeCode, waitForText } from '../../test/visit.ts'

beforeEach(() => document.body.replaceChildren())

describe('the renewal of the vault key', () => {
  test('after a renewal of the vault key, only the new share sets unlock the wallet, and it is the same wallet', async () => {
    const opened = await openWalletWindow('assisted')
    const { server, store, load, before } = opened
    const old = server.state.wallet?.sets.map(({ setId }) => setId) ?? []
    const [knownBefore] = server.state.recognised
    await renewVaultKey()
    await waitForText(renewedTitle)
    expect(server.state.wallet).toMatchObject({ epoch: 2, status: 'active' })
    expect(confirmedUnlockMethods(opened)).toEqual(['guardian', 'vault'])
    for (const setId of old)
      expect([...server.state.shareSets.keys(), ...server.state.shares.keys()]).not.toContain(setId)
    // The guardian has only the new share, and recognises this window by a new key.
    expect([server.state.shares.size, server.state.owners.size]).toEqual([1, 1])
    expect(server.state.recognised).toEqual([expect.not.stringMatching(`^${knownBefore}$`)])
    expect(await signMessage(opened)).toEqual(before)
    expect(await opened.wallet.custody.isUnlocked(undefined, 2)).toBe(true)
    // No step of the renewal is left in the store: no device key for the next epoch, and no request to the guardian.
    const name = `vault ${server.state.wallet?.walletId} p https://wallet.example`
    expect(await store.get(`coming ${name}`)).toBeUndefined()
    expect(await store.get('farewell p https://wallet.example')).toBeUndefined()
    pressButton('Done')
    await waitForText('Sign out everywhere')

    const next = await load(store, 'persistent', undefined, 'vault')
    await next.api.isConnected()
    expect(await signMessage(next)).toEqual(before)
  })

  test('after a renewal of the vault key, offers to add a missing backup and a missing passkey', async () => {
    const opened = await openWalletWindow('assisted', createAuthenticator().credentials)
    await renewVaultKey()
    await waitForText(renewedTitle)
    expect(textOnScreen()).not.toContain('Delete old backup files')
    pressButton('Add a passkey')
    await waitForText('Synced by its provider')
    await renewVaultKey()
    await waitForText(renewedTitle)
    expect(confirmedUnlockMethods(opened)).toEqual(['passkey', 'guardian', 'vault'])
    expect(textOnScreen()).not.toContain('Add a passkey')
    pressButton('Make a new backup')
    await saveKit()
    await waitForText('Saved ')
    expect(opened.server.state.wallet?.epoch).toBe(3)
    // After a second renewal the panel tells the owner what to do with the backup of the first renewal.
    await renewVaultKey()
    await waitForText('Delete old backup files')
    expect(confirmedUnlockMethods(opened)).toEqual(['passkey', 'guardian', 'vault'])
  })

  test('a renewal of the vault key requires a new backup if no other unlock method remains', async () => {
    const opened = await openWalletWindow('self')
    pressButton('Backup')
    await saveKit()
    await waitForText('Saved ')
    const [, kit] = opened.server.state.wallet?.sets ?? []
    await renewVaultKey()
    await waitForText('Write these words down')
    expect(opened.server.state.wallet?.epoch).toBe(1)
    await saveKit()
    await waitForText(renewedTitle)
    expect(confirmedUnlockMethods(opened)).toEqual(['kit', 'vault'])
    expect(opened.server.state.wallet?.sets.map(({ setId }) => setId)).not.toContain(kit?.setId)
    expect(await signMessage(opened)).toEqual(opened.before)
  })

  test('a renewal of the vault key keeps the passkey that the visitor uses, and drops the other passkeys', async () => {
    const { credentials } = createAuthenticator()
    const opened = await openWalletWindow('self', credentials)
    pressButton('Passkey')
    await waitForText('Synced by its provider')
    const shownOne = opened.server.state.wallet?.sets.find((set) => set.type === 'passkey')
    opened.server.state.wallet?.sets.push({
      ...{ setId: crypto.randomUUID(), type: 'passkey', label: 'Lost', epoch: 1 },
      ...{ createdAt: 0, lastUsedAt: null, confirmed: true, credentialId: 'A'.repeat(22) },
    })
    opened.api.leave()
    await opened.wallet.session.refresh()
    opened.api.openSettings()
    await waitForText('Sign out everywhere')
    pressButton(renewRowName)
    await waitForText('The one that you show now goes on')
    pressButton(renewButton)
    await waitForText(renewedTitle)
    expect(confirmedUnlockMethods(opened)).toEqual(['passkey', 'vault'])
    const [passkey] = opened.server.state.wallet?.sets ?? []
    expect(passkey).toMatchObject({ credentialId: shownOne?.credentialId, label: shownOne?.label, epoch: 2 })
    expect(passkey?.setId).not.toBe(shownOne?.setId)
    // The key worker still knows the passkey's public key.
    const approvals = opened.wallet.passkeyApprovals
    const payloads = [new Uint8Array(32)]
    const { signal } = new AbortController()
    expect(await approvals.confirm({ namespace: 'eip155', payloads }, signal)).toMatch(/^[\w-]{22}$/)
  })

  test('a renewal of the vault key requires a fresh login', async () => {
    const opened = await openWalletWindow('assisted')
    opened.api.leave()
    opened.server.state.authTime = 0
    await opened.wallet.session.refresh()
    opened.server.state.fresh = false
    opened.api.openSettings()
    await waitForText('Sign out everywhere')
    await renewVaultKey()
    await waitForText('Check your email')
    expect(serverStateOf(opened)).toBe(opened.state)
    typeCode(opened.server.rightCode)
    await waitForText(renewedTitle)
  })

  test('a renewal of the vault key does not add the guardian again after the owner removed it', async () => {
    const opened = await openWalletWindow('assisted', createAuthenticator().credentials)
    pressButton('Passkey')
    await waitForText('Synced by its provider')
    pressButton('Recovery by email')
    await waitForText('Whoever runs the wallet and its recovery service together')
    pressButton('Remove')
    await waitForText('From then on nobody can help you back in')
    pressButton('Remove')
    await vi.waitFor(() => expect(confirmedUnlockMethods(opened)).not.toContain('guardian'))
    await vi.waitFor(() => expect(opened.server.state.shares.size).toBe(0))
    await waitForText('Sign out everywhere')
    await renewVaultKey()
    await waitForText(renewedTitle)
    expect(confirmedUnlockMethods(opened)).toEqual(['passkey', 'vault'])
    expect(opened.server.state.shares.size).toBe(0)
  })

  test('before a renewal of the vault key starts, a panel says what it cannot undo', async () => {
    await openWalletWindow('assisted')
    pressButton(renewRowName)
    await waitForText(renewQuestion)
    expect(textOnScreen()).toContain(
      'Whoever has seen your recovery phrase, or has an old backup file and its words, still gets in',
    )
    expect(textOnScreen()).toContain('They ask for a way in at their next use')
  })
})

/** Makes the visitor leave the renewal's panel while the wallet sends the request to `path`. */
const leaveAt = ({ server, api }: Awaited<ReturnType<typeof openWalletWindow>>, path: string) => {
  const { fetch } = server
  server.fetch = async (...args) => {
    if (String(args[0]).endsWith(path)) api.leave()
    return fetch(...args)
  }
}

test('a renewal keeps the new vault key and shows no panel if the visitor leaves while the server stores the key', async () => {
  const opened = await openWalletWindow('assisted')
  leaveAt(opened, '/keys/renew')
  await renewVaultKey()
  await vi.waitFor(async () => expect(await opened.wallet.custody.isUnlocked(undefined, 2)).toBe(true))
  await vi.waitFor(() => expect(opened.server.state.shares.size).toBe(1))
  expect(textOnScreen()).toBe('')
  expect(await signMessage(opened)).toEqual(opened.before)
})

describe('a renewal of the vault key that is abandoned', () => {
  test('keeps the old vault key if the visitor leaves before the request to the server', async () => {
    const opened = await openWalletWindow('assisted')
    leaveAt(opened, '/guardian/enrol')
    await renewVaultKey()
    // The guardian got the share of the abandoned renewal and must forget it.
    await vi.waitFor(() => expect(opened.server.connection.requests.at(-1)).toBe('POST guardian/forget'))
    await vi.waitFor(() => expect(serverStateOf(opened)).toBe(opened.state))
    expect(opened.server.connection.requests).not.toContain('POST keys/renew')
    expect(textOnScreen()).toBe('')
    expect(await signMessage(opened)).toEqual(opened.before)
  })

  test('keeps the old vault key if the visitor goes back instead of starting the renewal', async () => {
    const opened = await openWalletWindow('assisted')
    pressButton(renewRowName)
    await waitForText(renewQuestion)
    pressButton('Back')
    await waitForText('Sign out everywhere')
    expect(serverStateOf(opened)).toBe(opened.state)
  })

  test('keeps the old vault key if the visitor leaves instead of saving the new backup', async () => {
    const opened = await openWalletWindow('self')
    pressButton('Backup')
    await saveKit()
    await waitForText('Saved ')
    const state = serverStateOf(opened)
    await renewVaultKey()
    await waitForText('Write these words down')
    pressButton('Back')
    await waitForText('Sign out everywhere')
    await renewVaultKey()
    await waitForText('Write these words down')
    opened.api.leave()
    expect(serverStateOf(opened)).toBe(state)
    expect(await signMessage(opened)).toEqual(opened.before)
    const staged = { code: 'WALLET_LOCKED' }
    await vi.waitFor(() =>
      expect(opened.wallet.custody.proveRenewal({ sets: [], sessionId: 's' })).rejects.toMatchObject(staged),
    )
  })

  test('keeps the old vault key if the visitor leaves the panel of the fresh login', async () => {
    const opened = await openWalletWindow('assisted')
    opened.api.leave()
    opened.server.state.authTime = 0
    await opened.wallet.session.refresh()
    opened.api.openSettings()
    await waitForText('Sign out everywhere')
    await renewVaultKey()
    await waitForText('Check your email')
    opened.api.leave()
    expect(serverStateOf(opened)).toBe(opened.state)
  })

  test('keeps the old vault key if the visitor declines the passkey', async () => {
    const opened = await openWalletWindow('assisted', createAuthenticator().credentials)
    pressButton('Passkey')
    await waitForText('Synced by its provider')
    opened.api.leave()
    const state = serverStateOf(opened)
    const { credentials } = createAuthenticator({ declines: true })
    const next = await opened.load(opened.store, 'persistent', credentials, 'vault')
    await next.api.isConnected()
    next.api.openSettings()
    await waitForText('Sign out everywhere')
    await renewVaultKey()
    await waitForText('The browser gave no passkey')
    expect(serverStateOf(opened)).toBe(state)
  })

  test('keeps the old vault key if the guardian is unreachable', async () => {
    const opened = await openWalletWindow('assisted')
    opened.server.state.guardianDown = true
    await renewVaultKey()
    await waitForText('That did not work')
    expect(serverStateOf(opened)).toBe(opened.state)
    pressButton('Not now')
    expect(await signMessage(opened)).toEqual(opened.before)
  })

  test('keeps the vault key of another window that renewed the key first', async () => {
    const opened = await openWalletWindow('assisted')
    const { fetch } = opened.server
    let isOver = false
    opened.server.fetch = async (...args) => {
      if (isOver || !String(args[0]).endsWith('/keys/renew')) return fetch(...args)
      isOver = true
      if (opened.server.state.wallet) opened.server.state.wallet.epoch = 2
      return fetch(...args)
    }
    await renewVaultKey()
    await waitForText('It was changed in another window just now')
    await vi.waitFor(() => expect(opened.server.state.shares.size).toBe(1))
    pressButton('Done')
    await waitForText('Sign out everywhere')
  })
})
