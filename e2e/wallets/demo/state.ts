/** The wallet's state between loads, in the page's storage. The keys are public, so this is safe for a demo. */
export type WalletState = {
  locked: boolean
  /** The derivation index of the account in the seed phrase. */
  account: number
  /** Whether this site may see the account. */
  permitted: boolean
  chainId: number
  chains: { id: number; name: string; url: string }[]
}

export type WalletStore = {
  get(): WalletState
  set(change: Partial<WalletState>): void
  watch(onChange: () => void): void
}

/**
 * Loads the stored state. `running` are the chains of this run, and their RPC URLs replace the stored ones of an
 * earlier run.
 */
export function createWalletStore(key: string, fresh: WalletState, running: WalletState['chains']): WalletStore {
  let state = fresh
  const stored = localStorage.getItem(key)
  if (stored) {
    const kept: WalletState = JSON.parse(stored)
    state = { ...kept, chains: kept.chains.map((chain) => running.find(({ id }) => id === chain.id) ?? chain) }
  }
  const watchers = new Set<() => void>()
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change }
      localStorage.setItem(key, JSON.stringify(state))
      for (const notify of watchers) notify()
    },
    watch: (onChange) => void watchers.add(onChange),
  }
}
