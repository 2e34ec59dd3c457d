import type { AccountType, ChainNamespace } from '../caip/namespaces.ts'
import type { SiwxMessage } from '../siwx/siwxMessage.ts'

/**
 * The channel between the host page (loader and bridge) and the modal's frame. Each side serves one of the two APIs
 * below with `serveApi` and calls the other. All messages are JSON text.
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
  /** The name of the connected wallet, as the wallet calls itself. Unset for the embedded wallet. */
  walletName?: string
  accountType?: AccountType
  /**
   * All accounts that the wallet granted, the active account first. After a reload, and until the wallet answers, this
   * is the stored list in the wallet's own order.
   */
  caipAddresses?: CaipAddress[]
  /**
   * The networks of this namespace that a wallet on another device approved. Unset if the wallet supports all networks.
   */
  approvedCaipNetworkIds?: CaipNetworkId[]
  /**
   * The project's networks of this namespace that the wallet did not approve. Unset if the wallet supports all
   * networks.
   */
  disabledCaipNetworkIds?: CaipNetworkId[]
  /** The methods that the wallet supports, in namespaces other than eip155. Unset if it supports all methods. */
  methods?: string[]
}

/**
 * Whether a visitor who connected must also sign in. `optional` lets the visitor skip the sign-in. `required`
 * disconnects a visitor who declines.
 */
export type SignInMode = 'required' | 'optional' | 'none'

/**
 * A visitor's session with the site. If the page's own functions verified the visitor, there is no `token`, and only
 * the signed fields that those functions return.
 */
export type SignInSession = {
  caipAddress: CaipAddress
  /** The token that the site sends to its own back end as proof. */
  token?: string
  /** When the token or the message expires, in milliseconds since 1970. */
  expiresAt?: number
  message?: string
  signature?: string
  /** The fields of the signed message. */
  data?: SiwxMessage
}

/** Tells the frame which sign-in functions the page has, and how the page keeps its sessions. */
export type SiteSignInFeatures = {
  functions: string[]
  /** Whether the page set `siweConfig`, which supports EVM accounts only. */
  isLegacy: boolean
  isRequired: boolean
  /** Whether the visitor stays signed in after the wallet disconnects. */
  staysSignedIn: boolean
  /** Whether the page stores no sign-in sessions, so that they end with the page. */
  inMemory: boolean
}
/**
 * The methods of `HostApi.siwx`. `describe` returns the `SiteSignInFeatures`. `keep` stores all sign-in sessions, and
 * puts those of the connected accounts into the state that the page reads. `kept` returns the stored session of an
 * account. The other methods are the page's own functions.
 */
export type SiteSignInMethod =
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

/** How an `open()` ended. `closed` is no error: the visitor closed the modal. */
export type Outcome =
  | { outcome: 'connected'; namespace: ChainNamespace; caipAddress: CaipAddress }
  | { outcome: 'signedIn'; session: SignInSession }
  | { outcome: 'sent'; hash: string }
  | { outcome: 'closed' }

/**
 * A wallet of the host page, as data. `id` is unique in the page: the rdns, or the uuid if two wallets share an rdns.
 */
export type PageWallet = {
  id: string
  name: string
  rdns?: string
  /**
   * The namespace of this entry, absent for eip155. A wallet of several namespaces has one entry in each, with the same
   * name.
   */
  namespace?: ChainNamespace
  /**
   * The wallet was found only at `window.ethereum`, so its name is unknown. The list shows such a wallet last, with a
   * label.
   */
  legacy?: boolean
}

export type Theme = 'light' | 'dark' | 'auto'
export type ConnectorType = 'walletConnect' | 'recent' | 'injected' | 'featured' | 'custom' | 'recommended'
export type ConnectMethod = 'email' | 'wallet'
/** The fields are those of WalletConnect's metadata. `icons` are https URLs. */
export type SiteMetadata = { name?: string; description?: string; url?: string; icons?: string[] }
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

