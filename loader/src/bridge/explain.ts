import {
  type BridgeHook,
  type OutageCause,
  type RefusalReason,
  type ShowErrorPanel,
  unsupportedVersion,
} from '../hook.ts'
import { frameOrigin, noticeFiles, secureOrigin } from '../origins.ts'
import { createAppKitError, reasonAsWords } from './refuse.ts'

const helloMs = 500

/** Finds out why no frame starts, and has the loader show the reason. */
export const createFailureExplainer = (
  hook: BridgeHook,
  /** Rejects the calls that wait for the frame, with this reason. */
  rejectCalls: (cause: Error) => void,
) => {
  const [, , , , , , dialog, card, , useFrame, , fail] = hook
  const panel = loadErrorPanel(hook, '')
  let isBlocked = false
  let hasRetried = false

  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
    // A violation of a report-only policy blocks nothing. It does no harm here: the flag is read only if the frame did
    // not load.
    isBlocked ||= effectiveDirective === 'frame-src' && blockedURI.startsWith(frameOrigin)
  })

  const explain = async (reason: string): Promise<void> => {
    let cause: OutageCause = /CHUNK|RATE|SERVER/.test(reason) ? 'unreachable' : 'setup'
    if (reason === 'SERVER_UNREACHABLE') {
      ;[reason, cause] = await examine(isBlocked, hook)
      if (cause === 'unreachable' && !hasRetried) {
        // The CSP violation may have happened before this listener existed, so a second frame provokes it again.
        hasRetried = true
        dialog.append(useFrame({ core: '' }))
        return
      }
    }
    const detail = `${origin}: ${remedies[cause] ?? remedies[reason] ?? reasonAsWords(reason)}`
    console.error(`AppKit ${reason}. ${detail}`)
    const error = createAppKitError(4900, reason, detail)
    rejectCalls(error)
    hasRetried = false
    // A frame that was running has removed the loader's card, which shows the error. A card that is in the dialog stays
    // where it is, since moving the card would fade it in again.
    if (!card.isConnected) dialog.prepend(card)
    fail(error)
    panel.then((show) => show?.(cause))
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

/** Loads the error panel in the language of the page. If it does not load, the loader's sentence stays. */
const loadErrorPanel = (
  [, state, , , options, , , card, , , , , load]: BridgeHook,
  query: string,
): Promise<ShowErrorPanel | undefined> => {
  const [language] = `${options.locale || document.documentElement.lang}`.toLowerCase().split('-')
  const files = noticeFiles.split(' ')
  const [, file, integrity] = files.slice(files.indexOf(files.includes(`${language}`) ? `${language}` : 'en'))
  return load(file + query, `${integrity}`, [state, card, frameOrigin]).catch(() => undefined)
}

/** The fault and its remedy by cause or by reason, for the site's developer. */
const remedies: Record<string, string | undefined> = {
  ORIGIN_NOT_ALLOWED: 'add it to allowedOrigins',
  FRAME_BLOCKED_BY_CSP: `CSP needs frame-src ${frameOrigin} ${secureOrigin}`,
  SERVER_UNREACHABLE: `${frameOrigin} blocked. An ad blocker?`,
  framed: 'framed by another page: see allowedAncestors',
}

/** Finds out why a frame does not start that gives no reason. */
const examine = async (isBlocked: boolean, hook: BridgeHook): Promise<[reason: string, cause: OutageCause]> => {
  if (!navigator.onLine) return ['OFFLINE', 'offline']
  // The modal does not run if the page itself is in a sandboxed frame. There no event reports what blocks the modal's
  // frame. If the server does not even answer for another file, it is down. The query makes the browser ask the server.
  if (parent !== window && (await loadErrorPanel(hook, `?${Date.now()}`))) return ['ORIGIN_NOT_ALLOWED', 'framed']
  return isBlocked ? ['FRAME_BLOCKED_BY_CSP', 'blocked'] : ['SERVER_UNREACHABLE', 'unreachable']
}
