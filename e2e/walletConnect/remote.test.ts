import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { createStore } from 'jotai/vanilla'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openRemote } from '../../frame-app/src/core/connectors/walletConnect/remote.ts'
import { setBootstrapAtom } from '../../frame-app/src/core/state/options.ts'
import { setHostAtom } from '../../frame-app/src/core/state/peers.ts'
import { remoteWalletAtom } from '../../frame-app/src/core/state/remoteWallet.ts'
import { bootstrap } from '../../frame-app/test/bootstrap.ts'
import type { Relay } from '../stack/relay/relay.ts'
import { address, disconnectAll, hostOrigin, next, openRelay, openWallet, scan } from './test/peers.ts'

/** What the frame makes of a session, and what the page hears of it. */

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const key = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const rights = { methods: ['personal_sign'], events: [] }

beforeEach(() => {
  // What of a document it looks at.
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('addEventListener', () => {})
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
})

const openFrame = async (relay: Relay) => {
  const told: string[] = []
  const host = {
    account: async (namespace: ChainNamespace, account: { status: string; caipAddress?: string }) =>
      void told.push(`${namespace} ${account.caipAddress ?? account.status}`),
  }
  const store = createStore()
  store.set(setBootstrapAtom, { ...bootstrap, walletConnect: { projectId: 'demo', relayUrl: relay.url } })
  store.set(setHostAtom, host as never)
  // Each test is a site of its own.
  const origin = `${hostOrigin}:${new URL(relay.url).port}`
  const context = { store, host: host as never, hostOrigin: origin }
  const remote = await openRemote(context, { system: 'desktop', isTelegram: false })
  onTestFinished(() => disconnectAll(remote))
  return { remote, store, told }
}

test('a wallet whose accounts are none is no connection, and does not go on as one', async () => {
  const relay = await openRelay()
  const [{ remote, told }, wallet] = await Promise.all([openFrame(relay), openWallet(relay)])
  const { uri, settled } = await remote.pair()
  const { id } = await scan(wallet, uri)
  const ended = next(wallet, 'session_delete')
  const namespaces = { eip155: { ...rights, chains: ['eip155:1'], accounts: ['eip155:1:0x12'] } }
  await Promise.all([settled, wallet.approveSession({ id, namespaces })])
  await expect(remote.adopt()).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  await ended
  expect(told).toEqual([])
})

test('a page that was loaded again hears of the whole session when it restores one namespace', async () => {
  const relay = await openRelay()
  const [{ remote, store, told }, wallet] = await Promise.all([openFrame(relay), openWallet(relay)])
  const { uri, settled } = await remote.pair()
  const { id } = await scan(wallet, uri)
  const namespaces = {
    eip155: { ...rights, chains: ['eip155:1'], accounts: [`eip155:1:${address}`] },
    solana: { methods: ['solana_signMessage'], events: [], chains: [solana], accounts: [`${solana}:${key}`] },
  }
  await Promise.all([settled, wallet.approveSession({ id, namespaces })])
  // As after a reload, this frame did not adopt the session.
  const account = { status: 'connected', caipAddress: `eip155:1:${address}` }
  expect(await remote.restore('eip155')).toMatchObject(account)
  expect(store.get(remoteWalletAtom)).toMatchObject({ name: 'Phone', networks: ['eip155:1', solana] })
  await expect.poll(() => told).toEqual([`solana ${solana}:${key}`])
  await remote.restore('eip155')
  expect(told).toHaveLength(1)
})
