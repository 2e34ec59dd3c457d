import type { AppKitError, AppKitState, Eip1193Provider } from '../index.d.ts'
import type {
  AccountState,
  CaipNetworkId,
  FrameApi,
  HostOptions,
  JsonRpcRequest,
  OpenOptions,
  Outcome,
  PageWallet,
  SiteSignInMethod,
} from '../protocol/api/frameApi.ts'
import type { ChainNamespace } from '../protocol/caip/namespaces.ts'
import type { AnswerBitcoinRequest, BitcoinHook } from './bitcoin/hook.ts'
import type { OnWalletFound } from './page/wallet.ts'
import type { SolanaHook, SolanaSigning } from './solana/hook.ts'

/**
 * The interfaces between the loader's files. Each file is its own bundle, so files share only list positions and these
 * names. A file gets its hook from the file that loads it, and passes its own functions back.
 */

export type AppKitListener = (...args: never[]) => void
export type AppKitListeners = { [event: string]: Set<AppKitListener> }
/** The event that the listeners of `AppKit.subscribe` get. No provider event has this name. */
export const stateChangeEvent = ''

/**
 * The hook of `bridge.js`: the values that the loader passes to it. They are a list, since a minifier keeps property
 * names.
 */
export type BridgeHook = [
  provider: Eip1193Provider,
  state: Omit<AppKitState, 'theme'>,
  getState: () => AppKitState,
  listeners: AppKitListeners,
  /** The options of the host page. Those from the attributes of the loader's tag are still text. */
  options: HostOptions,
  theme: () => string,
  dialog: HTMLDialogElement,
  /** The loader's own card: an empty cover while the frame loads, or an error. */
  card: HTMLElement,
  open: (options: OpenOptions) => Promise<Outcome>,
  /**
   * Returns the modal's frame. A page without a frame gets a new one, with this query in its URL. The
   * new frame then connects through `Bridge.connect`.
   */
  useFrame: (query?: FrameQuery) => HTMLIFrameElement,
  /** Closes the dialog and settles `open()`. A rejected promise as the outcome rejects `open()`. */
  settle: (outcome: Outcome | Promise<never>) => void,
  /**
   * Removes the frame. If the modal is open, the loader's card shows the error's message, and `open()` rejects with the
   * error.
   */
  fail: (error: AppKitError) => void,
  load: LoadAppKitFile,
]

/** `core`: the frame loads its core without views, since it only answers requests. */
export type FrameQuery = { core?: '' }

/** Loads another file of the loader and passes this hook to it. Resolves with the file's functions. */
export type LoadAppKitFile = {
  (src: string, integrity: string, hook: BridgeHook): Promise<Bridge>
  (src: string, integrity: string, hook: PageHook): Promise<PageScript>
  (src: string, integrity: string, hook: SiwxHook): Promise<CallSiteSignIn>
  (src: string, integrity: string, hook: SolanaHook): Promise<SolanaSigning>
  (src: string, integrity: string, hook: BitcoinHook): Promise<AnswerBitcoinRequest>
  /** Resolves with a function that looks for the wallets. */
  (src: string, integrity: string, hook: ChainsHook): Promise<() => void>
  (src: string, integrity: string, hook: NoticesHook): Promise<ShowErrorPanel>
}

/** Why the modal can't be shown, as far as it concerns the visitor. The console names the reason for the developer. */
export type OutageCause =
  | 'offline'
  /** The server does not answer, or answers with an error that ends by itself. */
  | 'unreachable'
  /** The server refuses this page, or the page's settings are wrong. */
  | 'setup'
  /** The page's policy or an extension blocks the frame. */
  | 'blocked'
  /** The page itself is in a frame. */
  | 'framed'

/**
 * The texts of the error panel in one language. `{site}` and `{modal}` stand for the hosts of the page and the modal.
 */
export type ErrorPanelTexts = {
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly retry: string
  readonly openWindow: string
  readonly close: string
  readonly panels: { readonly [cause in OutageCause]: readonly [title: string, text: string] }
}

/** The hook of `notices-<language>.js`: the values that the bridge passes to it. */
export type NoticesHook = [state: BridgeHook[1], card: HTMLElement, frameOrigin: string]
/** The function of `notices-<language>.js`: shows the visitor this cause in place of the loader's one sentence. */
export type ShowErrorPanel = (cause: OutageCause) => void

