import { atom } from 'jotai/vanilla'
import type { WalletRow } from '../core/connectors/order.ts'
import { walletRowsAtom } from '../core/connectors/walletRows.ts'
import { isPhoneAtom } from '../core/state/device.ts'
import { isLegalConsentMissingAtom } from '../core/state/options.ts'
import { connectWalletAtom } from './connectWallet.ts'
import { notePressAtom, pushAtom } from './router.ts'

export const allWalletsKey = 'all wallets'
export const walletKey = (id: string): string => `wallet ${id}`

/** Connects a wallet of the page at once. For any other wallet the next view shows how to reach it. */
export const chooseWalletAtom = atom(null, (get, set, { name, iconUrl, kind, walletIds, wallet }: WalletRow): void => {
  // A phone cannot scan its own screen, so on a phone the visitor picks an app to open.
  if (kind === 'walletConnect')
    set(pushAtom, { view: get(isPhoneAtom) ? 'AllWallets' : 'ConnectingWalletConnectBasic' })
  else if (wallet) set(pushAtom, { view: 'ConnectingWalletConnect', data: { wallet, iconUrl } })
  else if (walletIds) set(connectWalletAtom, { name, iconUrl, walletIds })
})

/**
 * Does what a press on the row with this focus key does. Returns whether the list has such a row. The row of a wallet
 * from the directory may since have become the row of the same wallet in the page.
 */
export const pressRowAtom = atom(null, (get, set, focusKey: string): boolean => {
  const keysOf = ({ id, offeredId = id }: WalletRow) => [id, offeredId].map(walletKey)
  const row = get(walletRowsAtom).find((each) => keysOf(each).includes(focusKey))
  if (get(isLegalConsentMissingAtom) || !(row || focusKey === allWalletsKey)) return false
  set(notePressAtom, row ? walletKey(row.id) : focusKey)
  if (row) set(chooseWalletAtom, row)
  else set(pushAtom, { view: 'AllWallets' })
  return true
})
