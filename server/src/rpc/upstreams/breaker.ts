/** An upstream is paused after this many failures in a row. */
const failureLimit = 5
const pauseMs = 30_000
/** After a pause, one request tries the upstream. The others wait this long for its outcome. */
const trialMs = 10_000
/** The longest pause that an upstream itself may ask for. */
const longestPauseMs = 5 * 60_000

type State = { failures: number; pausedUntil: number; isPaused: boolean; isTrying: boolean }
type Options = { now: () => number; onPause: (key: string, seconds: number) => void; onResume: (key: string) => void }

/**
 * Circuit breaker: stops requests to an upstream that keeps failing, so that no visitor waits for its timeouts. Keys are
 * configured URLs, so their number is bounded.
 */
export const createBreaker = ({ now, onPause, onResume }: Options) => {
  const states = new Map<string, State>()
  const stateOf = (key: string): State => {
    const state = states.get(key) ?? { failures: 0, pausedUntil: 0, isPaused: false, isTrying: false }
    states.set(key, state)
    return state
  }
  /** Pauses an upstream, and returns the length of the pause in seconds. */
  const pause = (key: string, ms: number): number => {
    const state = stateOf(key)
    const lengthMs = Math.min(ms, longestPauseMs)
    state.pausedUntil = now() + lengthMs
    state.isPaused = true
    state.isTrying = false
    const seconds = Math.ceil(lengthMs / 1_000)
    onPause(key, seconds)
    return seconds
  }

  return {
    /** Returns 0 if a request may be sent, or the seconds to wait. */
    enter: (key: string): number => {
      const state = stateOf(key)
      if (!state.isPaused) return 0
      const waitMs = state.pausedUntil - now()
      if (waitMs > 0) return Math.ceil(waitMs / 1_000)
      state.pausedUntil = now() + trialMs
      state.isTrying = true
      return 0
    },
    succeed: (key: string): void => {
      const { isPaused, isTrying } = stateOf(key)
      // Requests that were sent before the pause may succeed during the pause.
      if (isPaused && !isTrying) return
      states.delete(key)
      if (isPaused) onResume(key)
    },
    fail: (key: string): void => {
      const state = stateOf(key)
      // Requests that were sent before the pause may fail during the pause.
      if (state.isPaused && !state.isTrying) return
      state.failures += 1
      if (state.failures >= failureLimit) pause(key, pauseMs)
    },
    pause,
  }
}
