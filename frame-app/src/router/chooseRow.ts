import { atom } from 'jotai/vanilla'
import type { WalletRow } from '../core/connectors/order.ts'
import { walletRowsAtom } from '../core/connectors/walletRows.ts'
import { isPhoneAtom } from '../core/state/device.ts'
import { isLegalConsentMissingAtom } from '../core/state/options.ts'
import { connectWalletAtom } from './connectWallet.ts'
import { pushAtom } from './router.ts'

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

/** Does what a press on the row with this focus key does. Returns whether the list has such a row. */
export const pressRowAtom = atom(null, (get, set, focusKey: string): boolean => {
  if (get(isLegalConsentMissingAtom)) return false
  const row = get(walletRowsAtom).find(({ id }) => walletKey(id) === focusKey)
  if (row) set(chooseWalletAtom, row)
  else if (focusKey === allWalletsKey) set(pushAtom, { view: 'AllWallets' })
  else return false
  return true
})
