import type { AccountType, ChainNamespace } from '../caip/namespaces.ts'
import type { SiwxMessage } from '../siwx/siwxMessage.ts'

/**
 * The line between the host page (loader and bridge) and the modal's frame. Each side serves one of the two
 * apis below with `serve` and calls the other. Everything crosses as JSON text.
 */

export type ConnectionStatus = 'disconnected' | 'connecting' | 'reconnecting' | 'connected'

/** CAIP-2: `namespace:reference`. */
export type CaipNetworkId = string
/** CAIP-10: `namespace:reference:address`. */
export type CaipAddress = string

export type AccountState = {
  status: ConnectionStatus
  caipAddress?: CaipAddress
  caipNetworkId?: CaipNetworkId
  connectorId?: string
  accountType?: AccountType
  /** All accounts that the wallet gave, the active one first; before it has answered, in the order of the last time. */
  caipAddresses?: CaipAddress[]
  /** The methods that the wallet supports, in namespaces beside eip155. Unset if it supports all of the namespace. */
  methods?: string[]
}

/** Whether the visitor of a connected wallet is asked to sign in too: `optional` can be left out, `required` disconnects. */
export type SignInMode = 'required' | 'optional' | 'none'

/**
 * A visitor who signed in. It belongs to the site. Where functions of the page verified the visitor there is no `token`, and
 * of what was signed only as much as they say.
 */
export type SignInSession = {
  caipAddress: CaipAddress
  /** The site's to show to its own back end. */
  token?: string
  /** When the token ends, or what the message says; in milliseconds. */
  expiresAt?: number
  message?: string
  signature?: string
  /** The fields of the message. */
  data?: SiwxMessage
}

/** Describes the page's own functions for signing in. */
export type SiteSignIn = {
  functions: string[]
  /** They came as `siweConfig`, which is for EVM accounts alone. */
  isLegacy: boolean
  isRequired: boolean
  /** Sessions outlive the connection. */
  staysSignedIn: boolean
  /** Sessions end with the page. */
  inMemory: boolean
}
/**
 * `keep` hands over all sessions that are to be kept and those of the connected accounts; `kept` finds one by its account.
 * The rest are functions of the page, by their names.
 */
export type SiteMethod =
  | 'describe'
  | 'keep'
  | 'kept'
  | 'getNonce'
  | 'createMessage'
  | 'verifyMessage'
  | 'getSessions'
  | 'addSession'
  | 'revokeSession'
  | 'setSessions'

export type SignInOptions = {
  namespace?: ChainNamespace
  /** The statement that the visitor reads in the message, in one line. */
  statement?: string
}

/** How an `open()` ended. `closed` is no error: the visitor went away. */
export type Outcome =
  | { outcome: 'connected'; namespace: ChainNamespace; caipAddress: CaipAddress }
  | { outcome: 'signedIn'; session: SignInSession }
  | { outcome: 'sent'; hash: string }
  | { outcome: 'closed' }

/** A wallet that lives in the host page, as data. `id` is unique in the page: the rdns, or the uuid if two share one. */
export type PageWallet = {
  id: string
  name: string
  rdns?: string
  /** Absent for eip155. A wallet of several namespaces is one entry in each, of the same name. */
  namespace?: ChainNamespace
  /** From `window.ethereum` only, so nobody vouched for its name. Listed last and labelled. */
  legacy?: boolean
}

export type Theme = 'light' | 'dark' | 'auto'
export type ConnectorType = 'walletConnect' | 'recent' | 'injected' | 'featured' | 'custom' | 'external' | 'recommended'
export type CustomWallet = {
  id: string
  name: string
  homepage?: string
  imageUrl?: string
  mobileLink?: string
  desktopLink?: string
  webappLink?: string
  appStore?: string
  playStore?: string
  chromeStore?: string
}

/** The host's options. They override the project's configuration for appearance and order, never for safety. */
export type HostOptions = {
  theme?: Theme
  locale?: string
  /** CAIP-2 ids, a subset of the project's networks; the first is the default. */
  networks?: CaipNetworkId[]
  accent?: string
  radius?: number
  font?: string
  connectorTypeOrder?: ConnectorType[]
  featuredWalletIds?: string[]
  includeWalletIds?: string[]
  excludeWalletIds?: string[]
  customWallets?: CustomWallet[]
  termsUrl?: string
  privacyUrl?: string
  legalCheckbox?: boolean
  unsupportedChain?: 'view' | 'banner' | 'allow'
  debug?: boolean
  /** Says that the page has its own functions for signing in. The functions themselves don't cross. */
  siwx?: object
  siweConfig?: object
}

