import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { chainErrors } from '@appkit-frame/loader/protocol/errors/chainErrors.ts'
import { readTimeoutMs } from '@appkit-frame/loader/protocol/wire/timings.ts'
import { fetchJson } from './http.ts'

type Query = { projectId: string; isForced: boolean }

/**
 * Fetches the native balance of an address in base units. Throws if the server does not know the balance, because zero
 * would be wrong.
 */
export const fetchNativeBalance = async (
  { projectId, isForced }: Query,
  { caipNetworkId }: Network,
  address: string,
): Promise<bigint> => {
  const query = new URLSearchParams({ projectId, ...(isForced && { forceUpdate: 'true' }) })
  const path = `/v1/account/${encodeURIComponent(`${caipNetworkId}:${address}`)}/native-balance?${query}`
  const { balance } = Object(await fetchJson(path, { timeoutMs: readTimeoutMs })) as { balance?: unknown }
  if (typeof balance !== 'string' || !/^\d{1,78}$/.test(balance))
    throw new AppError(chainErrors.TOKEN_BALANCE_UNAVAILABLE)
  return BigInt(balance)
}
