import type { Eip1193Provider } from '../../index.d.ts'
import type { PageWallet } from '../../protocol/api/frameApi.ts'

export type EvmPageWallet = PageWallet & { uuid?: string; icon?: string; provider: Eip1193Provider }

/** Discovers the wallets of this page by EIP-6963. The icon is '' if the page can't show it. */
export const discoverWallets = (own: Eip1193Provider, found: (wallet: EvmPageWallet) => void) => {
  // No browser has this many wallets, so a page that announces more is hostile.
  const walletLimit = 64
  const iconLimit = 16_384
  const wallets: EvmPageWallet[] = []
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
          // Two wallets may share a reverse domain name. The first of them has this name as its id.
          id: wallets.some(({ id }) => id === rdns) ? uuid : rdns,
          name: name.slice(0, 64),
          icon: icon.startsWith('data:image/') && icon.length <= iconLimit ? icon : '',
          uuid,
          rdns,
          provider,
        })
        found(wallets.at(-1) as EvmPageWallet)
      }
    } catch {
      // A malformed announcement is ignored.
    }
  })

  return (): EvmPageWallet[] => {
    const { ethereum } = window as { ethereum?: Eip1193Provider }
    // The name of a legacy wallet is unknown, so it is listed last. If the wallet also announced itself, the announced
    // entry wins.
    return ethereum?.request && ethereum !== own && !wallets.some(({ provider }) => provider === ethereum)
      ? [...wallets, { id: 'legacy', name: 'Browser Wallet', legacy: true, provider: ethereum }]
      : wallets
  }
}
