import type { NativeBalanceResponse, UnknownBalanceReason } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import type { ServedNetwork } from '../../config/networks.ts'
import type { Project } from '../../config/projects.ts'
import { singleFlightCache } from '../../http/singleFlightCache.ts'
import type { Upstreams } from '../upstreams/upstreams.ts'
import { balanceReaders } from './readers.ts'

/** The cache times of all balances. */
export const balanceCache = { limit: 20_000, freshMs: 30_000, forcedFreshMs: 2_000, pauseMs: 3_000 } as const

/** `deadline` is when the caller stops waiting. */
export type BalanceRead = { isForced: boolean; deadline: number }

/** Reads native balances from the best node that answers, and caches each balance for 30 seconds. */
export const createNativeBalances = (upstreams: Upstreams, now: () => number) => {
  const cached = singleFlightCache<NativeBalanceResponse>({
    ...balanceCache,
    isFailed: ({ balance }) => balance === null,
    now,
  })

  const answer = async (
    project: Project,
    served: ServedNetwork,
    address: string,
    deadline: number,
  ): Promise<NativeBalanceResponse> => {
    const { network } = served
    const { symbol, decimals } = network.nativeCurrency
    const urls = urlsOf(served)
    if (urls.length === 0) return { balance: null, reason: 'NO_SOURCE' }
    try {
      const { read } = balanceReaders[network.chainNamespace]
      const group = { name: network.caipNetworkId, urls, projectId: project.id, deadline }
      const amount = await upstreams.ask(group, (client) => read(client, network, address))
      return { balance: String(amount), symbol, decimals }
    } catch (error) {
      return { balance: null, ...reasonOf(error) }
    }
  }

  return (
    project: Project,
    served: ServedNetwork,
    address: string,
    { isForced, deadline }: BalanceRead,
  ): Promise<NativeBalanceResponse> => {
    const key = [served.network.caipNetworkId, address, ...urlsOf(served)].join(' ')
    return cached(key, isForced, () => answer(project, served, address, deadline))
  }
}

export type NativeBalances = ReturnType<typeof createNativeBalances>

const urlsOf = (served: ServedNetwork): readonly string[] =>
  balanceReaders[served.network.chainNamespace].source === 'rpc' ? served.upstreamUrls : served.restUpstreamUrls

/** Why an upstream did not answer, and after how many seconds the server asks it again, if that is known. */
export const reasonOf = (error: unknown): { reason: UnknownBalanceReason; retryAfter?: number } => {
  if (!(error instanceof AppError)) return { reason: 'UNAVAILABLE' }
  const { n } = error.values
  const retry = typeof n === 'number' ? { retryAfter: n } : {}
  if (error.code === 'PARSE_ERROR') return { reason: 'UNREADABLE' }
  return { reason: error.code === 'TOO_MANY_REQUESTS' ? 'RATE_LIMITED' : 'UNAVAILABLE', ...retry }
}
