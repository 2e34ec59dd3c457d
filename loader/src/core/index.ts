import type { AppKit, AppKitState, Eip1193Provider } from '../../index.d.ts'
import type { HostOptions, JsonRpcRequest, OpenOptions, Outcome } from '../../protocol/api/frameApi.ts'
import type { ChainNamespace } from '../../protocol/caip/namespaces.ts'
import { type Bridge, hintKey, type Listener, type Listeners, type Load, stateEvent } from '../hook.ts'
import { connects } from '../methodPatterns.ts'
import { frameOrigin, secureOrigin } from '../origins.ts'
import { announce } from './announce.ts'
import { failure } from './failure.ts'
import { loadScript } from './loadScript.ts'
import { createModal } from './modal.ts'
import { resolveTheme } from './theme.ts'

type LateCalls = Pick<AppKit, 'switchNetwork' | 'addNetwork' | 'removeNetwork' | 'disconnect' | 'diagnose' | 'signIn'>

const createAppKit = ({ dataset, nonce = '' }: HTMLElement): AppKit => {
  const { projectId = '', warm: warmOn = 'intent' } = dataset
  // As text until the bridge has read it.
  const options = { theme: 'auto', ...dataset } as HostOptions & { theme: AppKitState['theme'] }
  const state: Omit<AppKitState, 'theme'> = { loading: false, accounts: {}, open: false, activeNamespace: 'eip155' }
  // An event may be named as what objects inherit.
  const listeners = { __proto__: null } as unknown as Listeners
  let bridging: Promise<Bridge> | undefined
  let bridge: Bridge | undefined
  let modal: ReturnType<typeof createModal> | undefined
  let reads = 0

  const getState = (): AppKitState => {
    // Storage is a call to another process: the page's start does not wait for it, and what first asks does.
    if (!reads++) {
      addEventListener('storage', ({ key }) => key === hintKey && preload())
      try {
        // Even an error that is caught costs a page milliseconds, and most pages have no hint.
        if (localStorage[hintKey]) {
          Object.assign(state.accounts, JSON.parse(localStorage[hintKey]))
          preload()
        }
      } catch {
        // Not a hint, or a page without storage.
      }
    }
    return { ...state, accounts: { ...state.accounts }, theme: options.theme }
  }
  const getAccount: AppKit['getAccount'] = (namespace = 'eip155') =>
    getState().accounts[namespace] ?? { status: 'disconnected' }
  const on = (event: string, listener: Listener) => {
    listeners[event] ??= new Set()
    listeners[event].add(listener)
    return provider
  }
  const off = (event: string, listener: Listener) => {
    listeners[event]?.delete(listener)
    return provider
  }
  const load: Load = (...file) => loadScript(nonce, ...file)
  const useBridge = async (): Promise<Bridge> => {
    try {
      bridging ??= load('%BRIDGE_URL%', '%BRIDGE_INTEGRITY%', [
        provider,
        state,
        getState,
        listeners,
        options,
        theme,
        ...useModal(),
        load,
      ])
      bridge = await bridging
      return bridge
    } catch {
      bridging = undefined
      // Nobody is left who could find out.
      state.accounts = {}
      throw failure('BRIDGE_FAILED', 'The server cannot be reached')
    }
  }
  const theme = () => resolveTheme(options.theme)
  const ask = async (request: JsonRpcRequest, namespace?: ChainNamespace): Promise<unknown> => {
    const method = request?.method
    let opened: Promise<Outcome> | undefined
    if (getAccount(namespace).status === 'disconnected') {
      if (method === 'eth_accounts') return []
      if (connects.test(method)) opened = open()
    }
    return (await useBridge()).request(request, opened, namespace)
  }
  const provider: Eip1193Provider = {
    request: (request) => ask(request),
    on,
    removeListener: off,
  }
  /** Its elements cost the page's start milliseconds, so that they are made when first wanted. */
  const useModal = () =>
    (modal ??= createModal(projectId, theme, useBridge, (isOpen) => {
      state.open = isOpen
      bridge?.changed()
    }))
  const open: AppKit['open'] = (options) => useModal()[2](options)

  const preload = (): void => {
    useBridge().catch(() => {})
  }
  const warm = (): void => {
    useModal()[3]()
    preload()
  }
  // A list in a text packs better, as the late calls below have one too.
  'click focusin pointerover'.split(' ').map((type) =>
    addEventListener(type, ({ target }) => {
      const opener = (target as Element).closest?.<HTMLElement>('[data-appkit-open]')
      if (!opener) return
      if (type === 'click') {
        // Safari focuses no button on a click, and the focus has to come back to it.
        opener.focus()
        // What goes wrong stands in the modal.
        open({ view: opener.dataset.appkitOpen } as OpenOptions).catch(() => {})
      } else if (warmOn === 'intent') warm()
    }),
  )
  if (warmOn === 'idle') setTimeout(warm, 1_000)
  announce(provider)
  setTimeout(getState)

  // In the order that packs best.
  return Object.freeze<AppKit>({
    close: () => (bridge ?? useModal()[0]).close(),
    getAccount,
    configure: (changes) => {
      Object.assign(options, changes)
      bridge?.configure()
    },
    subscribe: (listener) => {
      on(stateEvent, listener)
      return () => off(stateEvent, listener)
    },
    getState,
    warm,
    // What needs the bridge, and mostly the frame.
    ...(Object.fromEntries(
      'removeNetwork disconnect signIn addNetwork switchNetwork diagnose'
        .split(' ')
        .map((method) => [method, async (...args: unknown[]) => (await useBridge()).call(method, args)]),
    ) as LateCalls),
    getProvider: (namespace = 'eip155') =>
      namespace === 'eip155' ? provider : ({ request: (request: JsonRpcRequest) => ask(request, namespace) } as never),
    open,
  })
}

// A frame of the page's own origin could take off its own sandbox, so there the loader does not start.
if (location.origin !== frameOrigin && location.origin !== secureOrigin)
  window.AppKit ??= createAppKit(document.currentScript as HTMLElement)
