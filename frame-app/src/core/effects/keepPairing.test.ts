// @vitest-environment happy-dom
import type { AccountState } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { relayErrors } from '@appkit-frame/loader/protocol/errors/relayErrors.ts'
import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleBootstrap } from '../../../test/bootstrap.ts'
import { simulateDevice } from '../../../test/device.ts'
import type { EmbeddedConnector, InjectedConnector } from '../connectors/types.ts'
import type { Pairing } from '../connectors/walletConnect/pairing.ts'
import type { WalletConnectSession } from '../connectors/walletConnect/readSession.ts'
import { activeAccountAtom } from '../state/accounts.ts'
import { setConnectorsAtom } from '../state/connections.ts'
import { configureAtom, setBootstrapAtom } from '../state/options.ts'
import {
  holdPairingAtom,
  pairingAtom,
  retryPairingAtom,
  setOpenedLinkAtom,
  setPageUriAtom,
  setPairingWalletAtom,
} from '../state/pairing.ts'
import { recentWalletsAtom } from '../state/recent.ts'
import { walletLinkAtom } from '../state/walletLink.ts'
import type { EffectContext } from './context.ts'
import { keepPairing } from './keepPairing.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const account: AccountState = {
  status: 'connected',
  connectorId: 'walletConnect',
  caipNetworkId: 'eip155:1',
  caipAddress: `eip155:1:${address}`,
}
const session: WalletConnectSession = { topic: 'aa', wallet: { name: 'Kite' }, granted: {} }
const unreachable = new AppError(relayErrors.RELAY_UNREACHABLE)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A store with a stub connector, whose pairings the test settles. */
const openPairings = () => {
  const store = createStore()
  store.set(setBootstrapAtom, sampleBootstrap)
  const made: { settle: PromiseWithResolvers<WalletConnectSession>; end: () => void }[] = []
  const pair = vi.fn(async (): Promise<Pairing> => {
    const settle = Promise.withResolvers<WalletConnectSession>()
    const end = vi.fn(() => settle.reject(new AppError(relayErrors.PAIRING_EXPIRED)))
    made.push({ settle, end })
    return { uri: `wc:${made.length}`, expiresAt: Date.now() + 240_000, settled: settle.promise, end }
  })
  const adopt = vi.fn(async () => ({ namespace: 'eip155', account }) as const)
  store.set(setConnectorsAtom, {
    injected: {} as InjectedConnector,
    embedded: {} as EmbeddedConnector,
    walletConnect: {
      preload: () => {},
      pair,
      adopt,
      disconnect: async () => {},
      restore: async () => ({ status: 'disconnected' as const }),
      request: async () => null,
      chooseAccount: async () => {},
    },
  })
  keepPairing({ store } as EffectContext)
  const calm = () => vi.advanceTimersByTimeAsync(0)
  const hold = async () => {
    const release = store.set(holdPairingAtom)
    await calm()
    return release
  }
  return { store, made, pair, adopt, hold, calm, shown: () => store.get(pairingAtom) }
}

test('starts no pairing before a view needs a pairing', async () => {
  const { pair, calm, shown } = openPairings()
  await calm()
  expect(pair).not.toHaveBeenCalled()
  expect(shown()).toEqual({ status: 'idle' })
})

test('shows the same pairing when the visitor opens a pairing view again before the pairing expires', async () => {
  const { pair, hold, shown } = openPairings()
  const release = await hold()
  expect(shown()).toMatchObject({ status: 'ready', uri: 'wc:1' })
  release()
  await vi.advanceTimersByTimeAsync(229_000)
  await hold()
  expect(shown()).toMatchObject({ status: 'ready', uri: 'wc:1' })
  expect(pair).toHaveBeenCalledTimes(1)
})

