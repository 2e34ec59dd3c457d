import { useAtomValue, useSetAtom } from 'jotai/react'
import type { DirectoryWallet } from 'loader/protocol/serverApi.ts'
import { walletImageUrl } from '../../api/wallets.ts'
import { pushAtom } from '../../router/router.ts'
import { connectAtom, directoryIdsAtom, pageWalletsAtom } from '../../state/connections.ts'

/** A wallet that is in the page is asked at once; of another one, the next view shows how to reach it. */
export const useChooseWallet = () => {
  const push = useSetAtom(pushAtom)
  const connect = useSetAtom(connectAtom)
  const pageWallets = useAtomValue(pageWalletsAtom)
  const directoryIds = useAtomValue(directoryIdsAtom)
  return (wallet: DirectoryWallet) => {
    const isSame = (rdns: string | undefined) => rdns && (rdns === wallet.rdns || directoryIds[rdns] === wallet.id)
    const own = pageWallets === 'loading' ? undefined : pageWallets.find(({ rdns }) => isSame(rdns))
    if (!own) return push({ view: 'ConnectingWalletConnect', data: { wallet, iconUrl: walletImageUrl(wallet) } })
    push({ view: 'ConnectingExternal', data: { walletId: own.id, name: own.name } })
    void connect(own.id)
  }
}
