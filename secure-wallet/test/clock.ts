import { vi } from 'vitest'

/**
 * Puts the clock under the control of the test, until the test ends. Returns a function that lets time pass at once.
 * Timers run as usual, so a wait that looks at the clock ends at its next look.
 */
export const controlClock = (): ((ms: number) => void) => {
  const { now } = Date
  let passedMs = 0
  vi.spyOn(Date, 'now').mockImplementation(() => now() + passedMs)
  return (ms) => {
    passedMs += ms
  }
}
