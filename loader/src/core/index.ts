import type { AppKit, AppKitState, Eip1193Provider } from '../../index.d.ts'
import type { JsonRpcRequest, OpenOptions, Outcome } from '../../protocol/api/frameApi.ts'
import type { ChainNamespace } from '../../protocol/caip/namespaces.ts'
import { type AppKitListener, type AppKitListeners, type Bridge, restoreHintKey, stateChangeEvent } from '../hook.ts'
import { connectingMethods } from '../methodPatterns.ts'
import { frameOrigin, secureOrigin } from '../origins.ts'
import { announceAppKit } from './announce.ts'
import { loadAppKitFile } from './loadScript.ts'
import { createModal } from './modal.ts'
import { hostOptions, readyFunction, resolveTheme, warmOn } from './options.ts'
import { appKitState } from './state.ts'

type LateCalls = Pick<
  AppKit,
  | 'disconnect'
  | 'switchNetwork'
  | 'addNetwork'
  | 'removeNetwork'
  | 'getConnectors'
  | 'signIn'
  | 'showSuccessMessage'
  | 'showErrorMessage'
>

// A page has one AppKit, so its state is in module variables. A closure that passes the state around would cost bytes.
// `listeners` has no prototype, since an event may have the name of an inherited property.
const listeners = { __proto__: null } as unknown as AppKitListeners
let bridging: Promise<Bridge> | undefined
let bridge: Bridge | undefined
let modal: ReturnType<typeof createModal> | undefined
let snapshot: AppKitState | undefined

const getState = (): AppKitState => {
  // Reading storage blocks the page on another process, so it waits for an idle period or for the first caller.
  if (!snapshot) {
    snapshot = appKitState as AppKitState
    addEventListener('storage', ({ key }) => key === restoreHintKey && preload())
    try {
      // Parses only if there is a hint, because most pages have no hint and even a caught error costs milliseconds.
      if (localStorage[restoreHintKey]) {
        appKitState.accounts = Object(JSON.parse(localStorage[restoreHintKey]))
        preload()
      }
    } catch {
      // The entry is not a hint, or the page has no storage.
    }
  }
  // Returns the same object until something changes, as `useSyncExternalStore` of React demands.
  const text = JSON.stringify({ ...appKitState, theme: hostOptions.theme })
  if (text !== JSON.stringify(snapshot)) snapshot = JSON.parse(text) as AppKitState
  return snapshot
}
const getAccount: AppKit['getAccount'] = (namespace = 'eip155') =>
  getState().accounts[namespace] ?? { status: 'disconnected' }

const on = (event: string, listener: AppKitListener) => {
  listeners[event] ??= new Set()
  listeners[event].add(listener)
  return provider
}
const off = (event: string, listener: AppKitListener) => {
  listeners[event]?.delete(listener)
  return provider
}
const ask = async (request: JsonRpcRequest, namespace?: ChainNamespace): Promise<unknown> => {
  const method = request?.method
  let opened: Promise<Outcome> | undefined
  if (getAccount(namespace).status === 'disconnected') {
    if (method === 'eth_accounts') return []
    if (connectingMethods.test(method)) opened = open()
  }
  return (await useBridge()).request(request, opened, namespace)
}
const provider: Eip1193Provider = {
  request: (request) => ask(request),
  on,
  removeListener: off,
}

const useBridge = (): Promise<Bridge> => {
  // May read the restore hint, which loads the bridge too.
  useModal()
  bridging ??= loadAppKitFile('%BRIDGE_URL%', '%BRIDGE_INTEGRITY%', [
    provider,
    appKitState,
    getState,
    listeners,
    hostOptions,
    resolveTheme,
    ...useModal(),
    loadAppKitFile,
  ]).then(
    (loaded) => (bridge = loaded),
    (cause) => {
      bridging = undefined
      // Only the bridge can confirm the hinted accounts.
      appKitState.accounts = {}
      // Trusted Types say which policy they lack. A script that does not load gives no cause.
      throw Object.assign(new Error(cause ?? 'Loading failed. Offline?'), { code: 4900, reason: 'BRIDGE_FAILED' })
    },
  )
  return bridging
}
const preload = (): void => {
  useBridge().catch(() => {})
}

/**
 * Creates the elements at first use, since they cost the start of the page milliseconds. Reads the restore hint before,
 * because the frame's first view depends on the hinted accounts.
 */
const useModal = () => {
  getState()
  modal ??= createModal(useBridge, (isOpen) => {
    appKitState.open = isOpen
    bridge?.changed()
  })
  return modal
}
const open: AppKit['open'] = (options) => useModal()[2](options)
const warm = (): void => {
  useModal()[3]()
  preload()
}

const watchOpeners = (): void => {
  // A text with spaces compresses better than an array, since the method names in `createAppKit` have the same form.
  'pointerover click focusin'.split(' ').map((type) =>
    addEventListener(type, (event) => {
      // Outside an open shadow root, `target` would be the root's host.
      const opener = (event.composedPath()[0] as Element).closest?.<HTMLElement>('[data-appkit-open]')
      if (!opener) return
      if (type === 'click') {
        // Safari does not focus a clicked button. When the modal closes, the element that had the focus gets it back.
        opener.focus()
        // The modal shows the error, so the click handler ignores the rejection.
        open({ view: opener.dataset.appkitOpen } as OpenOptions).catch(() => {})
      } else if (warmOn !== 'none') warm()
    }),
  )
  if (warmOn === 'idle') setTimeout(warm, 1_000)
}

const createAppKit = (): AppKit => {
  watchOpeners()
  announceAppKit(provider)
  // Safari has no requestIdleCallback.
  ;(window.requestIdleCallback ?? setTimeout)(getState, { timeout: 1e3 } as never)

  // The order of the properties compresses best.
  return Object.freeze<AppKit>({
    close: () => (bridge ?? useModal()[0]).close(),
    getAccount,
    configure: (changes) => {
      Object.assign(hostOptions, changes)
      bridge?.configure()
    },
    subscribe: (listener) => {
      on(stateChangeEvent, listener)
      return () => off(stateChangeEvent, listener)
    },
    getState,
    warm,
    // These calls need the bridge, and most of them the frame.
    ...(Object.fromEntries(
      'disconnect switchNetwork removeNetwork addNetwork showErrorMessage getConnectors showSuccessMessage signIn'
        .split(' ')
        .map((method) => [method, async (...args: unknown[]) => (await useBridge()).call(method, args)]),
    ) as LateCalls),
    getProvider: (namespace = 'eip155') =>
      namespace === 'eip155' ? provider : ({ request: (request: JsonRpcRequest) => ask(request, namespace) } as never),
    open,
    diagnose: () =>
      useBridge().then(
        (bridge) => bridge.call('diagnose', []) as ReturnType<AppKit['diagnose']>,
        (error) => [{ part: 'bridge', ok: false, detail: error.message }],
      ),
  })
}

// On AppKit's own origins a modal's frame would have the origin of its page and could remove its own sandbox, so the
// loader does not start there.
if (![frameOrigin, secureOrigin].includes(origin) && !window.AppKit) {
  window.AppKit = createAppKit()
  dispatchEvent(new Event('appkit:ready'))
  ;(window as unknown as Record<string, () => void>)[readyFunction as string]?.()
}
