import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { walletImageUrl } from '../../core/api/wallets.ts'
import { namespaceOf } from '../../core/connectors/mergeNamespaces.ts'
import { walletRowsAtom } from '../../core/connectors/walletRows.ts'
import { directoryIdsAtom, pageWalletsAtom } from '../../core/state/connections.ts'
import { pushAtom } from '../../router/router.ts'
import { useAskWallet } from '../useAskWallet.ts'

/** A wallet that is in the page is asked at once; of another one, the next view shows how to reach it. */
export const useChooseWallet = () => {
  const push = useSetAtom(pushAtom)
  const ask = useAskWallet()
  const rows = useAtomValue(walletRowsAtom)
  const pageWallets = useAtomValue(pageWalletsAtom)
  const directoryIds = useAtomValue(directoryIdsAtom)
  return (wallet: DirectoryWallet) => {
    const isSame = (rdns: string | undefined) => rdns && (rdns === wallet.rdns || directoryIds[rdns] === wallet.id)
    const own = pageWallets === 'loading' ? undefined : pageWallets.find(({ rdns }) => isSame(rdns))
    if (!own) return push({ view: 'ConnectingWalletConnect', data: { wallet, iconUrl: walletImageUrl(wallet) } })
    const row = rows.find(({ walletIds }) => walletIds && Object.values(walletIds).includes(own.id))
    ask({ ...own, walletIds: { [namespaceOf(own)]: own.id }, ...row })
  }
}
