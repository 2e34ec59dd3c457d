// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { createAuthenticator } from '../../test/authenticator.ts'
import { pressButton, signInAndContinue, startVisit, waitForText } from '../../test/visit.ts'

beforeEach(() => document.body.replaceChildren())

const payloads = [new Uint8Array(32).fill(5)]
const { signal } = new AbortController()

/** Opens a wallet, and adds a passkey in the settings. */
const addPasskey = async (own: Parameters<typeof createAuthenticator>[0] = {}) => {
  const authenticator = createAuthenticator(own)
  const started = await startVisit()
  await signInAndContinue(started)
  const load = async () => {
    const loaded = await started.load(started.store, 'persistent', authenticator.credentials)
    await loaded.api.isConnected()
    return loaded
  }
  const loaded = await load()
  loaded.api.openSettings()
  await waitForText('More in the wallet window')
  pressButton('Passkey')
  await waitForText('Synced by its provider')
  const passkeys = () => started.server.state.wallet?.sets.filter(({ type }) => type === 'passkey') ?? []
  return { ...started, ...loaded, ...authenticator, passkeys, reload: load }
}

test('a passkey confirms what the wallet then signs', async () => {
  const { wallet } = await addPasskey()
  const { passkeyApprovals, keys } = wallet
  expect([passkeyApprovals.isPossible(), passkeyApprovals.isOutdated()]).toEqual([true, false])
  const approvalId = await passkeyApprovals.confirm({ namespace: 'eip155', payloads }, signal)
  for (const payload of payloads) expect(await keys.sign(approvalId, payload)).toHaveLength(65)
})

test('a passkey confirms after a reload of the site, which locks the wallet', async () => {
  const { reload } = await addPasskey()
  const { wallet } = await reload()
  const approvalId = await wallet.passkeyApprovals.confirm({ namespace: 'solana', payloads }, signal)
  expect(await wallet.keys.sign(approvalId, new Uint8Array(32).fill(5))).toHaveLength(64)
})

test('a public key that the server replaced confirms nothing', async () => {
  const { wallet, passkeys, server } = await addPasskey()
  const [row] = passkeys()
  const { passkeyKey } = row ?? {}
  if (!row || !passkeyKey) throw new Error('no key')
  const data = `${passkeyKey.data.startsWith('A') ? 'B' : 'A'}${passkeyKey.data.slice(1)}`
  row.passkeyKey = { ...passkeyKey, data }
  await wallet.session.refresh()
  const confirmed = wallet.passkeyApprovals.confirm({ namespace: 'eip155', payloads }, signal)
  await expect(confirmed).rejects.toMatchObject({ code: 'KEY_NOT_UNLOCKED' })
  expect(server.state.wallet?.sets).toContain(row)
})

test('a passkey without a stored key confirms nothing, and can be added again beside the old one', async () => {
  const own = { hasPublicKey: false }
  const { wallet, passkeys, api } = await addPasskey(own)
  const { passkeyApprovals } = wallet
  expect([passkeyApprovals.isPossible(), passkeyApprovals.isOutdated()]).toEqual([false, true])
  api.leave()
  api.openSettings()
  await waitForText('More in the wallet window')
  pressButton('Passkey')
  await waitForText('One of them cannot confirm payments on a site yet')
  own.hasPublicKey = true
  pressButton('Add another passkey')
  await vi.waitFor(() => expect(passkeys().map(({ confirmed }) => confirmed)).toEqual([true, true]))
  await vi.waitFor(() => expect(passkeyApprovals.isPossible()).toBe(true))
  expect(passkeyApprovals.isOutdated()).toBe(false)
  expect(await passkeyApprovals.confirm({ namespace: 'eip155', payloads }, signal)).toMatch(/^[\w-]{22}$/)
})
