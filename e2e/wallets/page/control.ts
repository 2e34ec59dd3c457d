/**
 * A request to the wallet, with the method name of its interface. Bytes are in hex, so that a test can compare them.
 */
type WalletRequest = {
  method: string
  params?: unknown
  /** Whether the wallet showed the request to the visitor. */
  shown: boolean
}

/** Lets a test control a wallet of the page, at `window.pageWallets[namespace]`. */
export type PageWalletHandle = {
  requests(): WalletRequest[]
  /** Makes the visitor reject the next question. */
  rejectNext(): void
  /** Switches to the other account and fires the interface's event. */
  switchAccount(index: number): void
  /** Locks the wallet. It then answers only requests that show a window, which unlocks it. */
  lock(): void
  unlock(): void
  /** Revokes the site's permission, as in the wallet's own window. */
  forgetSite(): void
}

export type WalletControl = ReturnType<typeof createWalletControl>

type State = { permitted: boolean; locked: boolean; active: number }
type Kept = Pick<Storage, 'getItem' | 'setItem'>

/**
 * An extension's state beside its keys: the site's permission, whether it is unlocked, and the active account. The
 * page's session storage holds it, so it survives a reload.
 */
export function createWalletControl(name: string, storage: Kept) {
  const key = `page-wallet:${name}`
  const kept = storage.getItem(key)
  let state: State = kept ? JSON.parse(kept) : { permitted: false, locked: false, active: 0 }
  const requests: WalletRequest[] = []
  let isRejecting = false
  const listeners = new Set<() => void>()

  function change(next: Partial<State>): void {
    state = { ...state, ...next }
    storage.setItem(key, JSON.stringify(state))
    for (const listener of listeners) listener()
  }

  const handle: PageWalletHandle = {
    requests: () => [...requests],
    rejectNext() {
      isRejecting = true
    },
    switchAccount: (active) => change({ active }),
    lock: () => change({ locked: true }),
    unlock: () => change({ locked: false }),
    forgetSite: () => change({ permitted: false }),
  }

  return {
    handle,
    isOpen: () => state.permitted && !state.locked,
    active: () => state.active,
    /** Called after each state change; the wallet fires the event of its interface. */
    onChange: (listener: () => void) => listeners.add(listener),
    /** Records a request that needs no question to the visitor. */
    note(method: string, params?: unknown): void {
      requests.push({ method, ...(params === undefined ? {} : { params: plain(params) }), shown: false })
    },
    /**
     * Shows a request to the visitor. An approval also unlocks the wallet. A rejection throws the error of `rejection`,
     * which has the form of the real wallet's error.
     */
    async show(method: string, params: unknown, rejection: () => Error): Promise<void> {
      requests.push({ method, ...(params === undefined ? {} : { params: plain(params) }), shown: true })
      // A real wallet's window takes a moment to open.
      await new Promise((resolve) => setTimeout(resolve, 0))
      if (isRejecting) {
        isRejecting = false
        throw rejection()
      }
      if (state.locked) change({ locked: false })
    },
    permit(): void {
      if (!state.permitted) change({ permitted: true })
    },
    leave(): void {
      if (state.permitted) change({ permitted: false })
    },
  }
}

const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, part) =>
      part instanceof Uint8Array ? toHex(part) : typeof part === 'bigint' ? String(part) : part,
    ),
  )

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
