import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import pLimit from 'p-limit'

/**
 * Limits how many actions run at once. Queues up to `waitingLimit` callers and rejects the others, because `p-limit`
 * can't limit its queue.
 */
export const createSemaphore = (concurrency: number, waitingLimit: number) => {
  const limit = pLimit(concurrency)
  return async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (limit.activeCount + limit.pendingCount >= concurrency + waitingLimit)
      throw new AppError(commonErrors.RESOURCE_UNAVAILABLE, { message: 'Too many tasks at once' })
    return limit(run)
  }
}
