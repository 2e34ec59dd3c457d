import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'

/** Lets so many run at once, as many again wait as told, and refuses the others. */
export const createTurns = (atOnce: number, waitingLimit: number) => {
  let running = 0
  const waiting: (() => void)[] = []

  return async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (running < atOnce) running++
    else if (waiting.length < waitingLimit) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new AppError(commonErrors.RESOURCE_UNAVAILABLE, { message: 'too much at once' })
    try {
      return await run()
    } finally {
      // The place goes to the one who waits longest, and is free only where nobody does.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
