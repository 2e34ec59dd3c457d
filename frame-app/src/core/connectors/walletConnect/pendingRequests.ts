import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'

/**
 * Rejects requests whose session ended. sign-client itself does this only if the wallet disconnects. If a session
 * expires or this frame ends it, the requests of the session would wait for their timeout.
 */
export const createPendingRequests = () => {
  const pending = new Set<{ topic: string; reject(): void }>()
  return {
    track: async <Result>(topic: string, answer: Promise<Result>): Promise<Result> => {
      const ended = Promise.withResolvers<never>()
      const request = { topic, reject: () => ended.reject(new AppError(commonErrors.DISCONNECTED)) }
      pending.add(request)
      try {
        return await Promise.race([answer, ended.promise])
      } finally {
        pending.delete(request)
      }
    },
    /** Rejects the pending requests of all sessions except the one with this topic. */
    rejectOthers: (topic: string | undefined): void => {
      for (const request of pending) if (request.topic !== topic) request.reject()
    },
  }
}

/**
 * Starts at most one request per millisecond. sign-client composes the id of a request from the current millisecond and
 * three random digits. Two requests of one millisecond could get the same id, and then the same answer.
 */
export const createRequestSpacing = () => {
  let last = Promise.resolve()
  return (): Promise<void> => {
    const slot = last
    // sign-client makes the id of the caller's request in the microtasks after `slot` resolves, so before the first
    // timer fires.
    last = slot.then(() => wait(0)).then(() => wait(2))
    return slot
  }
}
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
