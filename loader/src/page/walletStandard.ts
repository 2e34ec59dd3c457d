/** The parts of the Wallet Standard (https://github.com/wallet-standard/wallet-standard) that this code uses. */

export type StandardAccount = {
  address: string
  publicKey: Uint8Array
  chains: readonly string[]
  /** The account's features. By default it has all features of the wallet. */
  features?: readonly string[]
  /** The purpose of a bitcoin account, if its wallet states it. */
  purpose?: string
}
export type StandardWallet = {
  name: string
  icon: string
  chains: readonly string[]
  // biome-ignore lint/suspicious/noExplicitAny: a feature's shape is its own
  features: Readonly<Record<string, any>>
  accounts: readonly StandardAccount[]
}

/** Calls `found` for each wallet that is registered, now or later. */
export const discoverStandardWallets = (found: (wallet: StandardWallet) => void): void => {
  const register = (...wallets: StandardWallet[]) => {
    for (const wallet of wallets) {
      try {
        found(wallet)
      } catch {
        // A malformed wallet is ignored.
      }
    }
    // Unregistering has no effect: the wallet stays usable for its connection.
    return () => {}
  }
  const api = Object.freeze({ register })
  addEventListener('wallet-standard:register-wallet', (event) => {
    try {
      ;(event as CustomEvent).detail(api)
    } catch {
      // A malformed registration is ignored.
    }
  })
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
}

/** Registers a wallet with the apps that are already running, and with apps that start later. */
export const announceStandardWallet = (wallet: StandardWallet): void => {
  const callback = (api: { register(wallet: StandardWallet): unknown }) => api.register(wallet)
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  addEventListener('wallet-standard:app-ready', (event) => callback((event as CustomEvent).detail))
}

export const watchStandardWallet = (wallet: StandardWallet, changed: () => void): void => {
  // Bitcoin wallets have an event feature of their own.
  for (const feature of ['standard:events', 'bitcoin:events']) wallet.features[feature]?.on('change', changed)
}
