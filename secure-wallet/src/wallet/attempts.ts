import type { Surface } from '../ui/surface.ts'

export type Attempt = (signal: AbortSignal) => Promise<void>

/** Runs one task with panels at a time. A new task ends the running one, because it is the visitor's latest choice. */
export const createAttempts = (surface: Surface) => {
  let current: AbortController | null = null

  /** Aborts the running task and hides its panel. Without a running task nothing is hidden, so an approval stays. */
  const leave = (): void => {
    if (!current) return
    current.abort()
    current = null
    surface.hide()
  }
  const run = async (act: Attempt): Promise<void> => {
    leave()
    const controller = new AbortController()
    current = controller
    try {
      await act(controller.signal)
    } finally {
      if (current === controller) {
        current = null
        surface.hide()
      }
    }
  }
  return {
    run,
    /** Runs as a part of the running task, which continues with its panels afterwards. */
    runWithin: (act: Attempt): Promise<void> => (current ? act(current.signal) : run(act)),
    leave,
    /** Ignores failures, because the panels show them. */
    start: (act: Attempt): void => void run(act).catch(() => undefined),
  }
}
