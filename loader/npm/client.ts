import type {
  AccountState,
  Address,
  AppKit,
  AppKitState,
  ChainNamespace,
  Eip1193Provider,
  Options,
} from '../index.d.ts'
import { addLoader } from '../src/core/addLoader.ts'

export type CreateOptions = Options & {
  /**
   * The URL of `loader.js` on your AppKit server: `/loader.js` follows the server's version, and
   * `/v/<version>/loader.js` never changes.
   */
  src: string
  /** The integrity hash of a pinned `loader.js`, as `pinnedLoader` of `appkit-frame/integrity` computes it. */
  integrity?: string
  /** The nonce of the page's Content-Security-Policy. */
  nonce?: string
  /** The id of the project. A server with one project needs none. */
  projectId?: string
  /**
   * When AppKit creates the modal's invisible frame: when the pointer or the focus reaches a button (`intent`, the
   * default), when the page is idle, or not before the click.
   */
  warm?: 'intent' | 'idle' | 'none'
}

/** An account with its address and chain id beside their CAIP forms. */
export type Account<Namespace extends ChainNamespace = ChainNamespace> = AccountState & {
  address?: Namespace extends 'eip155' ? Address : string
  /** A number on EVM networks, and the CAIP-2 reference on others. */
  chainId?: Namespace extends 'eip155' ? number : string
}

export type ClientState = Omit<AppKitState, 'accounts'> & {
  accounts: { [Namespace in ChainNamespace]?: Account<Namespace> }
}

/**
 * AppKit's API, usable before the loader has loaded. Calls wait for the loader, and reject if it can't load; the next
 * call then loads it again. On a server nothing is loaded: the state is `disconnected`, and calls never settle.
 */
export type AppKitClient = Omit<AppKit, 'getAccount' | 'getState' | 'subscribe'> & {
  /** Returns the same object until the state changes. */
  getState(): ClientState
  /** Calls `listener` at each later change of the state. Returns a function that removes the listener. */
  subscribe(listener: (state: ClientState) => void): () => void
  /** Returns the account of a namespace, by default of eip155. */
  getAccount<Namespace extends ChainNamespace = 'eip155'>(namespace?: Namespace): Account<Namespace>
}

/** The page's AppKit, with what the other entries of this package need beside the public API. */
type CurrentAppKit = {
  kit: AppKitClient
  options: CreateOptions
  /** The state before the loader has loaded, which a server renders too. */
  initialState: ClientState
  isLoaded: () => boolean
  /** Resolves when the loader has run. */
  loaded: () => Promise<unknown>
}

let current: CurrentAppKit | undefined

export const isServer = (): boolean => typeof window === 'undefined'

/** Returns the page's AppKit. `caller` needs it, and names itself in the error. */
export const currentAppKit = (caller: string): CurrentAppKit => {
  if (!current) throw new Error(`Please call "createAppKit" before using "${caller}"`)
  return current
}

/** Returns the page's one AppKit. A second call only changes the options. */
export const setUpAppKit = (options: CreateOptions): CurrentAppKit => {
  if (current && !isServer()) current.kit.configure(toHostOptions(options))
  current ??= createClient(options)
  return current
}

const toHostOptions = ({ src, integrity, nonce, projectId, warm, ...options }: CreateOptions): Options => options

const createClient = (options: CreateOptions): CurrentAppKit => {
  const wanted = toHostOptions(options)
  const initialState = createInitialState(options)
  const listeners = new Set<(state: ClientState) => void>()
  const [load, loaded, whenLoaded] = createLoading(options, (kit) => {
    kit.configure(wanted)
    kit.subscribe(notify)
    // The loader may know an account of an earlier visit.
    notify()
  })
  const notify = (): void => {
    for (const listener of listeners) listener(getState())
  }
  const getState = stableState(() => loaded()?.getState(), initialState)

  /** Calls a loaded AppKit at once, so that the call still counts as part of the visitor's click. */
  const ask = async <Result>(call: (kit: AppKit) => Promise<Result>): Promise<Result> =>
    call(loaded() ?? (await load()))
  const tell = (call: (kit: AppKit) => void): void => {
    const kit = loaded()
    if (kit) call(kit)
    else load().then(call, () => {})
  }
  const kit: AppKitClient = Object.freeze<AppKitClient>({
    open: (...args) => ask((kit) => kit.open(...args)),
    close: () => tell((kit) => kit.close()),
    warm: () => tell((kit) => kit.warm()),
    getState,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getAccount: <Namespace extends ChainNamespace = 'eip155'>(namespace?: Namespace) =>
      (getState().accounts[namespace ?? 'eip155'] ?? disconnected) as Account<Namespace>,
    getProvider: createProviders(ask, whenLoaded),
    configure: (changes) => {
      Object.assign(wanted, changes)
      loaded()?.configure(changes)
    },
    disconnect: (...args) => ask((kit) => kit.disconnect(...args)),
    switchNetwork: (...args) => ask((kit) => kit.switchNetwork(...args)),
    addNetwork: (...args) => ask((kit) => kit.addNetwork(...args)),
    removeNetwork: (...args) => ask((kit) => kit.removeNetwork(...args)),
    getConnectors: (...args) => ask((kit) => kit.getConnectors(...args)),
    signIn: (...args) => ask((kit) => kit.signIn(...args)),
    showSuccessMessage: (...args) => ask((kit) => kit.showSuccessMessage(...args)),
    showErrorMessage: (...args) => ask((kit) => kit.showErrorMessage(...args)),
    diagnose: async () => {
      try {
        return await ask((kit) => kit.diagnose())
      } catch (thrown) {
        return [{ part: 'loader', ok: false, detail: explainLoader(thrown as Error) }]
      }
    },
  })
  // A page that lists wallets must hear of AppKit's own wallet, so the loader does not wait for the first call.
  load().catch(() => {})
  return { kit, options, initialState, isLoaded: () => Boolean(loaded()), loaded: load }
}

