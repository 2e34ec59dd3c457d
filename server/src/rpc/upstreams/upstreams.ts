import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { readTimeoutMs } from '@appkit-frame/loader/protocol/wire/timings.ts'
import { createSemaphore } from '../../http/semaphore.ts'
import { createNodeRanking, type NodeRanking } from '../ranking.ts'
import { createGuardedRequests, type GuardOptions } from './guardedRequests.ts'
import { createNodeClient, type NodeClient } from './nodeClient.ts'

/** The time limit of a read. It is below the modal's timeout, so that the modal gets the reason of a failure. */
export const answerWithinMs = readTimeoutMs - 1_000
/** The least time that each upstream has, even if the server could ask more of them. */
const shortestTryMs = 2_000
/**
 * How many reads run at once and how many wait. Reads that no visitor waits for have their own lane, so that they never
 * hold up a visitor's reads.
 */
const lanes = { visitor: { atOnce: 64, waiting: 256 }, search: { atOnce: 8, waiting: 64 } } as const
type Lane = keyof typeof lanes

/** The hosts that can answer the same question. */
type UpstreamGroup = {
  /** The name in the log, because a URL may contain a key. */
  name: string
  urls: readonly string[]
  projectId: string
  /** The longest answer. */
  limitBytes?: number
  /** Each lane has its own budgets, ranks and pauses. By default `visitor`. */
  lane?: Lane
  /** When the reader stops waiting, if that is before the usual time limit. */
  deadline?: number
}

/**
 * Reads from upstreams through guarded requests. Asks the best URL of a group first, and the next one if it fails.
 */
export const createUpstreams = (options: GuardOptions) => {
  const { now } = options
  const rankings = new Map<string, NodeRanking>()
  const semaphoreOf = (lane: Lane) => createSemaphore(lanes[lane].atOnce, lanes[lane].waiting)
  const semaphores = { visitor: semaphoreOf('visitor'), search: semaphoreOf('search') }
  const { sendTo, isUnsent } = createGuardedRequests(options)

  const rankingOf = ({ urls, lane = 'visitor' }: UpstreamGroup): NodeRanking => {
    const key = [lane, ...urls].join(' ')
    const ranking = rankings.get(key) ?? createNodeRanking(urls)
    rankings.set(key, ranking)
    return ranking
  }

  const askAny = async <Answer>(
    group: UpstreamGroup,
    read: (client: NodeClient) => Promise<Answer>,
  ): Promise<Answer> => {
    const { name, urls, projectId, limitBytes, lane = 'visitor' } = group
    const ranking = rankingOf(group)
    const deadline = Math.min(now() + answerWithinMs, group.deadline ?? Number.POSITIVE_INFINITY)
    let failure = new AppError(commonErrors.RESOURCE_UNAVAILABLE)
    for (const [index, url] of ranking.order().entries()) {
      const start = now()
      const left = deadline - start
      if (left <= 0) break
      const limitMs = Math.min(left, Math.max(shortestTryMs, left / (urls.length - index)))
      const signal = AbortSignal.timeout(Math.ceil(limitMs))
      const nameInLog = `${name} #${urls.indexOf(url) + 1}${lane === 'visitor' ? '' : ` ${lane}`}`
      const upstream = { key: `${lane} ${url}`, name: nameInLog }
      const send = sendTo(upstream, `${lane} ${projectId}`)
      try {
        const answer = await read(createNodeClient(url, signal, { send, ...(limitBytes && { limitBytes }) }))
        ranking.add(url, { ms: now() - start, ok: true })
        return answer
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause
        // An unreadable answer says more than a missing one, so report it even if other upstreams don't answer.
        if (failure.code === 'RESOURCE_UNAVAILABLE') failure = cause
        if (!isUnsent(cause)) ranking.add(url, { ms: now() - start, ok: false })
      }
    }
    throw failure
  }

  return {
    /**
     * Throws an `AppError` if no upstream answers: `RESOURCE_UNAVAILABLE`, `PARSE_ERROR` for an unreadable answer, or
     * `TOO_MANY_REQUESTS`. Its value `n` is the number of seconds to wait, if it is known.
     */
    ask: <Answer>(group: UpstreamGroup, read: (client: NodeClient) => Promise<Answer>): Promise<Answer> =>
      semaphores[group.lane ?? 'visitor'](() => askAny(group, read)),
  }
}

export type Upstreams = ReturnType<typeof createUpstreams>
