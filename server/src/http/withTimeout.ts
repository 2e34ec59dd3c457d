import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'

/**
 * Rejects with REQUEST_TIMEOUT if the promise `result` takes longer than `ms`. The work behind the promise continues.
 */
export const withTimeout = async <Result>(ms: number, result: Promise<Result>): Promise<Result> => {
  const settled = new AbortController()
  try {
    return await Promise.race([result, rejectAfter(ms, settled.signal)])
  } finally {
    settled.abort()
  }
}

const rejectAfter = async (ms: number, signal: AbortSignal): Promise<never> => {
  await delay(ms, undefined, { signal })
  throw new AppError(commonErrors.REQUEST_TIMEOUT)
}
