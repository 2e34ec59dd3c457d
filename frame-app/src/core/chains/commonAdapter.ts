import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { fetchNativeBalance } from '../api/nativeBalance.ts'
import type { ChainAdapter, WalletRequest } from './adapter.ts'

/**
 * Switches the network by `wallet_switchNetwork`. Outside eip155 a wallet has no current network, because each request
 * names its network. So our own code answers this method, not the wallet.
 */
export const requestNetworkSwitch = async (request: WalletRequest, { caipNetworkId }: Network): Promise<void> => {
  await request({ method: 'wallet_switchNetwork', params: [caipNetworkId] })
}

/** The part of a chain adapter that is common to namespaces whose nodes only the server can reach. */
export const commonAdapter = {
  features: { balance: true },
  isReference: (id: string) => /^[-_a-zA-Z0-9]{1,32}$/.test(id),
  displayAddress: (address: string) => address,
  balance: fetchNativeBalance,
  switchNetwork: requestNetworkSwitch,
} satisfies Omit<ChainAdapter, 'isAddress' | 'signMessage'>
