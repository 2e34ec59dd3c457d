const script = new URL('movedClock.mjs', import.meta.url)

/**
 * Variables of a process that starts at `time`. A signed token can't be moved to today, so the server's clock moves
 * instead.
 */
export const movedClockVariables = (time: number): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import=${script}`,
  CLOCK_MOVE_MS: String(time - Date.now()),
})
