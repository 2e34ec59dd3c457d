/** What the wallet was asked, in the words of its own interface. Bytes are in hex, since a test reads it as data. */
type Asked = { method: string; params?: unknown /** Whether the visitor had to answer. */; shown: boolean }

/** A test's hand in a wallet of the page, at `window.pageWallets[namespace]`. */
export type PageWalletHandle = {
  asked(): Asked[]
  /** The visitor declines the next thing that is shown. */
  rejectNext(): void
  /** To the other account, as in the wallet's own window; the interface's event fires. */
  switchAccount(index: number): void
  /** A locked wallet gives nothing without being opened, which a request that may be shown does. */
  lock(): void
  unlock(): void
  /** The site is taken back its permission in the wallet's own window. */
  forgetSite(): void
}

export type WalletControl = ReturnType<typeof createControl>

type State = { permitted: boolean; locked: boolean; active: number }
type Kept = Pick<Storage, 'getItem' | 'setItem'>

/**
 * What an extension has beside its keys: whether the site may see it, whether it is open, which account is the active
 * one. Kept in the page's session storage, so it outlives a reload.
 */
export function createControl(name: string, storage: Kept) {
  const key = `page-wallet:${name}`
  const kept = storage.getItem(key)
  let state: State = kept ? JSON.parse(kept) : { permitted: false, locked: false, active: 0 }
  const asked: Asked[] = []
  let isRejecting = false
  const listeners = new Set<() => void>()

  function change(next: Partial<State>): void {
    state = { ...state, ...next }
    storage.setItem(key, JSON.stringify(state))
    for (const listener of listeners) listener()
  }

  const handle: PageWalletHandle = {
    asked: () => [...asked],
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
    /** Something of the state is new: the wallet fires the event of its interface. */
    onChange: (listener: () => void) => listeners.add(listener),
    /** Asked without a question to the visitor. */
    note(method: string, params?: unknown): void {
      asked.push({ method, ...(params === undefined ? {} : { params: plain(params) }), shown: false })
    },
    /** Shown to the visitor, who opens a locked wallet for it. `rejection` is what the real ones throw. */
    async show(method: string, params: unknown, rejection: () => Error): Promise<void> {
      asked.push({ method, ...(params === undefined ? {} : { params: plain(params) }), shown: true })
      // A window of its own takes a moment.
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
