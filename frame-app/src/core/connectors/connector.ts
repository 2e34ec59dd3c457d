import type { AccountState, CaipNetworkId, JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import type { createStore } from 'jotai/vanilla'
import type { Host } from '../state/peers.ts'
import type { OpenedWallet } from './embedded/open.ts'
import type { Pairing } from './walletConnect/client.ts'

export type ConnectorContext = {
  store: ReturnType<typeof createStore>
  host: Host
  /** Origin of the host page, as the handshake attested it. */
  hostOrigin: string
}

/** A way to reach wallets. */
export type Connector = {
  disconnect(namespace: ChainNamespace): Promise<void>
  request(namespace: ChainNamespace, request: JsonRpcRequest): Promise<unknown>
  /** `account` is the connection with the address in front that the visitor chose. */
  chooseAccount(namespace: ChainNamespace, account: AccountState): Promise<void>
}

/** Wallets of the page. `connect` takes the id of one of them, as its row gives it. */
export type InjectedConnector = Connector & {
  connect(walletId: string, networks: CaipNetworkId[]): Promise<AccountState>
}

/** A connector whose sessions live in this frame. It tells the page each change, and the page asks nothing back. */
export type HeldConnector = Connector & {
  /** Takes up the session of an earlier visit, and says what the connection is now. */
  restore(namespace: ChainNamespace): Promise<AccountState>
}

/** A wallet on another device, that takes up a pairing. */
export type Remote = HeldConnector & {
  pair(): Promise<Pairing>
  /** Makes the session that just settled the connection of the page. */
  adopt(): Promise<{ namespace: ChainNamespace; account: AccountState }>
}

/** `preload` fetches the code and runs nothing, so that no visitor waits for it later. */
export type PairingConnector = Remote & { preload(): void }

/** The wallet of a visitor who has none: it lives in a frame on its own origin, which draws every question. */
export type EmbeddedConnector = HeldConnector & {
  open(): Promise<OpenedWallet>
  /** The wallet, if it is open already. */
  opened(): OpenedWallet | undefined
}

/** Filled by `connectors/index.ts`. */
export type Connectors = { injected: InjectedConnector; walletConnect: PairingConnector; embedded: EmbeddedConnector }
export type ConnectorKind = keyof Connectors
