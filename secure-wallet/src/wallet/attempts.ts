import type { Surface } from '../ui/surface.ts'

export type Attempt = (signal: AbortSignal) => Promise<void>

/** What this frame does by panels of its own, one at a time; the newest wins, since the visitor asked for it. */
export const createAttempts = (surface: Surface) => {
  let current: AbortController | null = null

  /** Leaves a panel of someone else's, such as an approval, where it is. */
  const leave = (): void => {
    if (!current) return
    current.abort()
    current = null
    surface.hide()
  }
  const run = async (act: Attempt): Promise<void> => {
    leave()
    const own = new AbortController()
    current = own
    try {
      await act(own.signal)
    } finally {
      if (current === own) {
        current = null
        surface.hide()
      }
    }
  }
  return {
    run,
    /** As a part of the one that runs, which goes on with its own panels after it. */
    runWithin: (act: Attempt): Promise<void> => (current ? act(current.signal) : run(act)),
    leave,
    /** Nobody waits for it: what goes wrong is said in the panels themselves. */
    start: (act: Attempt): void => void run(act).catch(() => undefined),
  }
}
