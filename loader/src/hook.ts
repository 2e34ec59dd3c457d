import type { AppKitState, Eip1193Provider } from '../index.d.ts'
import type {
  AccountState,
  CaipNetworkId,
  FrameApi,
  HostOptions,
  JsonRpcRequest,
  OpenOptions,
  Outcome,
  PageWallet,
  SiteMethod,
} from '../protocol/api/frameApi.ts'
import type { ChainNamespace } from '../protocol/caip/namespaces.ts'
import type { SolanaHook, SolanaSigning } from './solana/hook.ts'

/** What the loader and the bridge know of each other. They are two files, so only places and these names cross. */

export type Listener = (...args: never[]) => void
export type Listeners = { [event: string]: Set<Listener> }
/** The event of `subscribe`, which no provider has. */
export const stateEvent = ''

/** Given to the bridge by the loader, as a list, since a minifier keeps names. */
export type Hook = [
  provider: Eip1193Provider,
  state: Omit<AppKitState, 'theme'>,
  getState: () => AppKitState,
  listeners: Listeners,
  /** What the host set. The tag's attributes are still text. */
  options: HostOptions,
  theme: () => string,
  dialog: HTMLDialogElement,
  /** The card that the loader draws, in front of the frame's. */
  card: HTMLElement,
  open: (options: OpenOptions) => Promise<Outcome>,
  /** Creates the frame if there is none, with this in its address; it comes by `connect`. */
  useFrame: (query: string) => HTMLIFrameElement,
  settle: (outcome: Outcome) => void,
  /** Takes the frame away and shows the visitor why. */
  fail: (reason?: string, title?: string, sentence?: string) => void,
  load: Load,
]

/** Fetches one more file and hands it its hook. */
export type Load = {
  (src: string, integrity: string, hook: Hook): Promise<Bridge>
  (src: string, integrity: string, hook: PageHook): Promise<Page>
  (src: string, integrity: string, hook: SiwxHook): Promise<Siwx>
  (src: string, integrity: string, hook: SolanaHook): Promise<SolanaSigning>
}

/** Given to the loader by the bridge. */
export type Bridge = {
  /** The line to a frame that has just shaken hands. */
  connect(port: MessagePort): void
  /** The dialog is up. */
  show(options: OpenOptions): void
  /** The visitor or the page wants to close; the frame may shake. */
  close(): void
  /** `opened`: the modal was opened for this very request, so the wallet is not asked a second time. */
  request(
    request: JsonRpcRequest,
    opened: Promise<Outcome> | undefined,
    /** `eip155` where it is left out. */
    namespace?: ChainNamespace,
  ): Promise<unknown>
  /** What of `window.AppKit` needs this file, and mostly the frame. */
  call(method: string, args: unknown[]): Promise<unknown>
  /** The loader opened or closed the dialog. */
  changed(): void
  /** An option changed. */
  configure(): void
  /** The frame will not come. */
  explain(reason: string): void
}

/** `isFact`: the frame told it, so the frame does not hear it again. The namespace is eip155 if none is named. */
export type SetAccount = (account: AccountState, namespace?: ChainNamespace, isFact?: boolean) => void

/** Connections that the frame holds: to a wallet on another device, and to the embedded wallet. */
export const isHeld = (connectorId: string | undefined): boolean => /^(walletConnect|embedded)$/.test(`${connectorId}`)
export type HeldWallets = {
  /** Without a connector nobody is connected, and the frame says what can be answered all the same. */
  request(namespace: ChainNamespace, request: JsonRpcRequest, connectorId: string | undefined): Promise<unknown>
  restore(namespace: ChainNamespace, connectorId: string): Promise<AccountState>
  leave(namespace: ChainNamespace, connectorId: string): Promise<unknown>
}

/** Given to `page.js` by the bridge. */
export type PageHook = [
  /** The bridge's own hook. */
  hook: Hook,
  getAccount: (namespace: ChainNamespace) => AccountState,
  setAccount: SetAccount,
  held: HeldWallets,
  /** There is one wallet more. */
  changed: () => void,
  /** The frame, if there is one. */
  tell: (method: keyof FrameApi, ...args: unknown[]) => void,
  /** What the frame goes by changed. */
  configure: () => void,
]

/** Given to the bridge by `page.js`: the connections of all namespaces but eip155. */
export type Page = {
  wallets(): (PageWallet & { icon: string })[]
  connect(walletId: string, networks: readonly CaipNetworkId[]): Promise<AccountState>
  /** Takes the frame's word about a connection that the frame holds. */
  account(namespace: ChainNamespace, account: AccountState): void
  /** The visitor goes on with another account of a wallet of the page. */
  chooseAccount(namespace: ChainNamespace, account: AccountState): void
  disconnect(namespace: ChainNamespace): Promise<void>
  request(namespace: ChainNamespace, request: JsonRpcRequest): Promise<unknown>
  readInsets(): void
  /** An app by its own scheme, which not every browser lets a sandboxed frame do. */
  openApp(link: string): void
  siwx: Siwx
}

/** Given to `siwx.js` by `page.js`: what the bridge was given. */
export type SiwxHook = [hook: Hook]
/** Given to `page.js` by `siwx.js`: `HostApi.siwx`. */
export type Siwx = (method: SiteMethod, args: unknown[]) => Promise<unknown>

/** A file reads this from its own element, so that no global is needed. */
export type HookedScript<Given = Hook, Part = Bridge> = HTMLScriptElement & {
  appkit?: [hook: Given, ready: (part: Part) => void] | null
}

/** Of the restore hint in the page's storage; `hint.ts` says what stands there. */
export const hintKey = 'appkit'
