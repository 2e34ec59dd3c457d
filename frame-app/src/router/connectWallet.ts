import { atom } from 'jotai/vanilla'
import type { WalletIdsByNamespace } from '../core/connectors/order.ts'
import { connectAtom } from '../core/state/connections.ts'
import { pushAtom } from './router.ts'

type PageRow = { name: string; iconUrl?: string | undefined; walletIds: WalletIdsByNamespace }

/** Connects a wallet of the page at once. If the wallet has several namespaces, the visitor picks one first. */
export const connectWalletAtom = atom(null, (_get, set, { name, iconUrl, walletIds }: PageRow) => {
  const [walletId, ...others] = Object.values(walletIds)
  if (walletId === undefined) return
  if (others.length > 0) return set(pushAtom, { view: 'ConnectingMultiChain', data: { name, iconUrl, walletIds } })
  set(pushAtom, { view: 'ConnectingExternal', data: { walletId, name } })
  void set(connectAtom, walletId)
})
