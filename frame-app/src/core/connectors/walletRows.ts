import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { atom } from 'jotai/vanilla'
import { directoryIdsAtom, pageWalletsAtom, walletIconsAtom } from '../state/connections.ts'
import { directoryAtom, pendingWalletIdsAtom } from '../state/directory.ts'
import { connectNamespaceAtom, offeredNetworksAtom } from '../state/networks.ts'
import { optionsAtom } from '../state/options.ts'
import { canPairAtom } from '../state/pairing.ts'
import { recentWalletsAtom } from '../state/recent.ts'
import { mergeRowsAcrossNamespaces, namespaceOfPageWallet } from './mergeNamespaces.ts'
import { orderWallets, type WalletRow } from './order.ts'

/** The wallet rows of the Connect view, limited to the namespace that the visitor connects for. */
export const walletRowsAtom = atom((get): WalletRow[] => get(rowsFeaturingAtom)(get(optionsAtom).featuredWalletIds))

/** Returns the rows of the Connect view if these wallets were featured. */
export const rowsFeaturingAtom = atom((get) => (featuredWalletIds: string[]): WalletRow[] => {
  const offered = get(offeredNetworksAtom).map(({ chainNamespace }) => chainNamespace)
  const wanted = get(connectNamespaceAtom)
  const pageWallets = get(pageWalletsAtom).filter((wallet) => offered.includes(namespaceOfPageWallet(wallet)))
  // A directory wallet without chains may support any namespace.
  const isOffered = ({ chains }: DirectoryWallet) =>
    !wanted || chains.length === 0 || chains.some((chain) => chain.startsWith(`${wanted}:`))
  const rows = orderWallets({
    ...get(optionsAtom),
    featuredWalletIds,
    pageWallets,
    directoryIds: get(directoryIdsAtom),
    icons: get(walletIconsAtom),
    directory: get(directoryAtom).filter(isOffered),
    pendingWalletIds: get(pendingWalletIdsAtom),
    recents: get(recentWalletsAtom),
    hasRelay: get(canPairAtom),
  })
  return mergeRowsAcrossNamespaces(rows, pageWallets)
})
