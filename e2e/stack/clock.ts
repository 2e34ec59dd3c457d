const script = new URL('movedClock.mjs', import.meta.url)

/**
 * The environment variables that make a process start with its clock at `time`. A recorded token is signed with its
 * time, so the test moves the clock of the server to the time of the token.
 */
export const movedClockVariables = (time: number): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import=${script}`,
  CLOCK_MOVE_MS: String(time - Date.now()),
})