test('replaces a pairing ten seconds before it expires', async () => {
  const { store, hold, shown } = openPairings()
  await hold()
  const seen: string[] = []
  store.sub(pairingAtom, () => seen.push(shown().status))
  await vi.advanceTimersByTimeAsync(230_000)
  expect(shown()).toMatchObject({ status: 'ready', uri: 'wc:2' })
  await vi.advanceTimersByTimeAsync(230_000)
  expect(shown()).toMatchObject({ status: 'ready', uri: 'wc:3' })
  expect(seen).toEqual(['ready', 'ready'])
})

test.each([
  ['the link that opened it, on a desktop', false, 'https://kite.example', 'https://kite.example'],
  ['no link, if it scanned the code of a desktop', false, undefined, undefined],
  ['the link that opened it, on a phone', true, 'kite://other', 'kite://other'],
  ['its app’s link, if the visitor copied the code on a phone', true, undefined, 'kite://'],
])('remembers for later requests to the wallet %s', async (_, isPhone, opened, remembered) => {
  const { store, made, hold, calm } = openPairings()
  if (isPhone) simulateDevice('android')
  store.set(setPairingWalletAtom, { id: 'kite', name: 'Kite', mobile_link: 'kite://' })
  if (opened) store.set(setOpenedLinkAtom, opened)
  await hold()
  made[0]?.settle.resolve(session)
  await calm()
  expect(store.get(walletLinkAtom)).toBe(remembered)
})

test('does not replace a pairing that no view shows', async () => {
  const { pair, hold, shown } = openPairings()
  const release = await hold()
  release()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(pair).toHaveBeenCalledTimes(1)
  await hold()
  expect(shown()).toMatchObject({ uri: 'wc:2' })
})

test('shows a failed pairing, and retries no sooner than one second after the last try', async () => {
  const { store, pair, hold, shown } = openPairings()
  pair.mockRejectedValueOnce(unreachable)
  await hold()
  expect(shown()).toEqual({ status: 'failed', error: unreachable })
  store.set(retryPairingAtom)
  expect(shown()).toEqual({ status: 'preparing' })
  await vi.advanceTimersByTimeAsync(999)
  expect(pair).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(shown()).toMatchObject({ status: 'ready' })
})

test('shows an error without a code as INTERNAL_ERROR', async () => {
  const { pair, hold, shown } = openPairings()
  pair.mockRejectedValueOnce(new TypeError('x is not a function'))
  await hold()
  expect(shown()).toMatchObject({ status: 'failed', error: { code: 'INTERNAL_ERROR' } })
})

test('ignores a pairing that fails after its view closed, and starts another when the visitor opens the view again', async () => {
  const { pair, hold, calm, shown } = openPairings()
  const attempt = Promise.withResolvers<Pairing>()
  pair.mockReturnValueOnce(attempt.promise)
  const release = await hold()
  release()
  attempt.reject(unreachable)
  await calm()
  expect(shown()).toEqual({ status: 'preparing' })
  await hold()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(shown()).toMatchObject({ status: 'ready' })
})

test('shows only the newer pairing of two attempts that run concurrently', async () => {
  const { store, made, pair, hold, shown } = openPairings()
  const first = Promise.withResolvers<Pairing>()
  pair.mockReturnValueOnce(first.promise)
  await hold()
  store.set(retryPairingAtom)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(shown()).toMatchObject({ uri: 'wc:1' })
  const settled = new Promise<WalletConnectSession>(() => {})
  first.resolve({ uri: 'wc:late', expiresAt: Date.now() + 240_000, settled, end: () => {} })
  await vi.advanceTimersByTimeAsync(10)
  expect(shown()).toMatchObject({ uri: 'wc:1' })
  expect(made).toHaveLength(1)
})

test('shows that the wallet rejected a pairing, and makes a new pairing when the visitor opens a pairing view again', async () => {
  const { made, hold, calm, shown } = openPairings()
  const release = await hold()
  made[0]?.settle.reject(new AppError(commonErrors.USER_REJECTED))
  await calm()
  expect(shown()).toMatchObject({ status: 'failed', error: { code: 'USER_REJECTED' } })
  release()
  await hold()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(shown()).toMatchObject({ status: 'ready', uri: 'wc:2' })
})

