import type { AccountState, CaipNetworkId, JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import type { createStore } from 'jotai/vanilla'
import type { Host } from '../state/peers.ts'
import type { FramePosition } from './embedded/position.ts'
import type { Pairing } from './walletConnect/pairing.ts'

export type ConnectorContext = {
  store: ReturnType<typeof createStore>
  host: Host
  /** Origin of the host page, as the handshake attested it. */
  hostOrigin: string
}

export type Connector = {
  disconnect(namespace: ChainNamespace): Promise<void>
  request(namespace: ChainNamespace, request: JsonRpcRequest): Promise<unknown>
  /** `account` lists the address that the visitor chose first. */
  chooseAccount(namespace: ChainNamespace, account: AccountState): Promise<void>
}

/** Wallets of the host page. */
export type InjectedConnector = Connector & {
  connect(walletId: string, networks: CaipNetworkId[]): Promise<AccountState>
}

/** A connector whose sessions live in this frame. It announces each change to the page. */
type HeldConnector = Connector & {
  /** Resumes the session of an earlier visit and returns its account. */
  restore(namespace: ChainNamespace): Promise<AccountState>
}

/** A wallet on another device. */
export type Remote = HeldConnector & {
  pair(): Promise<Pairing>
  /** Makes the session that just settled the connection of the page. */
  adopt(): Promise<{ namespace: ChainNamespace; account: AccountState }>
}

/** `preload` fetches the code without running it. */
export type PairingConnector = Remote & { preload(): void }

/** The e-mail wallet, whose secure frame draws every approval. */
export type EmbeddedWallet = Pick<HeldConnector, 'request' | 'restore'> & {
  /** The secure frame draws the rest of the login, and asks for room by `securePanelAtom`. */
  login(email: string): Promise<void>
  openSettings(): Promise<void>
  /** The visitor left the panel that the secure frame shows. */
  leave(): void
  /** Moves the secure frame over the card; null hides it. */
  setPosition(position: FramePosition | null): void
  signOut(): Promise<void>
}
export type EmbeddedConnector = HeldConnector & {
  open(): Promise<EmbeddedWallet>
  /** The wallet, if it is open already. */
  opened(): EmbeddedWallet | undefined
}

export type Connectors = { injected: InjectedConnector; walletConnect: PairingConnector; embedded: EmbeddedConnector }
export type ConnectorKind = keyof Connectors
