import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { parseQuantity } from '../../domain/amount.ts'
import type { ChainReads } from '../adapter.ts'

export const readBalance = async (
  { rpc }: ChainReads,
  { caipNetworkId }: Network,
  address: string,
): Promise<bigint> => {
  const balance = parseQuantity(await rpc(caipNetworkId, { method: 'eth_getBalance', params: [address, 'latest'] }))
  if (balance === null) throw new AppError(commonErrors.TOKEN_BALANCE_UNAVAILABLE)
  return balance
}
