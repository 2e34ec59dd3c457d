import type { SharedClient } from './sharedClient.ts'

/** In a hidden page timers are throttled, so after this time the socket may be dead unnoticed. */
const staleMs = 10_000

/**
 * Disconnects from the relay when the page is hidden for good, because an open socket keeps it out of the back/forward
 * cache. Reconnects when the page is shown, to receive missed messages.
 */
export const followVisibility = (client: SharedClient, isNeeded: () => boolean): void => {
  let hiddenAt: number | undefined
  const wake = (isStale = false): void => {
    if (!isNeeded()) return
    // The next request reports the error.
    client.wake(isStale).catch(() => {})
  }
  addEventListener('pagehide', () => void client.sleep().catch(() => {}))
  addEventListener('pageshow', ({ persisted }) => persisted && wake())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now()
    else wake(hiddenAt !== undefined && Date.now() - hiddenAt > staleMs)
  })
}
