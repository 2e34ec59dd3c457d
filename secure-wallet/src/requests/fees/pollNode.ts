import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'

const limitMs = 180_000
const firstDelayMs = 200
/** The delay between two requests doubles up to this limit, because most networks make a block every few seconds. */
const longestDelayMs = 4_000
/** After more failed requests in a row than this, the wallet stops waiting for the node. */
const retryLimit = 6

export type Clock = { now(): number; sleep(ms: number): Promise<void> }
const realClock: Clock = { now: Date.now, sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) }

/**
 * Asks the node until `read` resolves with something else than null. Rejects with REQUEST_TIMEOUT, or with the error of
 * `read` after more than six failures in a row.
 */
export const pollNode = async <Found>(read: () => Promise<Found | null>, clock: Clock = realClock): Promise<Found> => {
  const deadline = clock.now() + limitMs
  let failures = 0
  for (let delay = firstDelayMs; clock.now() < deadline; delay = Math.min(delay * 2, longestDelayMs)) {
    try {
      const found = await read()
      failures = 0
      if (found !== null) return found
    } catch (thrown) {
      failures++
      if (failures > retryLimit) throw thrown
    }
    await clock.sleep(delay)
  }
  throw new AppError(commonErrors.REQUEST_TIMEOUT)
}
