// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { signSolana } from '../../test/signPayload.ts'
import { pressButton, signInAndContinue, startVisit, typeCode, waitForText } from '../../test/visit.ts'
import { memoryStore } from '../session/store.ts'
import { readWalletOffer } from '../unlock/recovery/takeOffer.ts'

beforeEach(() => document.body.replaceChildren())

const message = new Uint8Array(3)

/**
 * A secure frame with the unlocked wallet, and the wallet window that it opened for an action that only a window can
 * do.
 */
const setUp = async () => {
  const started = await startVisit('self')
  await signInAndContinue(started)
  const frame = await started.load()
  await frame.api.isConnected()
  frame.api.openSettings()
  await waitForText('More in the wallet window')
  pressButton('More in the wallet window')
  await waitForText('Go on in the wallet window')
  const { hash } = new URL(frame.opened[0] ?? '', 'https://wallet.example')
  const offer = await readWalletOffer(started.server.connect(), new URLSearchParams(hash.slice(1)))
  const enter = async () => {
    const store = memoryStore()
    const window = await started.load(store, 'persistent', undefined, 'vault', offer)
    await window.api.connectEmail(started.server.email)
    await waitForText('Check your email')
    typeCode(started.server.rightCode)
    return { ...window, store }
  }
  return { ...started, frame, offer, enter }
}

test('gives a window without share sets the wallet of the frame that opened it, and the window keeps it', async () => {
  const { server, load, offer, enter } = await setUp()
  expect(offer.request).toMatchObject({ email: server.email, sessionId: 's' })
  const { reportUser, wallet, store } = await enter()
  await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
  expect(await signSolana(wallet.keys, message)).toHaveLength(64)
  expect(server.state.wallet?.sets.map(({ type, confirmed }) => [type, confirmed])).toEqual([
    ['device', true],
    ['vault', true],
  ])
  // The wallet has a durable unlock method, so it is no longer receive-only.
  expect(server.state.wallet?.status).toBe('active')
  const next = await load(store, 'persistent', undefined, 'vault')
  await next.api.isConnected()
  expect(await signSolana(next.wallet.keys, message)).toHaveLength(64)
})

test('a window takes an unfinished wallet from the frame that has it unlocked, and does not replace the wallet', async () => {
  const { server, enter } = await setUp()
  const before = server.state.wallet
  for (const set of before?.sets ?? []) set.confirmed = false
  const { reportUser, wallet } = await enter()
  await waitForText('Your wallet is ready')
  pressButton('Continue')
  await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
  expect(server.state.wallet).toMatchObject({ walletId: before?.walletId, status: 'active' })
  expect(await signSolana(wallet.keys, message)).toHaveLength(64)
})

test('the server that relays the offer sees nothing that unlocks the wallet', async () => {
  const { server, frame, enter } = await setUp()
  const giveKey = vi.spyOn(frame.wallet.custody, 'giveKey')
  const { reportUser } = await enter()
  await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
  const given = await giveKey.mock.results[0]?.value
  expect(JSON.stringify([...server.state.flows, ...server.state.answers])).not.toContain(given.sealed.data)
})

test('the frame gives the wallet to no window after the visitor has left the panel', async () => {
  const { server, frame, enter } = await setUp()
  const giveKey = vi.spyOn(frame.wallet.custody, 'giveKey')
  pressButton('Back')
  await waitForText('More in the wallet window')
  frame.api.leave()
  await enter()
  await new Promise((next) => setTimeout(next, 300))
  expect(giveKey).not.toHaveBeenCalled()
  expect(server.state.wallet?.status).toBe('pending')
})

test('the frame does not give the wallet to a session of another site that answers instead of the wallet window', async () => {
  const { server, frame, enter } = await setUp()
  const giveKey = vi.spyOn(frame.wallet.custody, 'giveKey')
  const { askers } = server.state
  const set = askers.set.bind(askers)
  vi.spyOn(askers, 'set').mockImplementation((id, asker) => set(id, { ...asker, host: 'https://shop.example' }))
  await enter()
  await new Promise((next) => setTimeout(next, 500))
  expect(giveKey).not.toHaveBeenCalled()
})
