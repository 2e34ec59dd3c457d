// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openSettings as open } from '../../test/openSettings.ts'
import { testSite, walletOrigin } from '../../test/server.ts'
import { pressButton, textOnScreen, waitForText } from '../../test/visit.ts'

beforeEach(() => document.body.replaceChildren())

type Opened = Awaited<ReturnType<typeof open>>
const passkeyIds = ({ server }: Opened): string[] =>
  (server.state.wallet?.sets ?? [])
    .filter(({ type, confirmed }) => type === 'passkey' && confirmed)
    .map((row) => row.setId)
const addPasskey = async () => {
  pressButton('Passkey')
  await waitForText('Synced by its provider')
}
const removePasskey = async () => {
  pressButton('Passkey')
  await waitForText('Your passkeys')
  pressButton('Remove')
  await waitForText('Remove this passkey?')
  pressButton('Remove')
}

describe("the guardian's list of passkeys and backups", () => {
  test('is empty in a new wallet, and has a passkey before the passkey is active', async () => {
    const opened = await open('vault')
    const { server } = opened
    expect(server.state.ways.list).toEqual([])
    const active: boolean[] = []
    server.state.heardWays = () => void active.push(passkeyIds(opened).length > 0)
    await addPasskey()
    expect(server.state.ways.list).toEqual(passkeyIds(opened))
    expect(active).not.toEqual([])
    expect(active).not.toContain(true)
  })

  test('is changed by a registered frame, which signs the change and skips no delay', async () => {
    const { server } = await open('frame')
    await vi.waitFor(() => expect(server.state.frames).toHaveLength(1))
    expect(server.state.recognised).toEqual([])
    const signers: unknown[] = []
    server.state.heardWays = (by) => void signers.push(by)
    await addPasskey()
    expect(signers).toContain(server.state.frames[0])
  })

  test('adds no passkey while the guardian cannot be told', async () => {
    const opened = await open('vault')
    opened.server.state.guardianDown = true
    pressButton('Passkey')
    await waitForText('Recovery by email isn’t answering')
    expect(passkeyIds(opened)).toEqual([])
  })

  test('loses a removed passkey at once, or at the next unlock if the guardian cannot be told', async () => {
    const opened = await open('vault')
    const { server, store, load } = opened
    await addPasskey()
    await removePasskey()
    await waitForText('None yet')
    expect(server.state.ways.list).toEqual([])
    await addPasskey()
    server.state.guardianDown = true
    await removePasskey()
    await waitForText('None yet')
    expect(server.state.ways.list).toHaveLength(1)
    server.state.guardianDown = false
    opened.api.leave()
    const next = await load(store, 'persistent', undefined, 'vault')
    await next.api.isConnected()
    await next.wallet.keys.unlock()
    await vi.waitFor(() => expect(server.state.ways.list).toEqual([]))
  })

  test('keeps a passkey that the server does not list', async () => {
    const opened = await open('vault')
    const { server, store, load } = opened
    await addPasskey()
    const [kept] = server.state.ways.list ?? []
    if (server.state.wallet)
      server.state.wallet.sets = server.state.wallet.sets.filter(({ type }) => type !== 'passkey')
    opened.api.leave()
    const next = await load(store, 'persistent', undefined, 'vault')
    await next.api.isConnected()
    await next.wallet.keys.unlock()
    expect(server.state.ways.list).toEqual([kept])
    expect(textOnScreen()).not.toContain('Passkey')
  })

  test('is told once by the open wallet for an enrolment of an earlier version', async () => {
    const opened = await open('vault')
    const { server, store, load } = opened
    await addPasskey()
    server.state.ways = { version: 0, list: null }
    await store.remove(`ways ${testSite.projectId} ${walletOrigin}`)
    opened.api.leave()
    const next = await load(store, 'persistent', undefined, 'vault')
    await next.api.isConnected()
    await next.wallet.keys.unlock()
    await vi.waitFor(() => expect(server.state.ways.list).toEqual(passkeyIds(opened)))
  })
})
