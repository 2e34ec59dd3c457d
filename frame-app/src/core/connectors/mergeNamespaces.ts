import type { PageWallet } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import type { WalletRow } from './order.ts'

export const namespaceOfPageWallet = ({ namespace }: PageWallet): ChainNamespace => namespace ?? 'eip155'

/**
 * Merges page wallets that have the same name in different namespaces into one row of the wallet list. Two wallets of
 * one namespace keep separate rows, because the second may imitate the first. A legacy wallet also keeps its own row,
 * because no announcement proves its name.
 */
export const mergeRowsAcrossNamespaces = (rows: WalletRow[], pageWallets: PageWallet[]): WalletRow[] => {
  const merged: WalletRow[] = []
  for (const row of rows) {
    const wallet = row.connectorId === 'injected' ? pageWallets.find(({ id }) => id === row.id) : undefined
    if (!wallet) {
      merged.push(row)
      continue
    }
    const namespace = namespaceOfPageWallet(wallet)
    const index = merged.findIndex(
      ({ name, tag, walletIds }) =>
        name === row.name && tag !== 'legacy' && row.tag !== 'legacy' && walletIds && !walletIds[namespace],
    )
    const first = merged[index]
    if (first) merged[index] = { ...row, ...first, walletIds: { ...first.walletIds, [namespace]: row.id } }
    else merged.push({ ...row, walletIds: { [namespace]: row.id } })
  }
  return merged
}
