import { atom } from 'jotai/vanilla'
import type { WalletRow } from '../core/connectors/order.ts'
import { walletRowsAtom } from '../core/connectors/walletRows.ts'
import { isPhoneAtom } from '../core/state/device.ts'
import { isLegalConsentMissingAtom } from '../core/state/options.ts'
import { connectWalletAtom, screenOfPageWallet } from './connectWallet.ts'
import { notePressAtom, pushAtom } from './router.ts'
import type { Screen, ViewName } from './screen.ts'

export const allWalletsKey = 'all wallets'
export const walletKey = (id: string): string => `wallet ${id}`

/** Chooses the view that a press on a row leads to. */
const screenOf = ({ name, iconUrl, kind, walletIds, wallet }: WalletRow, isPhone: boolean): Screen | null => {
  // A phone cannot scan its own screen, so on a phone the visitor picks an app to open.
  if (kind === 'walletConnect') return { view: isPhone ? 'AllWallets' : 'ConnectingWalletConnectBasic' }
  if (wallet) return { view: 'ConnectingWalletConnect', data: { wallet, iconUrl } }
  return walletIds ? screenOfPageWallet({ name, iconUrl, walletIds }) : null
}

/** Connects a wallet of the page at once. For any other wallet the next view shows how to reach it. */
export const chooseWalletAtom = atom(null, (get, set, row: WalletRow): void => {
  const { name, iconUrl, kind, walletIds, wallet } = row
  const screen = screenOf(row, get(isPhoneAtom))
  if (walletIds && kind !== 'walletConnect' && !wallet) set(connectWalletAtom, { name, iconUrl, walletIds })
  else if (screen) set(pushAtom, screen)
})

/**
 * Finds the row with this focus key. The row of a wallet from the directory may since have become the row of the same
 * wallet in the page.
 */
const findRow = (rows: WalletRow[], focusKey: string): WalletRow | undefined =>
  rows.find(({ id, offeredId = id }) => [id, offeredId].map(walletKey).includes(focusKey))

/** Returns the view that a press on the row with this focus key leads to. */
export const pressedViewAtom = atom(null, (get, _set, focusKey: string): ViewName | undefined => {
  if (focusKey === allWalletsKey) return 'AllWallets'
  const row = findRow(get(walletRowsAtom), focusKey)
  return row && screenOf(row, get(isPhoneAtom))?.view
})

/** Does what a press on the row with this focus key does. Returns whether the list has such a row. */
export const pressRowAtom = atom(null, (get, set, focusKey: string): boolean => {
  const row = findRow(get(walletRowsAtom), focusKey)
  if (get(isLegalConsentMissingAtom) || !(row || focusKey === allWalletsKey)) return false
  set(notePressAtom, row ? walletKey(row.id) : focusKey)
  if (row) set(chooseWalletAtom, row)
  else set(pushAtom, { view: 'AllWallets' })
  return true
})
