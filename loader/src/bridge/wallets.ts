import type { Eip1193Provider } from '../../index.d.ts'
import type { PageWallet } from '../../protocol/frameApi.ts'
import { cleanText } from '../../protocol/text.ts'

export type Wallet = PageWallet & { uuid: string; icon: string; provider: Eip1193Provider }

/** More than any browser has; a page that announces more is playing. */
const walletLimit = 64
const iconLimit = 16_384
const identifier = /^[\w.-]{1,128}$/
const legacyId = 'legacy'

/** Wallets of this page, by EIP-6963. `found` is called with each new one. The icon is '' where it can't be shown. */
export const discoverWallets = (own: Eip1193Provider, found: (wallet: Wallet) => void) => {
  const wallets: Wallet[] = []
  const add = (wallet: Wallet): void => {
    wallets.push(wallet)
    found(wallet)
  }
  addEventListener('eip6963:announceProvider', (event) => {
    try {
      const { info, provider } = (event as CustomEvent).detail
      const { uuid, rdns, name, icon } = info
      const known = wallets.some(
        (wallet) => wallet.uuid === uuid || (wallet.rdns === rdns && wallet.provider === provider),
      )
      const label = cleanText(name, 64)
      if (known || provider === own || wallets.length >= walletLimit || !label) return
      if (!identifier.test(uuid) || !identifier.test(rdns) || typeof provider.request !== 'function') return
      add({
        // Two wallets may share a reverse domain name; the first keeps it.
        id: wallets.some((wallet) => wallet.id === rdns) ? uuid : rdns,
        name: label,
        rdns,
        uuid,
        provider,
        icon: icon.startsWith('data:image/') && icon.length <= iconLimit ? icon : '',
      })
    } catch {
      // An announcement that can't be read is none.
    }
  })

  return {
    /** Asks again; who announced before is told apart. */
    search: () => dispatchEvent(new Event('eip6963:requestProvider')),
    list: (): Wallet[] => {
      const legacy = (window as { ethereum?: Eip1193Provider }).ethereum
      // Nobody vouched for it, and where it is an announced wallet, that one's name is the better one.
      const isListed = wallets.some(({ id, provider }) => id === legacyId || provider === legacy)
      if (legacy?.request && legacy !== own && !isListed)
        add({ id: legacyId, name: 'Browser Wallet', legacy: true, uuid: legacyId, provider: legacy, icon: '' })
      // Last, however late the others came.
      return wallets.toSorted((one, other) => Number(one.legacy ?? 0) - Number(other.legacy ?? 0))
    },
  }
}