test('makes a new pairing if the wallet rejected the last pairing after its view closed', async () => {
  const { made, hold, calm, shown } = openPairings()
  const release = await hold()
  release()
  made[0]?.settle.reject(new AppError(commonErrors.USER_REJECTED))
  await calm()
  await hold()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(shown()).toMatchObject({ status: 'ready', uri: 'wc:2' })
})

test('ends the previous pairing when the visitor retries', async () => {
  const { store, made, hold, shown } = openPairings()
  await hold()
  store.set(retryPairingAtom)
  expect(made[0]?.end).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1_000)
  // The promise of the replaced pairing rejects, which is not shown as a failure.
  expect(shown()).toMatchObject({ status: 'ready', uri: 'wc:2' })
})

test.each(['open', 'closed'])('connects a scanned pairing while the view that showed it is %s', async (view) => {
  const { store, made, hold, calm, shown } = openPairings()
  store.set(setPairingWalletAtom, { id: 'kite', name: 'Kite', mobile_link: 'kite://' })
  const release = await hold()
  if (view === 'closed') release()
  made[0]?.settle.resolve(session)
  await calm()
  expect(shown()).toEqual({ status: 'idle' })
  expect(store.get(activeAccountAtom)).toMatchObject({ caipNetworkId: 'eip155:1' })
  expect(store.get(recentWalletsAtom)).toMatchObject([{ id: 'kite', supports_wc: true }])
})

test('connects a scanned pairing that was replaced meanwhile', async () => {
  const { store, made, hold, calm } = openPairings()
  await hold()
  await vi.advanceTimersByTimeAsync(230_000)
  made[0]?.settle.resolve(session)
  await calm()
  expect(store.get(activeAccountAtom)).toMatchObject({ caipNetworkId: 'eip155:1' })
})

test("shows a failure if the wallet's session has no account", async () => {
  const { store, made, adopt, hold, calm, shown } = openPairings()
  adopt.mockRejectedValueOnce(new AppError(commonErrors.ACCOUNT_NOT_FOUND))
  await hold()
  made[0]?.settle.resolve(session)
  await calm()
  expect(shown()).toMatchObject({ status: 'failed', error: { code: 'ACCOUNT_NOT_FOUND' } })
  expect(store.get(activeAccountAtom)).toBeNull()
})

test('replaces a pairing silently when the tab that owns the relay connection closes', async () => {
  const { made, pair, hold, calm, shown } = openPairings()
  await hold()
  await vi.advanceTimersByTimeAsync(2_000)
  made[0]?.settle.reject(new AppError(commonErrors.DISCONNECTED))
  await calm()
  expect(pair).toHaveBeenCalledTimes(2)
  expect(shown()).toMatchObject({ status: 'ready', uri: 'wc:2' })
})

test('shows the link that the page gives, and the next one, and makes no pairing', async () => {
  const { store, pair } = openPairings()
  store.set(setPageUriAtom, 'wc:page@2')
  store.set(holdPairingAtom)
  expect(store.get(pairingAtom)).toMatchObject({ status: 'ready', uri: 'wc:page@2' })
  store.set(setPageUriAtom, 'wc:next@2')
  expect(store.get(pairingAtom)).toMatchObject({ status: 'ready', uri: 'wc:next@2' })
  await vi.advanceTimersByTimeAsync(300_000)
  expect(pair).not.toHaveBeenCalled()
})

test('waits for the link of a page that makes the sessions itself', async () => {
  const { store, pair } = openPairings()
  store.set(configureAtom, { manualWalletConnect: true })
  store.set(holdPairingAtom)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(store.get(pairingAtom)).toEqual({ status: 'preparing' })
  expect(pair).not.toHaveBeenCalled()
  store.set(setPageUriAtom, 'wc:page@2')
  expect(store.get(pairingAtom)).toMatchObject({ status: 'ready', uri: 'wc:page@2' })
})
