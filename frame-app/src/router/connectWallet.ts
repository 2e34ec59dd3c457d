import { atom } from 'jotai/vanilla'
import type { WalletIdsByNamespace } from '../core/connectors/order.ts'
import { connectAtom } from '../core/state/connections.ts'
import { pushAtom } from './router.ts'
import type { Screen } from './screen.ts'

type PageRow = { name: string; iconUrl?: string | undefined; walletIds: WalletIdsByNamespace }

/** Chooses the view of a page wallet. If the wallet has several namespaces, the visitor picks one first. */
export const screenOfPageWallet = ({ name, iconUrl, walletIds }: PageRow): Screen | null => {
  const [walletId, ...others] = Object.values(walletIds)
  if (walletId === undefined) return null
  return others.length > 0
    ? { view: 'ConnectingMultiChain', data: { name, iconUrl, walletIds } }
    : { view: 'ConnectingExternal', data: { walletId, name } }
}

/** Connects a wallet of the page at once, unless the visitor picks a namespace first. */
export const connectWalletAtom = atom(null, (_get, set, row: PageRow) => {
  const screen = screenOfPageWallet(row)
  if (!screen) return
  set(pushAtom, screen)
  if (screen.view === 'ConnectingExternal') void set(connectAtom, screen.data.walletId)
})
