import { type ChainNamespace, namespaces } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import type { IWalletKit, WalletKitTypes } from '@reown/walletkit'
import { onTestFinished } from 'vitest'
import type { RemoteConnector } from '../../../frame-app/src/core/connectors/types.ts'
import {
  type ClientOptions,
  openClient,
  type WalletConnectClient,
} from '../../../frame-app/src/core/connectors/walletConnect/client.ts'
import type { Proposal } from '../../../frame-app/src/core/connectors/walletConnect/proposal.ts'
import { findFreePort } from '../../stack/ports.ts'
import type { RelayOptions } from '../../stack/relay/listen.ts'
import { createMemoryStorage } from '../../stack/relay/memoryStorage.ts'
import { type Relay, startRelay } from '../../stack/relay/relay.ts'
import { openWalletKit } from '../../wallets/phone/walletKit.ts'

// By default, client and wallet kit reuse one global core per process. This variable gives each client its own core.
process.env.DISABLE_GLOBAL_CORE = 'true'

export const hostOrigin = 'https://shop.example'
export const walletAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const eip155 = { methods: ['personal_sign', 'eth_sendTransaction'], events: ['accountsChanged', 'chainChanged'] }
export const requestedNamespaces: Proposal = { eip155: { ...eip155, chains: ['eip155:1', 'eip155:10'] } }
export const grantedNamespaces = {
  eip155: {
    ...eip155,
    chains: ['eip155:1', 'eip155:10'],
    accounts: [`eip155:1:${walletAddress}`, `eip155:10:${walletAddress}`],
  },
}
export const personalSignRequest = { method: 'personal_sign', params: ['0x68656c6c6f', walletAddress] }

export const openTestRelay = async (options: Partial<RelayOptions> = {}): Promise<Relay> => {
  const relay = await startRelay({ port: await findFreePort(), projectIds: ['demo'], allowedOrigins: [], ...options })
  onTestFinished(() => relay.stop())
  return relay
}

/** The frame's own client without storage, as in a page where storage is denied. */
export const openSiteClient = async (
  relay: Relay,
  options: Partial<ClientOptions> = {},
): Promise<WalletConnectClient> => {
  const client = await openClient({
    settings: { projectId: 'demo', relayUrl: relay.url },
    projectName: 'Shop',
    hostOrigin,
    onSession: () => {},
    onEvent: () => {},
    ...options,
  })
  onTestFinished(() => client.sleep())
  return client
}

/** Ends the session of a frame by disconnecting every namespace, since the session lives while one is connected. */
export const disconnectEveryNamespace = async ({ disconnect }: Pick<RemoteConnector, 'disconnect'>): Promise<void> => {
  for (const namespace of Object.keys(namespaces) as ChainNamespace[]) await disconnect(namespace)
}

/** The wallet kit that real wallets use. */
export const openTestWallet = async (relay: Relay, name = 'Phone'): Promise<IWalletKit> => {
  const wallet = await openWalletKit({
    relayUrl: relay.url,
    projectId: 'demo',
    metadata: { name, description: name, url: 'https://wallet.example', icons: [] },
    storage: createMemoryStorage(),
  })
  onTestFinished(async () => {
    wallet.core.heartbeat.stop()
    await wallet.core.relayer.transportClose()
  })
  return wallet
}

/** Waits for the wallet's next event of this name. */
export const nextWalletEvent = (wallet: IWalletKit, event: WalletKitTypes.Event): Promise<{ id: number }> =>
  new Promise((resolve) => wallet.once(event, resolve))

/** Pairs the wallet by the QR code's link `uri`, and returns the proposal that the wallet gets. */
export const pairByLink = async (wallet: IWalletKit, uri: string) => {
  const proposed = nextWalletEvent(wallet, 'session_proposal')
  await wallet.pair({ uri })
  return await proposed
}

/** Pairs the client with the wallet, approves the proposal and returns the session. */
export const connectWallet = async (
  client: WalletConnectClient,
  wallet: IWalletKit,
  namespaces: typeof grantedNamespaces = grantedNamespaces,
) => {
  const { uri, settled } = await client.pair(requestedNamespaces)
  const { id } = await pairByLink(wallet, uri)
  const [session] = await Promise.all([settled, wallet.approveSession({ id, namespaces })])
  return session
}

/** Makes the wallet answer every request with the same result. */
export const answerEveryRequest = (wallet: IWalletKit, result = '0x5157'): void => {
  wallet.on('session_request', ({ id, topic }) =>
    wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } }),
  )
}

/** Collects unhandled rejections until the test ends. */
export const collectUnhandledRejections = (): unknown[] => {
  const reasons: unknown[] = []
  const note = (reason: unknown) => reasons.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  return reasons
}
