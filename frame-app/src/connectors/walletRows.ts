import { atom } from 'jotai/vanilla'
import { directoryIdsAtom, pageWalletsAtom, walletIconsAtom } from '../state/connections.ts'
import { directoryAtom } from '../state/directory.ts'
import { bootstrapAtom, optionsAtom } from '../state/options.ts'
import { recentWalletsAtom } from '../state/recent.ts'
import { orderWallets, type WalletRow } from './order.ts'

/** The rows of the Connect view, top to bottom. */
export const walletRowsAtom = atom((get): WalletRow[] => {
  const pageWallets = get(pageWalletsAtom)
  return orderWallets({
    ...get(optionsAtom),
    pageWallets: pageWallets === 'loading' ? [] : pageWallets,
    directoryIds: get(directoryIdsAtom),
    icons: get(walletIconsAtom),
    directory: get(directoryAtom),
    recents: get(recentWalletsAtom),
    hasRelay: get(bootstrapAtom).walletConnect !== undefined,
  })
})
