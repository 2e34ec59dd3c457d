import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { Settings } from '../../config/settings.ts'
import type { Log } from '../../http/log.ts'
import { createRateLimit } from '../../http/rateLimit.ts'
import { createBreaker } from './breaker.ts'
import { isSuccess, type SendRequest, sendRequest } from './httpAnswer.ts'

/** How long an upstream rests after the status 429 without a `Retry-After` header. */
const restMs = 5_000

export type GuardOptions = {
  settings: Pick<Settings, 'data' | 'replicas'>
  log: Log
  /** A monotonic clock, for budgets and pauses. */
  now: () => number
  /** The current time, for dates in answers. */
  clock: () => number
}
/** An upstream by its lane and URL. The log has its name, because the URL may contain a key. */
type Upstream = { key: string; name: string }

/**
 * Limits requests by the budgets of each upstream and each project. Pauses an upstream that keeps failing, or that says
 * when to ask again.
 */
export const createGuardedRequests = ({ settings: { data, replicas }, log, now, clock }: GuardOptions) => {
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

  const unsent = new WeakSet<AppError>()
  const refuse = (error: AppError): AppError => {
    unsent.add(error)
    return error
  }

  return {
    /** Sends a request to an upstream, unless the upstream is paused or a budget is used up. */
    sendTo:
      ({ key: upstream, name }: Upstream, budgetId: string): SendRequest =>
      async (url, init, bounds) => {
        names.set(upstream, name)
        // A project without a budget takes nothing from the upstream's budget, which other projects share.
        const budgetWait = projectBudget(budgetId) || upstreamBudget(upstream)
        if (budgetWait > 0) throw refuse(rateLimited(budgetWait))
        const wait = breaker.enter(upstream)
        if (wait > 0) throw refuse(new AppError(commonErrors.RESOURCE_UNAVAILABLE, { values: { n: wait } }))
        try {
          const answer = await sendRequest(url, init, bounds)
          if (answer.status === 429) {
            throw rateLimited(breaker.pause(upstream, readRetryAfter(answer.retryAfter, clock()) ?? restMs))
          }
          if (isBroken(answer)) breaker.fail(upstream)
          else breaker.succeed(upstream)
          return answer
        } catch (cause) {
          if (!(cause instanceof AppError) || cause.code === 'RESOURCE_UNAVAILABLE') breaker.fail(upstream)
          throw cause
        }
      },
    /** Tells whether a request was refused before it was sent, which says nothing about its upstream. */
    isUnsent: (cause: AppError): boolean => unsent.has(cause),
  }
}

/**
 * Tells whether an answer is a fault of the upstream. Other statuses below 500 may be the fault of the request, for
 * example of an address that does not exist. Readable JSON of an unknown shape may be as well.
 */
const isBroken = (answer: Awaited<ReturnType<SendRequest>>): boolean => {
  const { status, json } = answer
  return status >= 500 || status === 401 || status === 403 || (isSuccess(answer) && json === undefined)
}

const rateLimited = (seconds: number): AppError =>
  new AppError(commonErrors.TOO_MANY_REQUESTS, { values: { n: seconds } })

/** Reads a `Retry-After` header, which holds seconds or a date. Returns at least a second. */
const readRetryAfter = (header: string | null, now: number): number | undefined => {
  if (header === null) return undefined
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.max(1_000, ms)
}
