import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'

/** Waits so long and no longer; what was waited for goes on without anyone who waits. */
export const within = async <Result>(ms: number, result: Promise<Result>): Promise<Result> => {
  const arrived = new AbortController()
  try {
    return await Promise.race([result, tooLate(ms, arrived.signal)])
  } finally {
    arrived.abort()
  }
}

const tooLate = async (ms: number, signal: AbortSignal): Promise<never> => {
  await delay(ms, undefined, { signal })
  throw new AppError(commonErrors.REQUEST_TIMEOUT)
}
