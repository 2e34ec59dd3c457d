/** The Wallet Standard: https://github.com/wallet-standard/wallet-standard, of which only what is read stands here. */

export type StandardAccount = {
  address: string
  publicKey: Uint8Array
  chains: readonly string[]
  /** Names of what it can do; all of the wallet's where it says nothing. */
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

/** Calls back with each wallet that is registered, now or later. */
export const discoverStandardWallets = (found: (wallet: StandardWallet) => void): void => {
  const register = (...wallets: StandardWallet[]) => {
    for (const wallet of wallets) {
      try {
        found(wallet)
      } catch {
        // A malformed wallet is ignored.
      }
    }
    // An unregistered wallet stays usable for its connection.
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

/** The other side of it: to the apps that are there, and to those that come. */
export const announceStandardWallet = (wallet: StandardWallet): void => {
  const callback = (api: { register(wallet: StandardWallet): unknown }) => api.register(wallet)
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  addEventListener('wallet-standard:app-ready', (event) => callback((event as CustomEvent).detail))
}

export const watchStandard = (wallet: StandardWallet, changed: () => void): void => {
  // Wallets of bitcoin have a feature of their own for it.
  for (const feature of ['standard:events', 'bitcoin:events']) wallet.features[feature]?.on('change', changed)
}
