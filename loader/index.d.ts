import type {
  AccountState,
  ConnectionStatus,
  Connector,
  DiagnosisStep,
  HostNetwork,
  HostOptions,
  OpenOptions,
  Outcome,
  SignInOptions,
  SignInSession,
  Theme,
} from './protocol/api/frameApi.ts'
import type { ChainNamespace } from './protocol/caip/namespaces.ts'
import type { SiwxMessage } from './protocol/siwx/siwxMessage.ts'

export type {
  AccountState,
  ChainNamespace,
  ConnectionStatus,
  Connector,
  DiagnosisStep,
  HostNetwork,
  HostOptions,
  OpenOptions,
  Outcome,
  SignInOptions,
  SignInSession,
  SiwxMessage,
  Theme,
}

/** A copy of AppKit's state. Changing the copy does not change AppKit. */
export type AppKitState = {
  /** Whether the modal is visible. */
  open: boolean
  /** Whether the modal is open while its frame still loads. */
  loading: boolean
  /** The theme as the page set it: `auto` is not replaced by `light` or `dark`. */
  theme: Theme
  /** The namespace that the visitor connected or chose last. */
  activeNamespace: ChainNamespace
  /** The account of each namespace that was ever connected in this browser. */
  accounts: { [namespace in ChainNamespace]?: AccountState }
  /** The sessions of the connected accounts, once the site or the server has confirmed them. */
  sessions?: { [namespace in ChainNamespace]?: SignInSession }
}

type OrPromise<Value> = Value | Promise<Value>

/**
 * A sign-in message with the visitor's signature. `cacao` (CAIP-74) is set if the wallet signed the message while it
 * connected.
 */
export type SiwxSession = { data: SiwxMessage; message: string; signature: string; cacao?: object }

/**
 * The page's own sign-in functions, which replace AppKit's server. Each function is optional. The page verifies
 * signatures if it has `verifyMessage` or `addSession`; otherwise the server verifies them. AppKit calls the functions
 * with `this` set to this object. They may throw.
 */
export type SiwxOptions = {
  /** Returns a nonce for one sign-in. AppKit calls this only if the page verifies signatures. */
  getNonce?(account: { chainId: string; accountAddress: string }): OrPromise<string>
  /**
   * Returns the text of the sign-in message, or an object whose `toString()` returns this text. The text must name this
   * site, the account and the network.
   */
  createMessage?(
    fields: Pick<SiwxMessage, 'chainId' | 'accountAddress' | 'domain' | 'uri' | 'version' | 'issuedAt'> &
      Partial<SiwxMessage>,
  ): OrPromise<unknown>
  /** Returns whether the account made the signature. AppKit accepts only `true`. */
  verifyMessage?(session: SiwxSession): OrPromise<boolean>
  /** Verifies and stores a session. Throws if the session is invalid. */
  addSession?(session: SiwxSession): OrPromise<unknown>
  /** Returns the verified sessions that have not expired. */
  getSessions?(
    chainId: string,
    accountAddress: string,
  ): OrPromise<(Partial<Omit<SiwxSession, 'data'>> & { data: Pick<SiwxMessage, 'chainId' | 'accountAddress'> })[]>
  revokeSession?(chainId: string, accountAddress: string): OrPromise<unknown>
  /** Replaces all stored sessions by this list. An empty list ends all sessions. */
  setSessions?(sessions: SiwxSession[]): OrPromise<unknown>
  /** Whether AppKit disconnects a visitor who declines to sign in. */
  getRequired?(): OrPromise<boolean>
  /** `false` keeps the visitor signed in after the wallet disconnects. */
  signOutOnDisconnect?: boolean
  /** `memory`: sessions end with the page. Otherwise `localStorage['@appkit/siwx']` holds a list of them. */
  storage?: 'local' | 'memory'
}

export type SiweSession = { address: string; chainId: number }

/** The older sign-in interface, which supports EVM accounts only. */
export type SiweConfig = {
  getNonce(address?: string): OrPromise<string>
  /** Returns the text of the sign-in message. `address` has the form `did:pkh:eip155:1:0x…`. */
  createMessage(fields: {
    address: string
    chainId: number
    nonce: string
    version: '1'
    [field: string]: unknown
  }): OrPromise<string>
  verifyMessage(signed: { message: string; signature: string; cacao?: object }): OrPromise<boolean>
  getSession(): OrPromise<SiweSession | null>
  signOut(): OrPromise<boolean>
  getMessageParams?(): OrPromise<object | undefined>
  enabled?: boolean
  required?: boolean
  signOutOnDisconnect?: boolean
  signOutOnAccountChange?: boolean
  signOutOnNetworkChange?: boolean
  onSignIn?(session: SiweSession): void
  onSignOut?(): void
}

/** The page may set `siwx` or `siweConfig`, not both. */
export type Options = Omit<HostOptions, 'siwx' | 'siweConfig'> & { siwx?: SiwxOptions; siweConfig?: SiweConfig }

