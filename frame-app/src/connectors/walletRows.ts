import { atom } from 'jotai/vanilla'
import { directoryIdsAtom, pageWalletsAtom, walletIconsAtom } from '../state/connections.ts'
import { bootstrapAtom, optionsAtom } from '../state/options.ts'
import { recentWalletsAtom } from '../state/storage.ts'
import { orderWallets, type WalletRow } from './order.ts'

/** The rows of the Connect view, top to bottom. */
export const walletRowsAtom = atom((get): WalletRow[] => {
  const pageWallets = get(pageWalletsAtom)
  return orderWallets({
    ...get(optionsAtom),
    pageWallets: pageWallets === 'loading' ? [] : pageWallets,
    directoryIds: get(directoryIdsAtom),
    icons: get(walletIconsAtom),
    directory: get(bootstrapAtom).wallets,
    recentIds: get(recentWalletsAtom).map(({ id }) => id),
  })
})