/** A network that the page brings along. Its balances are not known: our server has no node of it. */
export type HostNetwork = {
  caipNetworkId: CaipNetworkId
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** Addresses of nodes, for a wallet that does not know the network. */
  rpcUrls: string[]
  blockExplorer?: { name: string; url: string }
  /** How its addresses begin: a bech32 prefix on cosmos, an SS58 number on polkadot. */
  addressPrefix?: string
  testnet?: boolean
}

/** Views a host may ask for. */
export type OpenableView = 'Connect' | 'Account' | 'Networks' | 'ProfileWallets' | 'WhatIsAWallet'
export type OpenOptions = {
  view?: OpenableView
  namespace?: ChainNamespace
  /** For this visit, in place of what the project says. */
  signIn?: SignInMode
}

/** Space that the frame must keep free, in CSS pixels: safe areas, and what the on-screen keyboard covers. */
export type Insets = { top: number; right: number; bottom: number; left: number; keyboard: number }

/** Connectors whose sessions live in the frame: a wallet on another device, and the embedded one. */
export type FrameConnectorId = 'walletConnect' | 'embedded'

export type JsonRpcRequest = { method: string; params?: unknown }

/** A step of `diagnose()`, in the order in which a request passes them. */
export type DiagnosisStep = { part: 'page' | 'frame' | 'server' | 'rpc' | 'secure'; ok: boolean; detail: string }

/** Served by the frame, called by the host page. */
export type FrameApi = {
  /** The dialog is up: show the modal. Resolves when the view is drawn; the outcome comes as `HostApi.close`. */
  open(options: OpenOptions): void
  /** Esc, or the host's `close()`. `force` skips a shake. The frame answers by calling `HostApi.close`. */
  close(force: boolean): void
  configure(options: HostOptions): void
  insets(insets: Insets): void
  /** The whole list, each time it changes. */
  wallets(wallets: PageWallet[]): void
  /** One icon at a time, as a `data:image/…` URI of at most 16 KiB, or '' for none. */
  walletIcon(id: string, icon: string): void
  /** The page reports all connections after the handshake, then each change of a wallet of the page. */
  account(namespace: ChainNamespace, account: AccountState): void
  /** Asks a wallet whose connection the frame holds. Without a connector nobody is connected in the namespace. */
  request(namespace: ChainNamespace, request: JsonRpcRequest, connectorId?: FrameConnectorId): unknown
  /** Takes up a connection of an earlier visit that the frame held, and says what it is now. */
  restore(namespace: ChainNamespace, connectorId: FrameConnectorId): AccountState
  /** The page disconnected a connection that the frame holds. */
  leave(namespace: ChainNamespace, connectorId: FrameConnectorId): void
  /**
   * A JSON-RPC read, answered by the project's RPC on `caipNetworkId` or the project's default network. A method
   * that needs a wallet is refused: with 4100 without a connection, else with 4200.
   */
  read(request: JsonRpcRequest, caipNetworkId?: CaipNetworkId): unknown
  /** Asks the connected wallet to go there, and to learn the network first where it has to; else it is what reads go to. */
  switchNetwork(caipNetworkId: CaipNetworkId): void
  /** One more that the visitor can choose. One that is there already stays as it is. */
  addNetwork(network: HostNetwork): void
  /** Refused for the last one and for those that the visitor is on. */
  removeNetwork(caipNetworkId: CaipNetworkId): void
  /** Resolves with the session there is, else with the one that the visitor signs for; 4001 where they don't. */
  signIn(options: SignInOptions): SignInSession
  diagnose(): DiagnosisStep[]
}

/** Served by the host page's bridge, called by the frame. */
export type HostApi = {
  /** The card is painted, so the loader's skeleton can go. */
  shown(): void
  /** Show the dialog: something waits for the visitor. It comes back as `FrameApi.open`. */
  open(): void
  /** Opens an app by its own scheme during the visitor's tap. Ignores other addresses. */
  openApp(link: string): void
  /** Close the dialog; `open()` resolves with the outcome. */
  close(outcome: Outcome): void
  /**
   * Asks a wallet of the page for its accounts; it becomes the connection of its namespace. `networks` are the project's,
   * in its order, since most wallets beside EVM ones leave the choice to the page.
   */
  connect(walletId: string, networks?: CaipNetworkId[]): AccountState
  /** A fact: a connection that the frame holds, as it is now. The page keeps it, and tells it to its listeners. */
  account(namespace: ChainNamespace, account: AccountState): void
  /** The visitor goes on with another account of a wallet of the page. */
  chooseAccount(namespace: ChainNamespace, account: AccountState): void
  /** The namespace that the visitor now uses. */
  activate(namespace: ChainNamespace): void
  /** Disconnects a wallet of the page. */
  disconnect(namespace: ChainNamespace): void
  /** A method that the policy lets the frame send, to the connected wallet of the page. */
  request(namespace: ChainNamespace, request: JsonRpcRequest): unknown
  /** The page's part in signing in. */
  siwx(method: SiteMethod, args: unknown[]): unknown
}
