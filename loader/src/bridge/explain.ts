import { type BridgeHook, type RefusalReason, unsupportedVersion } from '../hook.ts'
import { frameOrigin, secureOrigin } from '../origins.ts'
import { createErrorPanel, type PanelDetail } from './errorPanel.ts'
import { createAppKitError, reasonAsWords } from './refuse.ts'
import { errorTitles } from './titles.ts'

const helloMs = 500

/** Finds out why no frame starts, and has the loader show the reason. */
export const createFailureExplainer = (
  hook: BridgeHook,
  /** Rejects the calls that wait for the frame, with this reason. */
  rejectCalls: (cause: Error) => void,
) => {
  const [, , , , , , dialog, card, , useFrame, , fail] = hook
  const complete = createErrorPanel(hook)
  let isBlocked = false
  let hasRetried = false

  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
    // A violation of a report-only policy blocks nothing. It does no harm here: the flag is read only if the frame did
    // not load.
    isBlocked ||= effectiveDirective === 'frame-src' && blockedURI.startsWith(frameOrigin)
  })

  const explain = (reason: string): void => {
    if (reason === 'SERVER_UNREACHABLE') {
      if (!navigator.onLine) reason = 'OFFLINE'
      // The modal does not run if the page itself is in a sandboxed frame. There no event reports what blocks the
      // modal's frame.
      else if (parent !== window) reason = 'ORIGIN_NOT_ALLOWED'
      else if (isBlocked) reason = 'FRAME_BLOCKED_BY_CSP'
      else if (!hasRetried) {
        // The CSP violation may have happened before this listener existed, so a second frame provokes it again.
        hasRetried = true
        dialog.append(useFrame({ core: '' }))
        return
      }
    }
    const detail = describe(reason, isBlocked)
    const sentence = detail.join('')
    const title = errorTitles[reason] ?? 'Invalid App Configuration'
    console.error(`AppKit ${reason}. ${sentence}`)
    rejectCalls(createAppKitError(4900, reason, sentence))
    hasRetried = false
    // A frame that was running has removed the loader's card, which shows the error. A card that is in the dialog stays
    // where it is, since moving the card would fade it in again.
    if (!card.isConnected) dialog.prepend(card)
    fail(createAppKitError(4900, reason, title))
    complete(title, /CHUNK|UNREACHABLE|OFFLINE/.test(reason) ? [frameOrigin, '', ''] : detail)
  }
  /** Called when a frame has connected. Forgets what was found, so that a later failure is examined anew. */
  const reset = (): void => {
    hasRetried = isBlocked = false
  }
  return [
    (reason?: RefusalReason): void => {
      if (reason) {
        explain(reason === unsupportedVersion ? 'UNSUPPORTED_VERSION' : `${reason}`)
        return
      }
      // AppKit's document sends its hello before its load event, and a browser's error page sends none. A frame without
      // a title has not connected.
      const frame = dialog.querySelector('iframe')
      setTimeout(() => frame?.isConnected && !frame.title && explain('SERVER_UNREACHABLE'), helloMs)
    },
    reset,
  ] as const
}

/** Returns the detail of the error panel, which the console also shows to the developer. */
const describe = (reason: string, isBlocked: boolean): PanelDetail =>
  isBlocked
    ? ['', 'Content-Security-Policy needs frame-src', ` ${frameOrigin} ${secureOrigin}`]
    : [`${origin}: `, reasonAsWords(reason), '']
