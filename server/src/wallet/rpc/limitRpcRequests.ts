import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { Context } from 'hono'
import type { Project } from '../../config/projects.ts'
import type { RateLimits } from '../../http/rateLimits.ts'

/** Counts requests that a client causes at a node. Throws TOO_MANY_REQUESTS if the client used up its rate limit. */
export const limitRpcRequests = (rateLimits: RateLimits, context: Context, { id }: Project, requests: number): void => {
  const wait = rateLimits(context, 'rpc', id, requests)
  if (wait > 0) throw new AppError(commonErrors.TOO_MANY_REQUESTS, { values: { n: wait } })
}
