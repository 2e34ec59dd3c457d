// @vitest-environment happy-dom
import { createStore } from 'jotai/vanilla'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { sampleBootstrap } from '../../../test/bootstrap.ts'
import { simulateDevice } from '../../../test/device.ts'
import { sampleRelaySettings } from '../../../test/relay.ts'
import { mockServer } from '../../../test/server.ts'
import { createDirectoryWallets, serveWallets } from '../../../test/wallets.ts'
import { setBootstrapAtom } from '../../core/state/options.ts'
import {
  hasFailedPagesAtom,
  loadRangeAtom,
  openListAtom,
  retryPagesAtom,
  setSearchAtom,
  toggleCertifiedAtom,
  walletAtIndex,
  walletListAtom,
} from './walletList.ts'

const openList = async (options = {}) => {
  const store = createStore()
  store.set(setBootstrapAtom, { ...sampleBootstrap, options: { ...sampleBootstrap.options, ...options } })
  await store.set(openListAtom)
  const list = () => {
    const shown = store.get(walletListAtom)
    if (shown.status !== 'ready') throw new Error(shown.status)
    return shown
  }
  return { store, list, nameAt: (index: number) => walletAtIndex(list(), index)?.name }
}

afterEach(() => {
  vi.useRealTimers()
})

test('requests forty wallets of the supported namespaces as the first page', async () => {
  const queries = serveWallets(createDirectoryWallets(100))
  const { list, nameAt } = await openList({ excludeWalletIds: ['w7'] })
  expect(Object.fromEntries(queries[0] ?? [])).toEqual({
    projectId: 'demo',
    page: '1',
    entries: '40',
    chains: 'eip155:1,eip155:10',
    exclude: 'w7',
  })
  expect([list().count, nameAt(39), nameAt(40)]).toEqual([100, 'Wallet 39', undefined])
})

test.each([
  ['every wallet that a phone opens', { walletConnect: sampleRelaySettings }, 'mobile'],
  ['wallets with a browser, if the project has no relay', {}, 'browse'],
])('on a phone requests %s', async (_, data, platform) => {
  simulateDevice('android')
  const queries = serveWallets([])
  const store = createStore()
  store.set(setBootstrapAtom, { ...sampleBootstrap, ...data })
  await store.set(openListAtom)
  expect(queries[0]?.get('platform')).toBe(platform)
})

test('fetches a page of wallets once, when it becomes visible', async () => {
  const queries = serveWallets(createDirectoryWallets(100))
  const { store, nameAt } = await openList()
  await store.set(loadRangeAtom, 20, 45)
  await store.set(loadRangeAtom, 40, 60)
  await expect.poll(() => nameAt(45)).toBe('Wallet 45')
  expect(queries.map((query) => query.get('page'))).toEqual(['1', '2'])
})

test('fetches only the visible page of wallets after a jump to the end', async () => {
  const queries = serveWallets(createDirectoryWallets(100))
  const { store, nameAt } = await openList()
  await store.set(loadRangeAtom, 90, 103)
  await expect.poll(() => nameAt(99)).toBe('Wallet 99')
  expect(queries.map((query) => query.get('page'))).toEqual(['1', '3'])
})

test('fetches a failed page of wallets again on retry', async () => {
  serveWallets(createDirectoryWallets(100))
  const { store, nameAt } = await openList()
  mockServer.use(http.get('*/getWallets', () => new HttpResponse(null, { status: 404 }), { once: true }))
  await store.set(loadRangeAtom, 40, 60)
  await expect.poll(() => store.get(hasFailedPagesAtom)).toBe(true)
  store.set(retryPagesAtom)
  await expect.poll(() => nameAt(45)).toBe('Wallet 45')
  expect(store.get(hasFailedPagesAtom)).toBe(false)
})

test('requests a hundred wallets for a search of two or more characters, 300 ms after the last typed character', async () => {
  const queries = serveWallets(createDirectoryWallets(100))
  const { store } = await openList()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const typed of ['w', 'wa', 'wal']) {
    store.set(setSearchAtom, typed)
    vi.advanceTimersByTime(299)
  }
  expect(queries).toHaveLength(1)
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  await expect.poll(() => queries.length).toBe(2)
  expect([queries[1]?.get('search'), queries[1]?.get('entries')]).toEqual(['wal', '100'])
})

test('shows all wallets again after the visitor clears the search', async () => {
  serveWallets(createDirectoryWallets(30))
  const { store, list } = await openList()
  store.set(setSearchAtom, 'wallet 2')
  await expect.poll(() => list().count).toBe(11)
  store.set(setSearchAtom, '')
  await expect.poll(() => list().count).toBe(30)
})

test('keeps the old list of wallets until the next one has loaded', async () => {
  serveWallets(createDirectoryWallets(30))
  const { store, list } = await openList()
  const asking = store.set(toggleCertifiedAtom)
  expect(list().count).toBe(30)
  await asking
  expect(list().count).toBe(0)
})

test('ignores the answer to an outdated query for wallets', async () => {
  serveWallets(createDirectoryWallets(30))
  const { store, list } = await openList()
  await Promise.all([store.set(toggleCertifiedAtom), store.set(toggleCertifiedAtom)])
  expect(list().count).toBe(30)
})

test('shows a failure if the directory does not answer, and requests it again on retry', async () => {
  serveWallets(createDirectoryWallets(1))
  mockServer.use(http.get('*/getWallets', () => new HttpResponse(null, { status: 404 }), { once: true }))
  const store = createStore()
  store.set(setBootstrapAtom, sampleBootstrap)
  await store.set(openListAtom)
  expect(store.get(walletListAtom)).toEqual({ status: 'failed', isOffline: false })
  await store.set(openListAtom)
  expect(store.get(walletListAtom)).toMatchObject({ status: 'ready', count: 1 })
})