/**
 * The options that the host page sets. They may override how the project's configuration says the modal looks and is
 * ordered, but never weaken its security.
 */
export type HostOptions = {
  /** `auto`, the default, is the page's own `color-scheme` if the page declares one, else the visitor's. */
  theme?: Theme
  /** A BCP 47 tag, by default the `lang` of the page's `<html>`. */
  locale?: string
  /**
   * CAIP-2 ids, a subset of the project's networks; the first is the default.
   *
   * @config networks, defaultNetwork
   */
  networks?: CaipNetworkId[]
  /**
   * The accent colour as a CSS colour, such as `#0f5c66`.
   *
   * @config theme.accent
   */
  accent?: string
  /**
   * The radius of the card's corners in CSS pixels, 0 to 40.
   *
   * @config theme.radius
   */
  radius?: number
  /**
   * CSS font names that the visitor's system may have. The modal loads no fonts.
   *
   * @config theme.font
   */
  font?: string
  /**
   * The order of the kinds of wallets in the list. Kinds that it lacks follow in the default order. `external`, a kind
   * of Reown's AppKit, is ignored.
   *
   * @config wallets.order
   */
  connectorTypeOrder?: (ConnectorType | 'external')[]
  /**
   * Which way to connect stands first, by default `email`. Only a project with e-mail login has both.
   *
   * @config wallets.connectMethodsOrder
   */
  connectMethodsOrder?: ConnectMethod[]
  /**
   * `true` hides the list of wallets behind one row, if the project has e-mail login.
   *
   * @config wallets.collapseWallets
   */
  collapseWallets?: boolean
  /**
   * Whether the list ends with a row that searches all wallets: always by default, never, or on phones only.
   *
   * @config wallets.allWallets
   */
  allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE'
  /**
   * Ids of directory wallets that the list shows first among the wallets that the visitor lacks.
   *
   * @config wallets.featured
   */
  featuredWalletIds?: string[]
  /**
   * Ids of the only wallets that the modal offers.
   *
   * @config wallets.include
   */
  includeWalletIds?: string[]
  /**
   * Ids of wallets that the modal hides. A page only adds to those of the project.
   *
   * @config wallets.exclude
   */
  excludeWalletIds?: string[]
  /**
   * Wallets that the directory lacks. Their images must be `data:` URLs.
   *
   * @config wallets.custom
   */
  customWallets?: CustomWallet[]
  /**
   * Icons of wallets, by rdns, directory id or `walletConnect`. A page can only set `data:` URLs of at most 16 KiB.
   *
   * @config wallets.connectorImages
   */
  connectorImages?: { [id: string]: string }
  /**
   * Icons of networks, by CAIP-2 id. A page can only set `data:` URLs of at most 16 KiB.
   *
   * @config chainImages
   */
  chainImages?: { [caipNetworkId: string]: string }
  /**
   * Wallets on other devices show this about the site. `url` must be of the page's origin, which is the default. Must
   * be set before the visitor connects.
   *
   * @config name, walletConnect
   */
  metadata?: SiteMetadata
  /**
   * `true`: the page makes the WalletConnect sessions itself, and shows the link of each with `open({ uri })`. AppKit
   * then makes none, and `open()` starts with the QR code.
   *
   * @config features.manualWalletConnect
   */
  manualWalletConnect?: boolean
  /**
   * A link below the list of wallets.
   *
   * @config links.terms
   */
  termsUrl?: string
  /**
   * A link below the list of wallets.
   *
   * @config links.privacy
   */
  privacyUrl?: string
  /**
   * `true` makes the visitor tick a box before connecting. A page can't waive the box of the project.
   *
   * @config links.checkbox
   */
  legalCheckbox?: boolean
  /**
   * On a network that the project lacks, `view` makes the visitor switch, `banner` shows a hint and refuses
   * transactions, `allow` does nothing.
   *
   * @config features.unsupportedChain
   */
  unsupportedChain?: 'view' | 'banner' | 'allow'
  /** `false` forgets the visitor's connections when the page loads again. */
  enableReconnect?: boolean
  /**
   * `true` shows mistakes in the site's configuration in the modal.
   *
   * @config features.debug
   */
  debug?: boolean
  /** The page's own functions for signing in. They stay in the page. */
  siwx?: object
  /** The older sign-in interface, for EVM accounts. */
  siweConfig?: object
}

