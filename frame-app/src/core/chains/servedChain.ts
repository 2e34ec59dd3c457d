import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { fetchNativeBalance } from '../api/nativeBalance.ts'
import type { ChainAdapter, WalletRequest } from './adapter.ts'

/** Wallets of these namespaces have no current network; each request names one. So the page's provider switches. */
export const switchByPage = async (request: WalletRequest, { caipNetworkId }: Network): Promise<void> => {
  await request({ method: 'wallet_switchNetwork', params: [caipNetworkId] })
}

/** Common part of the namespaces whose nodes only the server reaches. */
export const servedChain = {
  features: { balance: true },
  isReference: (id: string) => /^[-_a-zA-Z0-9]{1,32}$/.test(id),
  displayAddress: (address: string) => address,
  balance: fetchNativeBalance,
  switchNetwork: switchByPage,
} satisfies Omit<ChainAdapter, 'isAddress' | 'signMessage'>