const createInitialState = ({ theme = 'auto' }: CreateOptions): ClientState => ({
  ...{ open: false, loading: false, theme },
  ...{ activeNamespace: 'eip155', accounts: {} },
})

const explainLoader = ({ message }: Error): string =>
  navigator.onLine
    ? `${message}. Open this address, and check script-src of the CSP and ad blockers`
    : `${message}. The browser is offline`

const disconnected: AccountState = Object.freeze({ status: 'disconnected' })

/** Loads the loader once. After a failure the next call tries again. */
const createLoading = (options: CreateOptions, onLoaded: (kit: AppKit) => void) => {
  const { src, integrity, nonce, projectId, warm } = options
  const waiting: ((kit: AppKit) => void)[] = []
  let loading: Promise<AppKit> | undefined
  let loaded: AppKit | undefined
  const start = async (): Promise<AppKit> => {
    try {
      const kit = await addLoader({ src, integrity, nonce, projectId, warm })
      loaded = kit
      for (const call of waiting.splice(0)) call(kit)
      onLoaded(kit)
      return kit
    } catch (thrown) {
      loading = undefined
      throw thrown
    }
  }
  const load = (): Promise<AppKit> => {
    loading ??= isServer() ? new Promise<never>(() => {}) : start()
    return loading
  }
  /** Calls at once or when the loader has loaded, also if it loads only at a second try. */
  const whenLoaded = (call: (kit: AppKit) => void): void => {
    if (loaded) call(loaded)
    else if (!isServer()) waiting.push(call)
  }
  return [load, () => loaded, whenLoaded] as const
}

/** Keeps the identity of a namespace's provider, since pages and libraries compare providers. */
const createProviders = (
  ask: <Result>(call: (kit: AppKit) => Promise<Result>) => Promise<Result>,
  whenLoaded: (call: (kit: AppKit) => void) => void,
): AppKit['getProvider'] => {
  const provider: Eip1193Provider = {
    request: (request) => ask((kit) => kit.getProvider().request(request)),
    on: (event: string, listener: (...args: never[]) => void) => {
      whenLoaded((kit) => kit.getProvider().on(event, listener))
      return provider
    },
    removeListener: (event: string, listener: (...args: never[]) => void) => {
      whenLoaded((kit) => kit.getProvider().removeListener(event, listener))
      return provider
    },
  }
  const others = new Map<ChainNamespace, Pick<Eip1193Provider, 'request'>>()
  return (namespace: ChainNamespace = 'eip155') => {
    if (namespace === 'eip155') return provider
    const other = others.get(namespace) ?? {
      request: (request) => ask((kit) => kit.getProvider(namespace).request(request)),
    }
    others.set(namespace, other)
    return other as Eip1193Provider
  }
}

/** Returns the same object until the loader's own snapshot changes. */
const stableState = (read: () => AppKitState | undefined, initial: ClientState) => {
  let source: AppKitState | undefined
  let known = initial
  return (): ClientState => {
    const state = read()
    if (state && state !== source) {
      source = state
      const accounts = Object.entries(state.accounts).map(([namespace, account]) => [namespace, describe(account)])
      known = { ...state, accounts: Object.fromEntries(accounts) }
    }
    return known
  }
}

const describe = (account: AccountState): AccountState => {
  const [namespace, reference] = (account.caipNetworkId ?? '').split(':')
  const address = account.caipAddress?.split(':')[2]
  return {
    ...account,
    ...(address && { address }),
    ...(reference && { chainId: namespace === 'eip155' ? Number(reference) : reference }),
  }
}
