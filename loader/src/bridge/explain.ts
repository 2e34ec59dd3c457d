import type { Hook } from '../hook.ts'
import { frameOrigin, secureOrigin } from '../origins.ts'
import { refuse, toWords } from './refuse.ts'
import { titles } from './titles.ts'

/** Finds out why no frame starts, and has the loader show it. */
export const createExplain = (
  [, , , , , , dialog, card, , useFrame, , fail]: Hook,
  /** Rejects the calls that wait for the frame, with this reason. */
  rejectCalls: (cause: Error) => void,
) => {
  let isBlocked = false
  let hasRetried = false

  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
    // A report-only violation is harmless, since it is used only if the frame did not load.
    isBlocked ||= effectiveDirective === 'frame-src' && blockedURI.startsWith(frameOrigin)
  })

  const explain = (reason: string): void => {
    if (reason === 'SERVER_UNREACHABLE' && navigator.onLine) {
      // The modal does not run inside a sandboxed frame, and no event reports what blocks its frame there.
      if (parent !== window) reason = 'ORIGIN_NOT_ALLOWED'
      else if (isBlocked) reason = 'FRAME_BLOCKED_BY_CSP'
      else if (!hasRetried) {
        // The violation may have happened before this file listened, so a second frame provokes it again.
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
    // A frame that was up has removed the loader's card, and the error stands on the card.
    dialog.prepend(card)
    if (reason === 'SERVER_UNREACHABLE') fail()
    else fail(reason, titles[reason] ?? 'Invalid App Configuration', /LOAD/.test(reason) ? undefined : sentence)
  }
  /** A frame has connected, so a later failure starts over. */
  const reset = (): void => {
    hasRetried = isBlocked = false
  }
  return [explain, reset] as const
}
