// @vitest-environment happy-dom

import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { createStore } from 'jotai/vanilla'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { sampleBootstrap } from '../../../test/bootstrap.ts'
import { sampleAccountOn } from '../../../test/page.ts'
import { mockServer } from '../../../test/server.ts'
import { setAccountAtom } from '../../core/state/accounts.ts'
import { setBootstrapAtom } from '../../core/state/options.ts'
import { setStorageAtom } from '../../core/state/storage.ts'
import { isRefreshingAtom, nativeBalanceAtom, refreshBalanceAtom } from './balances.ts'

const answer = (...results: unknown[]) => {
  let count = 0
  mockServer.use(
    http.post('*/v1/', () => {
      const result = results[count++]
      return result === undefined
        ? HttpResponse.json({ jsonrpc: '2.0', id: 0, error: { code: -32000, message: 'no' } })
        : HttpResponse.json({ jsonrpc: '2.0', id: 0, result })
    }),
  )
  return () => count
}
const connectedStore = (chainId = 1) => {
  const store = createStore()
  store.set(setStorageAtom, localStorage, 'https://shop.example')
  store.set(setBootstrapAtom, sampleBootstrap)
  store.set(setAccountAtom, 'eip155', sampleAccountOn(chainId))
  return store
}

beforeEach(() => localStorage.clear())

test('loads a balance and shows a real zero as 0.000', async () => {
  answer('0x0')
  const store = connectedStore()
  expect(store.get(nativeBalanceAtom)).toEqual({ status: 'loading', symbol: 'ETH' })
  await store.set(refreshBalanceAtom)
  expect(store.get(nativeBalanceAtom)).toMatchObject({ status: 'ready', text: '0.000', symbol: 'ETH' })
})

test('reports a balance that cannot be read as failed, not as zero', async () => {
  answer()
  const store = connectedStore()
  await store.set(refreshBalanceAtom)
  expect(store.get(nativeBalanceAtom)).toEqual({ status: 'failed', symbol: 'ETH' })
})

test('keeps the last balance if a refresh fails and marks the balance as stale', async () => {
  answer('0xde0b6b3a7640000')
  const store = connectedStore()
  await store.set(refreshBalanceAtom)
  await store.set(refreshBalanceAtom, 'pressed')
  expect(store.get(nativeBalanceAtom)).toMatchObject({ status: 'stale', text: '1.000' })
})

test('reads a balance at most once in thirty seconds unless the visitor refreshes it', async () => {
  const count = answer('0x0', '0xde0b6b3a7640000')
  const store = connectedStore()
  await store.set(refreshBalanceAtom)
  await store.set(refreshBalanceAtom)
  expect(count()).toBe(1)
  await store.set(refreshBalanceAtom, 'pressed')
  expect(store.get(nativeBalanceAtom)).toMatchObject({ text: '1.000' })
})

test('reads the balance again when the modal opens, without a sign of it', async () => {
  answer('0x0', '0xde0b6b3a7640000')
  const store = connectedStore()
  await store.set(refreshBalanceAtom)
  const refreshing = store.set(refreshBalanceAtom, 'opened')
  expect(store.get(isRefreshingAtom)).toBe(false)
  await refreshing
  expect(store.get(nativeBalanceAtom)).toMatchObject({ text: '1.000' })
})

test('reports a running refresh only for the account on display', async () => {
  answer('0x0', '0x1')
  const store = connectedStore()
  const refreshing = store.set(refreshBalanceAtom)
  expect(store.get(isRefreshingAtom)).toBe(true)
  store.set(setAccountAtom, 'eip155', sampleAccountOn(999))
  expect(store.get(isRefreshingAtom)).toBe(false)
  await refreshing
})

const solana = { ...sampleBootstrap.networks[0], caipNetworkId: 'solana:devnet', chainNamespace: 'solana' } as Network

test.each([
  [{ balance: '1500000000000000000' }, { status: 'ready', text: '1.500' }],
  [{ balance: '0' }, { status: 'ready', text: '0.000' }],
  [{ balance: null, reason: 'UNAVAILABLE' }, { status: 'failed' }],
])("shows the server's balance answer %j as %j", async (body, shown) => {
  mockServer.use(http.get('*/v1/account/solana%3Adevnet%3Awinner/native-balance', () => HttpResponse.json(body)))
  const store = createStore()
  const account = { status: 'connected', caipAddress: 'solana:devnet:winner', connectorId: 'winner' } as const
  store.set(setBootstrapAtom, { ...sampleBootstrap, networks: [solana], defaultNetwork: 'solana:devnet' })
  store.set(setAccountAtom, 'solana', account)
  await store.set(refreshBalanceAtom)
  expect(store.get(nativeBalanceAtom)).toMatchObject({ ...shown, symbol: 'ETH' })
})

test('a balance is unknown without an account and on an unsupported network', () => {
  const store = connectedStore(999)
  expect(store.get(nativeBalanceAtom)).toMatchObject({ status: 'unknown' })
  store.set(setAccountAtom, 'eip155', { status: 'disconnected' })
  expect(store.get(nativeBalanceAtom)).toEqual({ status: 'unknown', symbol: 'ETH' })
})

test('shows the balance of the last visit until this visit has read it', async () => {
  answer('0xde0b6b3a7640000', '0x0')
  await connectedStore().set(refreshBalanceAtom)
  const store = connectedStore()
  expect(store.get(nativeBalanceAtom)).toEqual({ status: 'earlier', text: '1.000', symbol: 'ETH' })
  await store.set(refreshBalanceAtom)
  expect(store.get(nativeBalanceAtom)).toMatchObject({ status: 'ready', text: '0.000' })
})

test('shows the balance of the last visit with its age if it cannot be read again', async () => {
  answer('0xde0b6b3a7640000')
  await connectedStore().set(refreshBalanceAtom)
  const store = connectedStore()
  await store.set(refreshBalanceAtom)
  expect(store.get(nativeBalanceAtom)).toMatchObject({ status: 'stale', text: '1.000', at: expect.any(Number) })
})

test.each<[string, () => void]>([
  ['on another network', () => {}],
  ['if the stored value is malformed', () => localStorage.setItem('@appkit/https://shop.example/balance', '{"at":1}')],
])('shows no balance of the last visit %s', async (name, change) => {
  answer('0xde0b6b3a7640000')
  await connectedStore().set(refreshBalanceAtom)
  change()
  const store = connectedStore(name === 'on another network' ? 137 : 1)
  expect(store.get(nativeBalanceAtom).status).not.toBe('earlier')
})

test('stores no balance that arrives after the visitor disconnected', async () => {
  answer('0xde0b6b3a7640000')
  const store = connectedStore()
  const refreshed = store.set(refreshBalanceAtom)
  store.set(setAccountAtom, 'eip155', { status: 'disconnected' })
  await refreshed
  expect(connectedStore().get(nativeBalanceAtom).status).toBe('loading')
})