/** A wallet of the modal's list. */
export type Connector = {
  /** The id that `open({ wallet })` takes. */
  id: string
  name: string
  type: ConnectorType
  /** Whether the wallet is in this page, so that it connects without a link or a QR code. */
  isInstalled: boolean
  /** A `data:` URL, or a URL of the AppKit server. */
  imageUrl?: string
}

/** A network that the page adds. Its balances are unknown, because the server has no RPC node for it. */
export type HostNetwork = {
  caipNetworkId: CaipNetworkId
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** RPC URLs, for a wallet that does not know the network yet. */
  rpcUrls: string[]
  blockExplorer?: { name: string; url: string }
  /** The address prefix: a bech32 prefix on cosmos, an SS58 number on polkadot. */
  addressPrefix?: string
  testnet?: boolean
}

/** Views that the host page may open. */
export type OpenableView = 'Connect' | 'AllWallets' | 'Account' | 'Networks' | 'ProfileWallets' | 'WhatIsAWallet'
export type OpenOptions = {
  /** The view to show. By default it is `Account` if a wallet is connected, else `Connect`. */
  view?: OpenableView
  /**
   * Connects this wallet, as a press on its row does: its rdns, its id in the directory or in `customWallets`, or
   * `walletConnect` for the QR code.
   */
  wallet?: string
  /** The `wc:` link of a WalletConnect session that the page makes itself, to show as a QR code or to open an app. */
  uri?: string
  /** Shows the account of this namespace, or offers the wallets that have it. */
  namespace?: ChainNamespace
  /** Overrides the project's sign-in mode until the modal closes. */
  signIn?: SignInMode
}

/** Space that the frame must keep free, in CSS pixels: the safe areas and the on-screen keyboard. */
export type FrameInsets = { top: number; right: number; bottom: number; left: number; keyboard: number }

/** Connectors whose sessions the frame holds: a wallet on another device, and the embedded wallet. */
export type FrameConnectorId = 'walletConnect' | 'embedded'

export type JsonRpcRequest = { method: string; params?: unknown }

/**
 * The result of one step of `diagnose()`. Each step checks one part of AppKit, in the order in which a request passes
 * the parts.
 */
export type DiagnosisStep = {
  part: 'loader' | 'bridge' | 'page' | 'frame' | 'server' | 'rpc' | 'secure'
  ok: boolean
  /** The finding. If the check failed, also the remedy. */
  detail: string
}

