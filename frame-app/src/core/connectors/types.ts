import type { AccountState, CaipNetworkId, JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import type { createStore } from 'jotai/vanilla'
import type { HostPeer } from '../state/peers.ts'
import type { SecureFramePosition } from './embedded/position.ts'
import type { Pairing } from './walletConnect/pairing.ts'

export type ConnectorContext = {
  store: ReturnType<typeof createStore>
  host: HostPeer
  /** Origin of the host page, as the handshake attested it. */
  hostOrigin: string
}

export type Connector = {
  disconnect(namespace: ChainNamespace): Promise<void>
  request(namespace: ChainNamespace, request: JsonRpcRequest): Promise<unknown>
  /** Makes one of the wallet's addresses the active one. `account` has the wanted address as `caipAddress`. */
  chooseAccount(namespace: ChainNamespace, account: AccountState): Promise<void>
}

/** Connects wallets of the host page, such as browser extensions. */
export type InjectedConnector = Connector & {
  connect(walletId: string, networks: CaipNetworkId[]): Promise<AccountState>
}

/** A connector whose sessions live in this frame. The connector announces each change of a session to the page. */
type HeldConnector = Connector & {
  /** Resumes the session of an earlier visit and returns the account of that session. */
  restore(namespace: ChainNamespace): Promise<AccountState>
}

/** Connects wallets on other devices by WalletConnect. */
export type RemoteConnector = HeldConnector & {
  pair(): Promise<Pairing>
  /** Connects the host page to the session that a wallet settled last. */
  adopt(): Promise<{ namespace: ChainNamespace; account: AccountState }>
}

/** `preload` fetches the code of the WalletConnect client without running it. */
export type LazyRemoteConnector = RemoteConnector & { preload(): void }

/** The e-mail wallet, whose secure frame draws every approval. */
export type EmbeddedWallet = Pick<HeldConnector, 'request' | 'restore'> & {
  /**
   * Starts a login with an e-mail address, or else with a passkey. The secure frame draws all further steps, in the panel
   * that `securePanelAtom` describes.
   */
  login(email?: string): Promise<void>
  openSettings(): Promise<void>
  /** Tells the secure frame that the visitor left the panel of the secure frame. */
  leave(): void
  /** Places the secure frame over the modal's card. Null hides the secure frame. */
  setPosition(position: SecureFramePosition | null): void
  /**
   * Lets the secure frame draw the button by which the visitor connects a disconnected site again. False if the visitor
   * has to log in instead.
   */
  offerReturn(): Promise<boolean>
  disconnect(): Promise<void>
}
export type EmbeddedConnector = HeldConnector & {
  open(): Promise<EmbeddedWallet>
  /** The embedded wallet, if its code is loaded already. */
  opened(): EmbeddedWallet | undefined
}

export type Connectors = {
  injected: InjectedConnector
  walletConnect: LazyRemoteConnector
  embedded: EmbeddedConnector
}
export type ConnectorKind = keyof Connectors
