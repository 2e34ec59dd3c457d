import type { Log } from '../http/log.ts'
import { logStorageFailure } from './storageFailure.ts'

const sweepMs = 10 * 60_000

/** Calls `sweep` at once and every ten minutes, until the returned function is called. */
export const sweepRegularly = (sweep: () => Promise<void>, log: Log): (() => void) => {
  const run = async (): Promise<void> => {
    try {
      await sweep()
    } catch (cause) {
      logStorageFailure(log, 'stale rows were not removed', cause)
    }
  }
  // Sweep at the start too, because a server that restarts often never runs long enough for the interval.
  void run()
  const timer = setInterval(run, sweepMs).unref()
  return () => clearInterval(timer)
}
