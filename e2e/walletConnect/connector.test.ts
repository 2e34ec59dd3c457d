import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { createStore } from 'jotai/vanilla'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openRemote } from '../../frame-app/src/core/connectors/walletConnect/connector.ts'
import { setBootstrapAtom } from '../../frame-app/src/core/state/options.ts'
import { setHostAtom } from '../../frame-app/src/core/state/peers.ts'
import { remoteWalletAtom } from '../../frame-app/src/core/state/remoteWallet.ts'
import { sampleBootstrap } from '../../frame-app/test/bootstrap.ts'
import type { Relay } from '../stack/relay/relay.ts'
import {
  disconnectEveryNamespace,
  hostOrigin,
  nextWalletEvent,
  openTestRelay,
  openTestWallet,
  pairByLink,
  walletAddress,
} from './test/peers.ts'

/** The frame's state for a session, and the accounts that it sends to the page. */

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const key = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const rights = { methods: ['personal_sign'], events: [] }

beforeEach(() => {
  // The parts of `document` and `window` that the code under test uses.
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('addEventListener', () => {})
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
})

const openFrame = async (relay: Relay) => {
  const reported: string[] = []
  const host = {
    account: async (namespace: ChainNamespace, account: { status: string; caipAddress?: string }) =>
      void reported.push(`${namespace} ${account.caipAddress ?? account.status}`),
  }
  const store = createStore()
  store.set(setBootstrapAtom, { ...sampleBootstrap, walletConnect: { projectId: 'demo', relayUrl: relay.url } })
  store.set(setHostAtom, host as never)
  // Each test uses a different site.
  const origin = `${hostOrigin}:${new URL(relay.url).port}`
  const context = { store, host: host as never, hostOrigin: origin }
  const remote = await openRemote(context, { system: 'desktop', isTelegram: false })
  onTestFinished(() => disconnectEveryNamespace(remote))
  return { remote, store, reported }
}

test('refuses a wallet without accounts and ends its session', async () => {
  const relay = await openTestRelay()
  const [{ remote, reported }, wallet] = await Promise.all([openFrame(relay), openTestWallet(relay)])
  const { uri, settled } = await remote.pair()
  const { id } = await pairByLink(wallet, uri)
  const ended = nextWalletEvent(wallet, 'session_delete')
  const namespaces = { eip155: { ...rights, chains: ['eip155:1'], accounts: ['eip155:1:0x12'] } }
  await Promise.all([settled, wallet.approveSession({ id, namespaces })])
  await expect(remote.adopt()).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  await ended
  expect(reported).toEqual([])
})

test('a reloaded page gets the whole session when it restores one namespace', async () => {
  const relay = await openTestRelay()
  const [{ remote, store, reported }, wallet] = await Promise.all([openFrame(relay), openTestWallet(relay)])
  const { uri, settled } = await remote.pair()
  const { id } = await pairByLink(wallet, uri)
  const namespaces = {
    eip155: { ...rights, chains: ['eip155:1'], accounts: [`eip155:1:${walletAddress}`] },
    solana: { methods: ['solana_signMessage'], events: [], chains: [solana], accounts: [`${solana}:${key}`] },
  }
  await Promise.all([settled, wallet.approveSession({ id, namespaces })])
  // This frame did not create the session, as after a reload.
  const account = { status: 'connected', caipAddress: `eip155:1:${walletAddress}` }
  expect(await remote.restore('eip155')).toMatchObject(account)
  expect(store.get(remoteWalletAtom)).toMatchObject({ name: 'Phone', networks: ['eip155:1', solana] })
  await expect.poll(() => reported).toEqual([`solana ${solana}:${key}`])
  await remote.restore('eip155')
  expect(reported).toHaveLength(1)
})
