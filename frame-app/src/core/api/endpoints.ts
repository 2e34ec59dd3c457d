import type { Network, NetworkEndpoints } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { readTimeoutMs } from '@appkit-frame/loader/protocol/wire/timings.ts'
import { fetchJson } from './http.ts'

/** Fetches the public RPC and REST URLs of a network, for a wallet that must add the network. */
export const fetchNetworkEndpoints = async (
  projectId: string,
  { caipNetworkId }: Network,
): Promise<NetworkEndpoints> => {
  const path = `/v1/chains/${encodeURIComponent(caipNetworkId)}/endpoints?${new URLSearchParams({ projectId })}`
  const { rpcUrls, restUrls, coinType } = Object(await fetchJson(path, { timeoutMs: readTimeoutMs })) as Record<
    string,
    unknown
  >
  if (!isUrls(rpcUrls) || !isUrls(restUrls)) throw new AppError(commonErrors.PARSE_ERROR)
  return { rpcUrls, restUrls, ...(typeof coinType === 'number' && { coinType }) }
}

const isUrls = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((url) => typeof url === 'string' && /^https?:/.test(url))
