import type { AppKitState, Eip1193Provider } from '../index.d.ts'
import type { DiagnosisStep, HostOptions, JsonRpcRequest, OpenOptions, Outcome } from '../protocol/frameApi.ts'
import type { ChainNamespace } from '../protocol/namespaces.ts'

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
]

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
  disconnect(namespace?: ChainNamespace): Promise<void>
  switchNetwork(caipNetworkId: string): Promise<void>
  diagnose(): Promise<DiagnosisStep[]>
  /** The loader opened or closed the dialog. */
  changed(): void
  /** An option changed. */
  configure(): void
  /** The frame will not come. */
  explain(reason: string): void
}

/** The bridge reads this from its own element, so that no global is needed. */
export type BridgeElement = HTMLScriptElement & { appkit?: [hook: Hook, ready: (bridge: Bridge) => void] | null }

/** The restore hint in the page's storage. Nothing secret: `{ [namespace]: AccountState without its status }`. */
export const hintKey = 'appkit'
