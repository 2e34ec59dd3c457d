import type { Eip1193Provider } from '../../index.d.ts'
import type { PageWallet } from '../../protocol/api/frameApi.ts'

export type Wallet = PageWallet & { uuid?: string; icon?: string; provider: Eip1193Provider }

/** Wallets of this page, by EIP-6963. `found` is called with each new one. The icon is '' where it can't be shown. */
export const discoverWallets = (own: Eip1193Provider, found: (wallet: Wallet) => void) => {
  // More than any browser has; a page that announces more is playing.
  const walletLimit = 64
  const iconLimit = 16_384
  const wallets: Wallet[] = []
  addEventListener('eip6963:announceProvider', (event) => {
    try {
      const { info, provider } = (event as CustomEvent).detail
      const { uuid, rdns, name, icon } = info
      if (
        provider !== own &&
        wallets.length < walletLimit &&
        /^[\w.-]{1,128}$/.test(rdns) &&
        provider.request.call &&
        !wallets.some((known) => known.uuid === uuid || (known.rdns === rdns && known.provider === provider))
      ) {
        wallets.push({
          // Two wallets may share a reverse domain name; the first keeps it.
          id: wallets.some(({ id }) => id === rdns) ? uuid : rdns,
          name: name.slice(0, 64),
          icon: icon.startsWith('data:image/') && icon.length <= iconLimit ? icon : '',
          uuid,
          rdns,
          provider,
        })
        found(wallets.at(-1) as Wallet)
      }
    } catch {
      // An announcement that can't be read is none.
    }
  })

  return (): Wallet[] => {
    const { ethereum } = window as { ethereum?: Eip1193Provider }
    // Nobody vouched for it, so it is last; where it is an announced wallet, that one's name is the better one.
    return ethereum?.request && ethereum !== own && !wallets.some(({ provider }) => provider === ethereum)
      ? [...wallets, { id: 'legacy', name: 'Browser Wallet', legacy: true, provider: ethereum }]
      : wallets
  }
}
