import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'

/** Starts what needs code of its own once, and again after a failure. */
export const createLater = <Value>(start: () => Promise<Value>): (() => Promise<Value>) => {
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
