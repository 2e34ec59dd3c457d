import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'

/**
 * Requests that wait for a wallet. Where the wallet leaves, the client tells them; where the session ends here or at its
 * time it does not, and they would wait for their own time to be over.
 */
export const createUnanswered = () => {
  const waiting = new Set<{ topic: string; end(): void }>()
  return {
    during: async <Result>(topic: string, work: Promise<Result>): Promise<Result> => {
      const ended = Promise.withResolvers<never>()
      const one = { topic, end: () => ended.reject(new AppError(commonErrors.DISCONNECTED)) }
      waiting.add(one)
      try {
        return await Promise.race([work, ended.promise])
      } finally {
        waiting.delete(one)
      }
    },
    /** No other session than this one lives. */
    keep: (topic: string | undefined): void => {
      for (const one of waiting) if (one.topic !== topic) one.end()
    },
  }
}
