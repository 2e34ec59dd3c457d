import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'

/** Runs `start` once and shares its result among all calls. After a failure the next call runs `start` again. */
export const createLazyValue = <Value>(start: () => Promise<Value>): (() => Promise<Value>) => {
  let starting: Promise<Value> | undefined
  return async () => {
    starting ??= start()
    try {
      return await starting
    } catch (cause) {
      starting = undefined
      throw cause instanceof AppError ? cause : new AppError(commonErrors.CHUNK_FAILED, { cause })
    }
  }
}