/** The functions of `bridge.js` that the loader calls. */
export type Bridge = {
  /** Takes the port of a frame that completed the handshake. */
  connect(port: MessagePort): void
  /** Shows the modal's frame in the dialog that the loader opened. */
  show(options: OpenOptions): void
  /** Called when the visitor or the page wants to close the modal. The frame may refuse, and then shakes the modal. */
  close(): void
  /** If `opened` is set, the loader opened the modal for this request, and the wallet is not asked a second time. */
  request(
    request: JsonRpcRequest,
    opened: Promise<Outcome> | undefined,
    /** The namespace is `eip155` by default. */
    namespace?: ChainNamespace,
  ): Promise<unknown>
  /**
   * Calls a method of `window.AppKit` by its name. Each of these methods needs the bridge, and most also need the
   * frame.
   */
  call(method: string, args: unknown[]): Promise<unknown>
  /** Called when the loader opened or closed the dialog. */
  changed(): void
  /** Called when an option changed. */
  configure(): void
  /**
   * Shows the visitor this reason why the frame does not start. Without a reason, the frame's document has loaded, and
   * may be an error page of the browser.
   */
  explain(reason?: RefusalReason): void
}

/**
 * Sets the account of a namespace, by default of eip155. `isFact` is set if the frame reported this account, so that
 * the account is not reported back to the frame.
 */
export type SetAccount = (account: AccountState, namespace?: ChainNamespace, isFact?: boolean) => void

/** Calls a method of the frame if there is a frame. */
export type NotifyFrame = (method: keyof FrameApi, ...args: unknown[]) => void

/** The frame holds connections to wallets on other devices and to the embedded wallet. */
export const isFrameConnector = (connectorId: string | undefined): boolean =>
  /^(walletConnect|embedded)$/.test(`${connectorId}`)
export type FrameConnections = {
  /** If no wallet is connected, `connectorId` is undefined, and the frame answers requests that need no wallet. */
  request(namespace: ChainNamespace, request: JsonRpcRequest, connectorId: string | undefined): Promise<unknown>
  restore(namespace: ChainNamespace, connectorId: string): Promise<AccountState>
  leave(namespace: ChainNamespace, connectorId: string): Promise<unknown>
}

/** The hook of `page.js`: the values that the bridge passes to it, as a list. */
export type PageHook = [
  /** The hook that the loader passed to the bridge. */
  hook: BridgeHook,
  getAccount: (namespace: ChainNamespace) => AccountState,
  setAccount: SetAccount,
  frameConnections: FrameConnections,
  /** Called when a wallet appeared in the page. */
  changed: () => void,
  notify: NotifyFrame,
  /** Called when an option or the colour scheme changed. */
  configure: () => void,
  /** Whether the wallet of this namespace is on a network on which the site wants no transaction. */
  isRefused: (namespace: ChainNamespace) => unknown,
]

/** The functions of `page.js` that the bridge calls, for the connections of all namespaces but eip155. */
export type PageScript = {
  wallets(): (PageWallet & { icon: string })[]
  connect(walletId: string, networks: readonly CaipNetworkId[]): Promise<AccountState>
  /** Applies the frame's report about a connection that the frame holds. */
  account(namespace: ChainNamespace, account: AccountState): void
  /** The visitor chose another account of a wallet of the page. */
  chooseAccount(namespace: ChainNamespace, account: AccountState): void
  disconnect(namespace: ChainNamespace): Promise<void>
  request(namespace: ChainNamespace, request: JsonRpcRequest): Promise<unknown>
  readInsets(): void
  /** Opens an app by its own scheme. Some browsers refuse this to a sandboxed frame. */
  openApp(link: string): void
  siwx: CallSiteSignIn
  /** Keeps the height of the modal's card for the loader's card. */
  firstHeight(pixels: number): void
}

/** The hook of `siwx.js`: `page.js` passes to it the hook that the loader passed to the bridge. */
export type SiwxHook = [hook: BridgeHook]
/** The function of `siwx.js` that `page.js` calls for `HostApi.siwx`. */
export type CallSiteSignIn = (method: SiteSignInMethod, args: unknown[]) => Promise<unknown>

/** The hook of `chains.js`: `page.js` hears of each wallet that the file finds. */
export type ChainsHook = [found: OnWalletFound]

/** A file reads its hook from its own script element, so the hook needs no global. */
export type HookedScript<Given = BridgeHook, Part = Bridge> = HTMLScriptElement & {
  appkit?: [hook: Given, ready: (part: Part) => void] | null
}

/** The storage key of the restore hint (`hint.ts`). */
export const restoreHintKey = 'appkit'

/** The storage key of the height that the loader's card has at the next visit, in CSS pixels. */
export const heightKey = 'appkitHeight'

/** An error code that the frame sent, or the loader's own reason. */
export type RefusalReason = string | typeof unsupportedVersion
/** Stands for the error code UNSUPPORTED_VERSION, which would cost the loader 15 bytes. */
export const unsupportedVersion = 1
