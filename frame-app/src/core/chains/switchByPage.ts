import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { WalletRequest } from './adapter.ts'

/** These wallets stand nowhere: each request says for which network it is. So the page's part switches, not the wallet. */
export const switchByPage = async (request: WalletRequest, { caipNetworkId }: Network): Promise<void> => {
  await request({ method: 'wallet_switchNetwork', params: [caipNetworkId] })
}
