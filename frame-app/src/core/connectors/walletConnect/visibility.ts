import type { SharedClient } from './owner.ts'

/** A line that nobody looked after for so long may be dead without knowing. */
const staleMs = 10_000

/**
 * A page that is put aside holds no line, or the browser could not keep it for a way back. One that comes back asks for
 * what it missed before anybody sees an error.
 */
export const followVisibility = (client: SharedClient, isNeeded: () => boolean): void => {
  let hiddenAt: number | undefined
  const wake = (isStale = false): void => {
    if (!isNeeded()) return
    // What can't be reached now is told to whoever asks for something.
    client.wake(isStale).catch(() => {})
  }
  addEventListener('pagehide', () => void client.sleep().catch(() => {}))
  addEventListener('pageshow', ({ persisted }) => persisted && wake())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now()
    else wake(hiddenAt !== undefined && Date.now() - hiddenAt > staleMs)
  })
}
