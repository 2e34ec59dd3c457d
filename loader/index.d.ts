import type {
  AccountState,
  ConnectionStatus,
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

/** A copy: what is changed in it changes nothing here. */
export type AppKitState = {
  /** The modal shows. */
  open: boolean
  /** It was asked for, and its frame is not there yet. */
  loading: boolean
  /** The theme as set, so `auto` is not resolved. */
  theme: Theme
  /** The one that the visitor connected or chose last. */
  activeNamespace: ChainNamespace
  /** One that is missing was never connected here. */
  accounts: { [namespace in ChainNamespace]?: AccountState }
  /** The sessions of the connected accounts, once the site or the server has confirmed them. */
  sessions?: { [namespace in ChainNamespace]?: SignInSession }
}

type OrPromise<Value> = Value | Promise<Value>

/** A signed message. `cacao` (CAIP-74) is set if the wallet signed in while it connected. */
export type SiwxSession = { data: SiwxMessage; message: string; signature: string; cacao?: object }

/**
 * Functions of the page for signing in, in place of our server. Each may be left out; what verifies is `verifyMessage` or
 * `addSession`, and without both our server does. They are called with `this` as this object, and may throw.
 */
export type SiwxOptions = {
  /** Single use. Only asked where the page verifies too. */
  getNonce?(account: { chainId: string; accountAddress: string }): OrPromise<string>
  /** The text, or an object with a `toString()` that gives it. It has to name this site, the account and the network. */
  createMessage?(
    fields: Pick<SiwxMessage, 'chainId' | 'accountAddress' | 'domain' | 'uri' | 'version' | 'issuedAt'> &
      Partial<SiwxMessage>,
  ): OrPromise<unknown>
  /** Whether the signature is the account's. Nothing but `true` counts. */
  verifyMessage?(session: SiwxSession): OrPromise<boolean>
  /** Verifies and keeps one; throws where it is not valid. */
  addSession?(session: SiwxSession): OrPromise<unknown>
  /** Those that are verified and have not ended. */
  getSessions?(
    chainId: string,
    accountAddress: string,
  ): OrPromise<(Partial<Omit<SiwxSession, 'data'>> & { data: Pick<SiwxMessage, 'chainId' | 'accountAddress'> })[]>
  revokeSession?(chainId: string, accountAddress: string): OrPromise<unknown>
  /** Replaces all; none is the end of all. */
  setSessions?(sessions: SiwxSession[]): OrPromise<unknown>
  /** Whether a visitor who does not sign is disconnected. */
  getRequired?(): OrPromise<boolean>
  /** `false` keeps the visitor signed in after leaving the wallet. */
  signOutOnDisconnect?: boolean
  /** `memory`: no session outlives the page. Else they are a list in `localStorage['@appkit/siwx']`. */
  storage?: 'local' | 'memory'
}

export type SiweSession = { address: string; chainId: number }

/** The older interface, for EVM accounts alone. */
export type SiweConfig = {
  getNonce(address?: string): OrPromise<string>
  /** `address` is of the form `did:pkh:eip155:1:0x…`. */
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

/** The page may set either `siwx` or `siweConfig`. */
export type Options = Omit<HostOptions, 'siwx' | 'siweConfig'> & { siwx?: SiwxOptions; siweConfig?: SiweConfig }

/**
 * Every rejection of this API. `code` is the EIP-1193 or JSON-RPC number; 4001 means that the visitor refused. `reason` is the
 * code of the error tables. For `WALLET_ERROR` the wallet itself set `code`, `message` and `data`.
 */
export type AppKitError = Error & { code: number; reason: string; data?: unknown }

/** EIP-1193. Without a connection, reads go to the project's default network. */
export type Eip1193Provider = {
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (...args: unknown[]) => void): Eip1193Provider
  removeListener(event: string, listener: (...args: unknown[]) => void): Eip1193Provider
}

export type AppKit = {
  /**
   * Shows the modal. Two calls share one modal and one outcome. A visitor who closes it is no error: the outcome is
   * `closed`. Rejects where the modal can't come up.
   */
  open(options?: OpenOptions): Promise<Outcome>
  /** As if the visitor closed it. */
  close(): void
  getState(): AppKitState
  /** Calls back at each change, not for the state that there is already; returns the function that ends it. */
  subscribe(listener: (state: AppKitState) => void): () => void
  /** The namespace is eip155 by default. The status is `disconnected` without a connection. */
  getAccount(namespace?: ChainNamespace): AccountState
  /** The same object every time, before a connection too; asking it for accounts opens the modal. */
  getProvider(namespace?: 'eip155'): Eip1193Provider
  /** The methods are the namespace's own, as WalletConnect names them, such as `solana_signMessage`. */
  getProvider(namespace: Exclude<ChainNamespace, 'eip155'>): Pick<Eip1193Provider, 'request'>
  /** One connection, or all of them. */
  disconnect(namespace?: ChainNamespace): Promise<void>
  /** Such as `eip155:8453`. The visitor is asked in the wallet; rejects with 4001 where they say no. */
  switchNetwork(caipNetworkId: string): Promise<void>
  /** One that the project's configuration does not have, until the page is left. */
  addNetwork(network: HostNetwork): Promise<void>
  /** Rejects for the last one, and for one that the visitor is on. */
  removeNetwork(caipNetworkId: string): Promise<void>
  /** Returns the visitor's session with the site. Without a session the visitor signs in. Rejects with 4001. */
  signIn(options?: SignInOptions): Promise<SignInSession>
  /** Changes the given options, also while the modal is open. */
  configure(options: Options): void
  /** Creates the hidden frame now, so that a later `open()` shows at once. */
  warm(): void
  /** Walks the way of a request and tells, step by step, what answered: for a report, and while setting up. */
  diagnose(): Promise<DiagnosisStep[]>
}

/** Where `loader.js` is, how it is checked, and the tag's options by the names of `data-*` attributes in camel case. */
export type LoadOptions = {
  /** Needed where a bundler moves this module away from the server that `loader.js` is on. */
  src?: string
  integrity?: string
  nonce?: string
  projectId?: string
  warm?: 'intent' | 'idle' | 'none'
  theme?: Theme
  /** A BCP 47 tag; the page's own `<html lang>` where it is left out. */
  locale?: string
  /** CAIP-2 ids with commas between, the first is the default. */
  networks?: string
  /** A CSS colour. */
  accent?: string
}

/** Loads AppKit once; the same object as `window.AppKit`. For the browser; importing it is harmless on a server too. */
export declare const appKit: (options?: LoadOptions) => Promise<AppKit>

declare global {
  interface Window {
    AppKit: AppKit
  }
}
