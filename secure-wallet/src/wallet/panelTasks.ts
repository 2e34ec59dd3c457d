import type { PanelSurface } from '../ui/surface.ts'

export type PanelTask = (signal: AbortSignal) => Promise<void>

/**
 * Runs one task at a time that shows panels, such as a login or the settings. A new task ends the running one, because
 * the new task is the visitor's latest choice.
 */
export const createPanelTasks = (surface: PanelSurface) => {
  let current: AbortController | null = null

  /**
   * Aborts the running task and hides its panel. Without a running task it hides nothing, so an approval card stays.
   */
  const leave = (): void => {
    if (!current) return
    current.abort()
    current = null
    surface.hide()
  }
  const run = async (act: PanelTask): Promise<void> => {
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
    /** Runs `act` as a part of the running task. The task shows its own panels again afterwards. */
    runWithin: (act: PanelTask): Promise<void> => (current ? act(current.signal) : run(act)),
    leave,
    /** Runs `act` in the background. Ignores failures, because the panels show them. */
    start: (act: PanelTask): void => void run(act).catch(() => undefined),
  }
}