/** Served by the frame, called by the host page. */
export type FrameApi = {
  /**
   * Shows the modal in the dialog, which the page has already opened. Resolves when the view is drawn; `HostApi.close`
   * reports the outcome later.
   */
  open(options: OpenOptions): void
  /**
   * Asks to close the modal, because the visitor pressed Esc or the page called `close()`. The frame answers with
   * `HostApi.close`, or shakes if the view must not close at once. With `isClosed` the page reports that it has closed
   * the modal already.
   */
  close(isClosed: boolean): void
  configure(options: HostOptions): void
  insets(insets: FrameInsets): void
  /** Reports the complete list of the page's wallets after each change. */
  wallets(wallets: PageWallet[]): void
  /** The icon of one wallet, as a `data:image/…` URI of at most 16 KiB, or '' for none. */
  walletIcon(id: string, icon: string): void
  /**
   * Reports one connection. The page sends all connections after the handshake, then each change of a wallet of the
   * page.
   */
  account(namespace: ChainNamespace, account: AccountState): void
  /**
   * Sends a request to the wallet of this connector, whose connection the frame holds. If no wallet is connected in the
   * namespace, `connectorId` is absent.
   */
  request(namespace: ChainNamespace, request: JsonRpcRequest, connectorId?: FrameConnectorId): unknown
  /** Restores a connection that the frame held in an earlier visit, and returns its current state. */
  restore(namespace: ChainNamespace, connectorId: FrameConnectorId): AccountState
  /** Reports that the page disconnected a connection that the frame holds. */
  leave(namespace: ChainNamespace, connectorId: FrameConnectorId): void
  /**
   * A JSON-RPC read on `caipNetworkId`, by default on the project's default network. The project's RPC answers it. A
   * method that needs a wallet is rejected: with 4100 if no wallet is connected, otherwise with 4200.
   */
  read(request: JsonRpcRequest, caipNetworkId?: CaipNetworkId): unknown
  /**
   * Asks the connected wallet to switch, and adds the network first if the wallet lacks it. If no wallet is connected,
   * later reads use this network.
   */
  switchNetwork(caipNetworkId: CaipNetworkId): void
  /** Adds a network that the visitor can choose. A network that exists already stays unchanged. */
  addNetwork(network: HostNetwork): void
  /** Removes a network of the modal. Rejects for the last network, and for a network that is in use. */
  removeNetwork(caipNetworkId: CaipNetworkId): void
  /** Returns the wallets of the list, once the page has reported its own. */
  getConnectors(): Connector[]
  /**
   * Returns the visitor's session with the site. Without a session the modal asks the visitor to sign in. Rejects with
   * 4001 if the visitor declines.
   */
  signIn(options: SignInOptions): SignInSession
  /** Shows a short message in the modal, if the modal is open. */
  showSuccessMessage(message: string): void
  showErrorMessage(message: string): void
  diagnose(): DiagnosisStep[]
}

/** Served by the host page's bridge, called by the frame. */
export type HostApi = {
  /**
   * Reports that the frame has painted the modal, so that the loader removes the card with which it covers a loading
   * frame. After a visit, reports that the first view of the next one is painted, so that the page shows the frame.
   */
  shown(): void
  /** Reports the card's height in the view with which the next visit starts. The loader's card then has this height. */
  firstHeight(pixels: number): void
  /** Shows the dialog, because a request waits for the visitor. The page then calls `FrameApi.open`. */
  open(): void
  /** Returns the page's URL, with which a wallet's app can open the page in its own browser. */
  pageUrl(): string
  /** Opens an app by a link with the app's own scheme, during the visitor's tap. Ignores other links. */
  openApp(link: string): void
  /** Closes the dialog and resolves `open()` with the outcome. */
  close(outcome: Outcome): void
  /**
   * Connects a wallet of the page and makes it the connection of its namespace. `networks` are the project's networks
   * in the project's order. The page chooses the network for most non-EVM wallets.
   */
  connect(walletId: string, networks?: CaipNetworkId[]): AccountState
  /** Reports the current state of a connection that the frame holds. The page stores it and notifies its listeners. */
  account(namespace: ChainNamespace, account: AccountState): void
  /** Reports that the visitor chose another account of a wallet of the page. */
  chooseAccount(namespace: ChainNamespace, account: AccountState): void
  /** Sets the namespace that the visitor now uses. */
  activate(namespace: ChainNamespace): void
  /** Names the only networks on which the page may send transactions. Empty: all networks. */
  allowTransactions(caipNetworkIds: CaipNetworkId[]): void
  /** Disconnects a wallet of the page. */
  disconnect(namespace: ChainNamespace): void
  /** Sends a request to the connected wallet of the page. The RPC policy limits the methods. */
  request(namespace: ChainNamespace, request: JsonRpcRequest): unknown
  /** Calls one of the page's sign-in methods. */
  siwx(method: SiteSignInMethod, args: unknown[]): unknown
}
