// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createAuthenticator } from '../../test/authenticator.ts'
import { openSettings as open } from '../../test/openSettings.ts'
import { press, shown, type, waitFor } from '../../test/visit.ts'

beforeEach(() => document.body.replaceChildren())

const typesOf = ({ server }: Awaited<ReturnType<typeof open>>) => server.state.wallet?.sets.map((set) => set.type)
const addPasskey = async () => {
  press('Passkey')
  await waitFor('Synced by its provider')
}

describe('a way to open the wallet', () => {
  test('is removed by its owner, who is asked whether they mean it', async () => {
    const opened = await open('frame')
    await addPasskey()
    press('Passkey')
    await waitFor('Your passkeys')
    press('Remove')
    await waitFor('Remove this passkey?')
    press('Keep it')
    await waitFor('Your passkeys')
    expect(typesOf(opened)).toEqual(['device', 'guardian', 'passkey'])
    press('Remove')
    await waitFor('Remove this passkey?')
    press('Remove')
    await waitFor('Not set up')
    expect(typesOf(opened)).toEqual(['device', 'guardian'])
  })

  test('is removed after a fresh code where the last one is old', async () => {
    const opened = await open('frame')
    await addPasskey()
    press('Passkey')
    await waitFor('Your passkeys')
    opened.server.state.fresh = false
    press('Remove')
    await waitFor('Remove this passkey?')
    press('Remove')
    await waitFor('Enter the code we sent')
    type(opened.server.rightCode)
    await waitFor('Not set up')
  })

  test('that is the last one stays', async () => {
    await open('frame')
    press('Recovery by email')
    await waitFor('Whoever runs the wallet and its recovery service together')
    expect(shown()).toContain('Nothing else would bring you back in, so it stays.')
    expect([...document.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Back'])
  })

  test('of the operator goes once there is one of the visitor’s own', async () => {
    const opened = await open('frame')
    await addPasskey()
    press('Recovery by email')
    await waitFor('Whoever runs the wallet and its recovery service together')
    press('Remove')
    await waitFor('From then on nobody can help you back in')
    press('Remove')
    await vi.waitFor(() => expect(typesOf(opened)).toEqual(['device', 'passkey']))
    await waitFor('Sign out everywhere')
    expect(shown()).not.toContain('Recovery by email')
  })

  test('stays where the passkey is declined, which itself goes without being shown', async () => {
    const opened = await open('vault')
    await addPasskey()
    opened.api.leave()
    const { credentials } = createAuthenticator({ declines: true })
    const other = await opened.load(opened.store, 'persistent', credentials, 'vault')
    await other.api.isConnected()
    other.api.openSettings()
    await waitFor('Recovery by email')
    press('Recovery by email')
    await waitFor('Whoever runs the wallet and its recovery service together')
    press('Remove')
    await waitFor('From then on nobody can help you back in')
    press('Remove')
    await waitFor('The browser gave no passkey')
    expect(typesOf(opened)).toContain('guardian')
    press('Passkey')
    await waitFor('Your passkeys')
    press('Remove')
    await waitFor('Remove this passkey?')
    press('Remove')
    await vi.waitFor(() => expect(typesOf(opened)).not.toContain('passkey'), { timeout: 3_000 })
  })
})

describe('the recovery phrase, in a window', () => {
  const exported = 'Export the recovery phrase'
  const signInAnew = async (code: string) => {
    await waitFor('Enter the code we sent')
    type(code)
  }

  test('is shown after a fresh code and the passkey', async () => {
    const { server, words } = await open('vault')
    await addPasskey()
    server.state.exportDelayMs = 60_000
    press(exported)
    await signInAnew(server.rightCode)
    await vi.waitFor(() => expect(words).toHaveLength(1))
    expect(words[0]?.split(' ')).toHaveLength(12)
  })

  test('is not shown where the passkey is declined', async () => {
    const { server, words, store, load, api } = await open('vault')
    await addPasskey()
    api.leave()
    const { credentials } = createAuthenticator({ declines: true })
    const other = await load(store, 'persistent', credentials, 'vault')
    await other.api.isConnected()
    other.api.openSettings()
    await waitFor(exported)
    press(exported)
    await signInAnew(server.rightCode)
    await waitFor('The browser gave no passkey')
    expect([...words, ...other.words]).toEqual([])
    expect(server.asked.asked).not.toContain('POST export')
  })

  test('has to wait without a passkey, and is shown when the time is over', async () => {
    const { server, words } = await open('vault', null)
    server.state.exportDelayMs = 1_500
    press(exported)
    await signInAnew(server.rightCode)
    await waitFor('Your recovery phrase has to wait')
    press('Show it now')
    expect(words).toEqual([])
    await new Promise((next) => setTimeout(next, 1_600))
    press('Show it now')
    await vi.waitFor(() => expect(words).toHaveLength(1))
  })

  test('that waits is stopped by its owner', async () => {
    const { server, words } = await open('vault', null)
    server.state.exportDelayMs = 60_000
    press(exported)
    await signInAnew(server.rightCode)
    await waitFor('Your recovery phrase has to wait')
    press('Stop it')
    await waitFor('Sign out everywhere')
    expect(server.state.exportAt).toBeNull()
    expect(words).toEqual([])
  })
})
