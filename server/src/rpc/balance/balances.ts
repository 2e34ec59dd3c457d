import type { NativeBalanceResponse, UnknownBalanceReason } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { readTimeoutMs } from '@appkit-frame/loader/protocol/wire/timings.ts'
import { LRUCache } from 'lru-cache'
import type { ServedNetwork } from '../../config/networks.ts'
import { createSemaphore } from '../../http/semaphore.ts'
import { createNodeRanking, type NodeRanking } from '../ranking.ts'
import { createNodeClient } from './nodeClient.ts'
import { balanceReaders } from './readers.ts'

/** How long a balance stays fresh. */
const freshMs = 30_000
/** Even a forced read returns a cached balance that is not older than this. */
const forcedFreshMs = 2_000
/** After a failed read, callers get the same failure for this long. Then the server reads again. */
const pauseMs = 3_000
/** The time limit of a read. It is below the modal's timeout, so that the modal gets the reason of a failure. */
const answerWithinMs = readTimeoutMs - 1_000
/** The least time that each node has, even if the server could ask more nodes. */
const shortestTryMs = 2_000
const keptBalances = 20_000
const atOnce = 64
const waitingLimit = 64

type Entry = { at: number; answer: Promise<NativeBalanceResponse>; isUnknown?: boolean }

/** Reads native balances from the best node that answers, and caches each balance for 30 seconds. */
export const createCachedBalanceReader = (now: () => number) => {
  // Use `maxSize` instead of `max`, because `max` reserves memory for all entries at the start.
  const entries = new LRUCache<string, Entry>({ maxSize: keptBalances, sizeCalculation: () => 1 })
  const rankings = new Map<string, NodeRanking>()
  const semaphore = createSemaphore(atOnce, waitingLimit)

  const rankingOf = (urls: readonly string[]): NodeRanking => {
    const key = urls.join(' ')
    const ranking = rankings.get(key) ?? createNodeRanking(urls)
    rankings.set(key, ranking)
    return ranking
  }

  const readAny = async (served: ServedNetwork, urls: readonly string[], address: string): Promise<bigint> => {
    const { network } = served
    const { read } = balanceReaders[network.chainNamespace]
    const ranking = rankingOf(urls)
    const deadline = now() + answerWithinMs
    let failure = new AppError(commonErrors.RESOURCE_UNAVAILABLE)
    for (const [index, url] of ranking.order().entries()) {
      const start = now()
      const left = deadline - start
      if (left <= 0) break
      const limitMs = Math.min(left, Math.max(shortestTryMs, left / (urls.length - index)))
      try {
        const amount = await read(createNodeClient(url, AbortSignal.timeout(Math.ceil(limitMs))), network, address)
        ranking.add(url, { ms: now() - start, ok: true })
        return amount
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause
        // An unreadable answer says more than a missing one, so report it even if other nodes don't answer.
        if (failure.code === 'RESOURCE_UNAVAILABLE') failure = cause
        ranking.add(url, { ms: now() - start, ok: false })
      }
    }
    throw failure
  }

  const answer = async (served: ServedNetwork, address: string): Promise<NativeBalanceResponse> => {
    const { symbol, decimals } = served.network.nativeCurrency
    const urls = urlsOf(served)
    if (urls.length === 0) return unknown('NO_SOURCE')
    try {
      const amount = await semaphore(() => readAny(served, urls, address))
      return { balance: String(amount), symbol, decimals }
    } catch (error) {
      return unknown(error instanceof AppError && error.code === 'PARSE_ERROR' ? 'UNREADABLE' : 'UNAVAILABLE')
    }
  }

  return async (served: ServedNetwork, address: string, isForced: boolean): Promise<NativeBalanceResponse> => {
    const key = [served.network.caipNetworkId, address, ...urlsOf(served)].join(' ')
    const known = entries.get(key)
    const keptMs = known?.isUnknown ? pauseMs : isForced ? forcedFreshMs : freshMs
    if (known && now() - known.at < keptMs) return known.answer
    // An entry's age counts from its answer on. Until then, all callers share one read.
    const entry: Entry = { at: Number.POSITIVE_INFINITY, answer: answer(served, address) }
    entries.set(key, entry)
    const given = await entry.answer
    entry.at = now()
    entry.isUnknown = given.balance === null
    return given
  }
}

const urlsOf = (served: ServedNetwork): readonly string[] =>
  balanceReaders[served.network.chainNamespace].source === 'rpc' ? served.upstreamUrls : served.restUpstreamUrls

const unknown = (reason: UnknownBalanceReason): NativeBalanceResponse => ({ balance: null, reason })
