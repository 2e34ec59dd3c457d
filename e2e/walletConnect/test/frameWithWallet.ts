import type { AccountState, JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { createStore } from 'jotai/vanilla'
import { onTestFinished, vi } from 'vitest'
import { openRemote } from '../../../frame-app/src/core/connectors/walletConnect/connector.ts'
import { setBootstrapAtom } from '../../../frame-app/src/core/state/options.ts'
import { setHostAtom } from '../../../frame-app/src/core/state/peers.ts'
import { setStorageAtom } from '../../../frame-app/src/core/state/storage.ts'
import { sampleBootstrap } from '../../../frame-app/test/bootstrap.ts'
import { disconnectEveryNamespace, hostOrigin, openTestRelay, openTestWallet, pairByLink } from './peers.ts'

type Grant = { methods: string[]; events: string[]; chains: string[]; accounts: string[] }
type Options = {
  networks: Network[]
  namespace: ChainNamespace
  /** The namespaces that the wallet grants to any proposal. */
  granted: Grant
  answer(request: JsonRpcRequest): Promise<unknown>
}

/** The frame's own WalletConnect code and a real wallet kit, connected in one namespace over a relay. */
export const connectFrame = async ({ networks, namespace, granted, answer }: Options) => {
  // The parts of `document` and `window` that the code under test uses.
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('addEventListener', () => {})
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  const relay = await openTestRelay()
  const reported: AccountState[] = []
  const host = {
    account: async (_namespace: ChainNamespace, account: AccountState) => void reported.push(account),
  }
  const store = createStore()
  const walletConnect = { projectId: 'demo', relayUrl: relay.url }
  store.set(setBootstrapAtom, { ...sampleBootstrap, networks, walletConnect })
  store.set(setStorageAtom, null, hostOrigin)
  store.set(setHostAtom, host as never)
  // Each test uses a different site.
  const context = { store, host: host as never, hostOrigin: `${hostOrigin}:${new URL(relay.url).port}` }
  const [remote, wallet] = await Promise.all([
    openRemote(context, { system: 'desktop', isTelegram: false }),
    openTestWallet(relay),
  ])
  onTestFinished(() => disconnectEveryNamespace(remote))

  const requests: { chainId: string; request: JsonRpcRequest }[] = []
  wallet.on('session_request', async ({ id, topic, params }) => {
    requests.push(params)
    const result = await answer(params.request)
    await wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } })
  })
  const { uri, settled } = await remote.pair()
  const { id } = await pairByLink(wallet, uri)
  await Promise.all([settled, wallet.approveSession({ id, namespaces: { [namespace]: granted } })])
  await remote.adopt()
  const request = (input: JsonRpcRequest) => remote.request(namespace, input)
  return { remote, requests, reported, request }
}
