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
} from './protocol/frameApi.ts'
import type { ChainNamespace } from './protocol/namespaces.ts'

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
  Theme,
}

export type AppKitState = {
  open: boolean
  loading: boolean
  theme: Theme
  activeNamespace: ChainNamespace
  accounts: { [namespace in ChainNamespace]?: AccountState }
}

/** Every rejection of this API. `code` is the EIP-1193 or JSON-RPC number, `reason` the catalogue code. */
export type AppKitError = Error & { code: number; reason: string; data?: unknown }

/** EIP-1193. */
export type Eip1193Provider = {
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (...args: unknown[]) => void): Eip1193Provider
  removeListener(event: string, listener: (...args: unknown[]) => void): Eip1193Provider
}

export type AppKit = {
  /** Shows the modal. Two calls share one modal and one outcome. */
  open(options?: OpenOptions): Promise<Outcome>
  close(): void
  getState(): AppKitState
  /** Calls back at each change; returns the function that ends it. */
  subscribe(listener: (state: AppKitState) => void): () => void
  getAccount(namespace?: ChainNamespace): AccountState
  getProvider(namespace?: 'eip155'): Eip1193Provider
  /** The methods are the namespace's own, as WalletConnect names them, such as `solana_signMessage`. */
  getProvider(namespace: Exclude<ChainNamespace, 'eip155'>): Pick<Eip1193Provider, 'request'>
  /** One connection, or all of them. */
  disconnect(namespace?: ChainNamespace): Promise<void>
  switchNetwork(caipNetworkId: string): Promise<void>
  /** One that the project's configuration does not have, until the page is left. */
  addNetwork(network: HostNetwork): Promise<void>
  removeNetwork(caipNetworkId: string): Promise<void>
  /** The visitor's session with the site, which the visitor signs for where there is none. Rejects with 4001. */
  signIn(options?: SignInOptions): Promise<SignInSession>
  configure(options: HostOptions): void
  /** Creates the hidden frame now, so that a later `open()` shows at once. */
  warm(): void
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
  locale?: string
}

/** Loads AppKit once; the same object as `window.AppKit`. For the browser; importing it is harmless on a server too. */
export declare const appKit: (options?: LoadOptions) => Promise<AppKit>

declare global {
  interface Window {
    AppKit: AppKit
  }
}
