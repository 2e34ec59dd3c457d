import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { readTimeoutMs } from '@appkit-frame/loader/protocol/wire/timings.ts'
import type { Settings } from '../../config/settings.ts'
import type { Log } from '../../http/log.ts'
import { createRateLimit } from '../../http/rateLimit.ts'
import { createSemaphore } from '../../http/semaphore.ts'
import { createNodeRanking, type NodeRanking } from '../ranking.ts'
import { createBreaker } from './breaker.ts'
import { type SendRequest, sendRequest } from './httpAnswer.ts'
import { createNodeClient, type NodeClient } from './nodeClient.ts'

/** The time limit of a read. It is below the modal's timeout, so that the modal gets the reason of a failure. */
const answerWithinMs = readTimeoutMs - 1_000
/** The least time that each upstream has, even if the server could ask more of them. */
const shortestTryMs = 2_000
const atOnce = 64
const waitingLimit = 256
/** How long an upstream rests after the status 429 without a `Retry-After` header. */
const restMs = 5_000

/** The hosts that can answer the same question. `name` is for the log, because a URL may contain a key. */
export type UpstreamGroup = { name: string; urls: readonly string[]; projectId: string; limitBytes?: number }

type Options = { settings: Pick<Settings, 'data' | 'replicas'>; log: Log; now: () => number }

/**
 * Reads from upstreams within the budgets of each upstream and each project. Asks the best URL of a group first, and
 * the next one if it fails. Pauses an upstream that keeps failing, or that says when to ask again.
 */
export const createUpstreams = ({ settings: { data, replicas }, log, now }: Options) => {
  const rankings = new Map<string, NodeRanking>()
  const names = new Map<string, string>()
  const semaphore = createSemaphore(atOnce, waitingLimit)
  const budget = (perSecond: number) =>
    createRateLimit({ perSecond: perSecond / replicas, burst: (perSecond * 8) / replicas, now })
  const upstreamBudget = budget(data.upstreamRequestsPerSecond)
  const projectBudget = budget(data.projectRequestsPerSecond)
  const breaker = createBreaker({
    now,
    onPause: (url, seconds) => log.write('upstream paused', { upstream: names.get(url), seconds }),
    onResume: (url) => log.write('upstream resumed', { upstream: names.get(url) }),
  })

  const rankingOf = ({ name, urls }: UpstreamGroup): NodeRanking => {
    const key = urls.join(' ')
    const ranking = rankings.get(key) ?? createNodeRanking(urls)
    rankings.set(key, ranking)
    for (const [index, url] of urls.entries()) names.set(url, `${name} #${index + 1}`)
    return ranking
  }

  /** Sends a request to `upstream`, unless it is paused or a budget is used up. */
  const sendTo =
    (upstream: string, projectId: string): SendRequest =>
    async (url, init, bounds) => {
      const budgetWait = Math.max(upstreamBudget(upstream), projectBudget(projectId))
      if (budgetWait > 0) throw rateLimited(budgetWait)
      const wait = breaker.enter(upstream)
      if (wait > 0) throw new AppError(commonErrors.RESOURCE_UNAVAILABLE, { values: { n: wait } })
      try {
        const answer = await sendRequest(url, init, bounds)
        if (answer.status === 429) {
          throw rateLimited(breaker.pause(upstream, readRetryAfter(answer.retryAfter) ?? restMs))
        }
        // Other statuses below 500 may be the fault of the request, for example of an address that does not exist.
        if (answer.status >= 500 || answer.status === 401 || answer.status === 403) breaker.fail(upstream)
        else breaker.succeed(upstream)
        return answer
      } catch (cause) {
        if (!(cause instanceof AppError) || cause.code === 'RESOURCE_UNAVAILABLE') breaker.fail(upstream)
        throw cause
      }
    }

  const askAny = async <Answer>(
    group: UpstreamGroup,
    read: (client: NodeClient) => Promise<Answer>,
  ): Promise<Answer> => {
    const { urls, projectId, limitBytes } = group
    const ranking = rankingOf(group)
    const deadline = now() + answerWithinMs
    let failure = new AppError(commonErrors.RESOURCE_UNAVAILABLE)
    for (const [index, url] of ranking.order().entries()) {
      const start = now()
      const left = deadline - start
      if (left <= 0) break
      const limitMs = Math.min(left, Math.max(shortestTryMs, left / (urls.length - index)))
      const signal = AbortSignal.timeout(Math.ceil(limitMs))
      const send = sendTo(url, projectId)
      try {
        const answer = await read(createNodeClient(url, signal, { send, ...(limitBytes && { limitBytes }) }))
        ranking.add(url, { ms: now() - start, ok: true })
        return answer
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause
        // An unreadable answer says more than a missing one, so report it even if other upstreams don't answer.
        if (failure.code === 'RESOURCE_UNAVAILABLE') failure = cause
        ranking.add(url, { ms: now() - start, ok: false })
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
      semaphore(() => askAny(group, read)),
  }
}

export type Upstreams = ReturnType<typeof createUpstreams>

const rateLimited = (seconds: number): AppError =>
  new AppError(commonErrors.TOO_MANY_REQUESTS, { values: { n: seconds } })

/** Reads a `Retry-After` header, which holds seconds or a date. */
const readRetryAfter = (header: string | null): number | undefined => {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}
