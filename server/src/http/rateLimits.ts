import type { Context } from 'hono'
import type { Settings } from '../config/settings.ts'
import { clientAddress, rateLimitAddress } from './clientAddress.ts'
import { failureResponse } from './failures.ts'
import { createRateLimit } from './rateLimit.ts'
import type { HeaderRecord } from './replies.ts'

/**
 * The rate limits of one IP address in one project. A modal sends some 50 requests when it opens, most of them for
 * images and lists. All visitors of an office or a mobile network can have one address, so ten of them may open a modal
 * in the same second.
 */
const ratesOf = (requestsPerSecond: number) => ({
  data: { perSecond: requestsPerSecond, burst: requestsPerSecond * 8 },
  /** Answers that are the same for all visitors, which the server has in memory or fetches once for all. */
  shared: { perSecond: requestsPerSecond * 10, burst: requestsPerSecond * 40 },
  /** Pages of the wallet list. A search takes more time than other answers that are the same for all. */
  list: { perSecond: requestsPerSecond * 2, burst: requestsPerSecond * 16 },
  rpc: { perSecond: requestsPerSecond, burst: requestsPerSecond * 8 },
  /** Documents have a smaller burst, because a new document is built and compressed for its first visitor. */
  document: { perSecond: requestsPerSecond, burst: requestsPerSecond * 4 },
  event: { perSecond: 10, burst: 100 },
  report: { perSecond: 2, burst: 40 },
  /** The embedded wallet has a lower rate, because a login takes only some 40 requests. */
  wallet: { perSecond: requestsPerSecond / 2, burst: requestsPerSecond * 4 },
  /** Sign-ins have a low rate, because checking a signature costs more than other requests. */
  signIn: { perSecond: requestsPerSecond / 5, burst: requestsPerSecond * 4 },
})
export type RateClass = keyof ReturnType<typeof ratesOf>

/** Each of several server processes gets an equal part of the requests, and of the limits. */
export const createRateLimits = ({ requestsPerSecond, replicas, trustedProxyHops }: Settings, now: () => number) => {
  const limits = Object.fromEntries(
    Object.entries(ratesOf(requestsPerSecond)).map(([name, { perSecond, burst }]) => [
      name,
      createRateLimit({ perSecond: perSecond / replicas, burst: burst / replicas, now }),
    ]),
  ) as Record<RateClass, ReturnType<typeof createRateLimit>>

  /** Takes tokens from the client's bucket. Returns 0, or the seconds to wait. */
  return (context: Context, rateClass: RateClass, projectId: string, cost = 1): number =>
    limits[rateClass](`${projectId} ${rateLimitAddress(clientAddress(context, trustedProxyHops))}`, cost)
}

export type RateLimits = ReturnType<typeof createRateLimits>

export const tooManyRequests = (headers: HeaderRecord, seconds: number): Response =>
  failureResponse({ ...headers, 'Retry-After': String(seconds) }, 429, {
    field: 'rate_limited',
    description: 'Too many requests',
  })
