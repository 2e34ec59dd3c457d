import type { SharedClient } from './sharedClient.ts'

/**
 * After this time in a hidden page the socket may be dead. Browsers throttle timers there, so sign-client may not
 * notice.
 */
const staleMs = 10_000

/**
 * Disconnects from the relay on `pagehide`, because an open socket keeps the page out of the back/forward cache.
 * Reconnects when the page is shown again, to receive missed messages.
 */
export const followVisibility = (client: SharedClient, isNeeded: () => boolean): void => {
  let hiddenAt: number | undefined
  const wake = (isStale = false): void => {
    if (!isNeeded()) return
    // A failure stays silent, because the visitor's next request reports the error.
    client.wake(isStale).catch(() => {})
  }
  addEventListener('pagehide', () => void client.sleep().catch(() => {}))
  addEventListener('pageshow', ({ persisted }) => persisted && wake())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now()
    else wake(hiddenAt !== undefined && Date.now() - hiddenAt > staleMs)
  })
}
