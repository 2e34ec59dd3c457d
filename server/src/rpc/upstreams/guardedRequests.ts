import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { Settings } from '../../config/settings.ts'
import type { Log } from '../../http/log.ts'
import { createRateLimit } from '../../http/rateLimit.ts'
import { createBreaker } from './breaker.ts'
import { type SendRequest, sendRequest } from './httpAnswer.ts'

/** How long an upstream rests after the status 429 without a `Retry-After` header. */
const restMs = 5_000

export type GuardOptions = { settings: Pick<Settings, 'data' | 'replicas'>; log: Log; now: () => number }
/** An upstream by its lane and URL. The log has its name, because the URL may contain a key. */
type Upstream = { key: string; name: string }

/**
 * Limits requests by the budgets of each upstream and each project. Pauses an upstream that keeps failing, or that says
 * when to ask again.
 */
export const createGuardedRequests = ({ settings: { data, replicas }, log, now }: GuardOptions) => {
  const names = new Map<string, string>()
  const budget = (perSecond: number) =>
    createRateLimit({ perSecond: perSecond / replicas, burst: (perSecond * 8) / replicas, now })
  const upstreamBudget = budget(data.upstreamRequestsPerSecond)
  const projectBudget = budget(data.projectRequestsPerSecond)
  const breaker = createBreaker({
    now,
    onPause: (url, seconds) => log.write('upstream paused', { upstream: names.get(url), seconds }),
    onResume: (url) => log.write('upstream resumed', { upstream: names.get(url) }),
  })

  /** Sends a request to an upstream, unless the upstream is paused or a budget is used up. */
  return ({ key: upstream, name }: Upstream, budgetId: string): SendRequest =>
    async (url, init, bounds) => {
      names.set(upstream, name)
      const budgetWait = Math.max(upstreamBudget(upstream), projectBudget(budgetId))
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
}

const rateLimited = (seconds: number): AppError =>
  new AppError(commonErrors.TOO_MANY_REQUESTS, { values: { n: seconds } })

/** Reads a `Retry-After` header, which holds seconds or a date. */
const readRetryAfter = (header: string | null): number | undefined => {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}
