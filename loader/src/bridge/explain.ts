import type { Hook } from '../hook.ts'
import { frameOrigin, secureOrigin } from '../origins.ts'
import { refuse, toWords } from './refuse.ts'
import { titles } from './titles.ts'

/** Finds out why no frame starts, and has the loader show the reason. */
export const createExplain = (
  [, , , , , , dialog, card, , useFrame, , fail]: Hook,
  /** Rejects the calls that wait for the frame, with this reason. */
  rejectCalls: (cause: Error) => void,
) => {
  let isBlocked = false
  let hasRetried = false

  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
    // This may be a report-only violation, which blocks nothing. No harm: the flag is read only if the frame did not
    // load.
    isBlocked ||= effectiveDirective === 'frame-src' && blockedURI.startsWith(frameOrigin)
  })

  const explain = (reason: string): void => {
    if (reason === 'SERVER_UNREACHABLE' && navigator.onLine) {
      // The modal does not run if the page itself is in a sandboxed frame. There no event reports what blocks the
      // modal's frame.
      if (parent !== window) reason = 'ORIGIN_NOT_ALLOWED'
      else if (isBlocked) reason = 'FRAME_BLOCKED_BY_CSP'
      else if (!hasRetried) {
        // The violation may have happened before this listener existed, so a second frame provokes it again.
        hasRetried = true
        dialog.append(useFrame('core'))
        return
      }
    }
    const sentence = isBlocked
      ? `Content-Security-Policy needs frame-src ${frameOrigin} ${secureOrigin}`
      : `${origin}: ${toWords(reason)}`
    console.error(`AppKit ${reason}. ${sentence}`)
    rejectCalls(refuse(4900, reason, sentence))
    hasRetried = false
    // A frame that was running has removed the loader's card, which shows the error, so put the card back.
    dialog.prepend(card)
    if (reason === 'SERVER_UNREACHABLE') fail()
    else fail(reason, titles[reason] ?? 'Invalid App Configuration', /LOAD/.test(reason) ? undefined : sentence)
  }
  /** Called when a frame has connected: a later failure is examined from the start. */
  const reset = (): void => {
    hasRetried = isBlocked = false
  }
  return [explain, reset] as const
}