/**
 * The error of every rejection by this API. `code` is the EIP-1193 or JSON-RPC number; 4001 means that the visitor
 * refused. `reason` is a code of the error list. For `WALLET_ERROR` the wallet itself set `code`, `message` and `data`.
 */
export type AppKitError = Error & { code: number; reason: string; data?: unknown }

export type Address = `0x${string}`

/** The listeners of a provider's events, as EIP-1193 names them. */
export type ProviderEvents = {
  /** The accounts in lower case, the active one first. Empty after a disconnect. */
  accountsChanged(accounts: Address[]): void
  /** The network as a hexadecimal chain id. */
  chainChanged(chainId: string): void
  /** A wallet has connected, also after a reload. */
  connect(info: { chainId: string }): void
  /** No wallet is connected any more. */
  disconnect(error: AppKitError): void
  /** A message of the connected wallet. */
  message(message: { type: string; data: unknown }): void
}

/**
 * An EIP-1193 provider. Without a connection, reads go to the project's default network. It fits the types of viem and
 * wagmi, so the answer of `request` is `any`.
 */
export type Eip1193Provider = {
  // biome-ignore lint/suspicious/noExplicitAny: unknown does not fit viem's provider, which has a type per method
  request(request: { method: string; params?: unknown }): Promise<any>
  on<Event extends keyof ProviderEvents>(event: Event, listener: ProviderEvents[Event]): Eip1193Provider
  on(event: string, listener: (...args: never[]) => void): Eip1193Provider
  removeListener<Event extends keyof ProviderEvents>(event: Event, listener: ProviderEvents[Event]): Eip1193Provider
  removeListener(event: string, listener: (...args: never[]) => void): Eip1193Provider
}

export type AppKit = {
  /**
   * Shows the modal. Parallel calls share one modal and one outcome. If the visitor closes the modal, the outcome is
   * `closed`. Rejects at once if the modal can't load. The modal then shows why, with a button to try again, which
   * begins a new visit.
   */
  open(options?: OpenOptions): Promise<Outcome>
  /** Closes the modal, as if the visitor closed it. */
  close(): void
  /** Returns the same object until the state changes, so React's `useSyncExternalStore` accepts it as the snapshot. */
  getState(): AppKitState
  /**
   * Calls `listener` at each later change of the state, but not at once with the current state. Returns a function that
   * removes the listener.
   */
  subscribe(listener: (state: AppKitState) => void): () => void
  /**
   * Returns the account of a namespace, by default of eip155. Without a connection the account's status is
   * `disconnected`.
   */
  getAccount(namespace?: ChainNamespace): AccountState
  /**
   * Always returns the same provider object, even while no wallet is connected. Then a request for accounts opens the
   * modal.
   */
  getProvider(namespace?: 'eip155'): Eip1193Provider
  /**
   * Returns a provider that accepts the namespace's methods by their WalletConnect names, such as `solana_signMessage`.
   */
  getProvider(namespace: Exclude<ChainNamespace, 'eip155'>): Pick<Eip1193Provider, 'request'>
  /** Ends the namespace's connection, or all connections. */
  disconnect(namespace?: ChainNamespace): Promise<void>
  /**
   * Switches to a network such as `eip155:8453`. The wallet may ask the visitor; rejects with 4001 if they decline.
   * Resolves when `getAccount()` has the network.
   */
  switchNetwork(caipNetworkId: string): Promise<void>
  /** Adds a network that the project's configuration lacks, until the visitor leaves the page. */
  addNetwork(network: HostNetwork): Promise<void>
  /** Removes a network of the modal. Rejects for the last network, and for a network that is in use. */
  removeNetwork(caipNetworkId: string): Promise<void>
  /**
   * Returns the wallets of the modal's list in its order, for a page that draws its buttons itself:
   * `open({ wallet: id })` connects one. Leaves out wallets whose names the server has not sent yet.
   */
  getConnectors(): Promise<Connector[]>
  /**
   * Returns the visitor's session with the site. Without a session the modal asks the visitor to sign in. Rejects with
   * 4001 if the visitor declines.
   */
  signIn(options?: SignInOptions): Promise<SignInSession>
  /**
   * Shows a short message above the card of the open modal, for example after a payment. Does nothing while it is
   * closed.
   */
  showSuccessMessage(message: string): Promise<void>
  /** Shows a short message about a failure above the card of the open modal. Does nothing while it is closed. */
  showErrorMessage(message: string): Promise<void>
  /** Changes the given options, also while the modal is open. */
  configure(options: Options): void
  /** Creates the invisible frame now, so that a later `open()` shows the modal at once. */
  warm(): void
  /**
   * Checks each part of AppKit that a request passes, and returns one result for each part. Never rejects: the result
   * of a part that fails says what to do. Meant for bug reports and for the setup of AppKit.
   */
  diagnose(): Promise<DiagnosisStep[]>
}
