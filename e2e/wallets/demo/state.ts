import type { Site } from '../../host/site.ts'

/** What the wallet remembers between loads, in the page's own storage: it is a demo and its keys are public. */
export type WalletState = {
  locked: boolean
  /** Index of the account in the phrase. */
  account: number
  /** Whether this site may see the account. */
  permitted: boolean
  chainId: number
  chains: { id: number; name: string; url: string }[]
}

const key = 'demo-wallet'

export type WalletStore = { get(): WalletState; set(change: Partial<WalletState>): void; watch(look: () => void): void }

export function createWalletStore(site: Site): WalletStore {
  const first = site.chains[0]
  if (!first) throw new Error('The demo wallet needs a chain.')
  // The second chain is left out on purpose: switching to it has to ask for it to be added (4902, EIP-3085).
  let state: WalletState = { locked: false, account: 0, permitted: false, chainId: first.id, chains: [first] }
  const stored = localStorage.getItem(key)
  if (stored) {
    const kept: WalletState = JSON.parse(stored)
    state = { ...kept, chains: kept.chains.map((chain) => site.chains.find(({ id }) => id === chain.id) ?? chain) }
  }
  const watchers = new Set<() => void>()
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change }
      localStorage.setItem(key, JSON.stringify(state))
      for (const look of watchers) look()
    },
    watch: (look) => void watchers.add(look),
  }
}
