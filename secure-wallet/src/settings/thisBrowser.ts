import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { requireFreshLogin } from '../login/freshLogin.ts'
import { workingPanel } from '../login/workingPanel.ts'
import { parseAnswer, sessionRowsSchema } from '../session/serverSchemas.ts'
import type { Session } from '../session/session.ts'
import type { PanelSurface } from '../ui/surface.ts'
import type { ShareSets } from '../unlock/shareSets.ts'
import { askInPanel } from './askInPanel.ts'
import { confirmInPanel, type GuardPress } from './confirmInPanel.ts'
import { messages } from './messages.ts'
import { lastWayPanel, thisBrowserPanel, type WaysLeft } from './thisBrowserPanels.ts'

export type ThisBrowserParts = {
  session: Session
  sets: ShareSets
  surface: PanelSurface
  canAddPasskey: boolean
  /** The id of the session of the secure frame that opened this window. */
  openedBy: string | undefined
  fresh<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  /** Removes the browser of another session. Resolves with true if it keeps its share set, as the wallet is locked. */
  revoke(sessionId: string): Promise<boolean>
  /** Removes this browser on the server, and then what it stores of the wallet. */
  removeHere(): Promise<void>
  guardPress: GuardPress
}

/**
 * Removes the wallet from this browser, and from the sites that the visitor ticks. The visitor has to tick them, because
 * partitioned storage hides from the window which sites are open in its browser. While this browser is the last way in,
 * removes nothing and resolves with the way that the visitor wants to make first.
 */
export const removeThisBrowser = async (
  parts: ThisBrowserParts,
  signal: AbortSignal,
): Promise<'kit' | 'passkey' | null> => {
  const { session, sets, surface, openedBy, fresh, revoke, removeHere, guardPress } = parts
  const work = (): Promise<void> => surface.show('settings', workingPanel(messages.working))
  const refuse = () =>
    askInPanel<'kit' | 'passkey' | null>(surface, signal, (resolve) => lastWayPanel(parts.canAddPasskey, resolve))

  await work()
  await session.refresh()
  const ways = await findWaysLeft(session, sets)
  if (!ways) return refuse()
  const { sessions } = parseAnswer(sessionRowsSchema, await session.ask({ method: 'GET', path: 'sessions' }))
  const own = sessions.find(({ current }) => current)
  // A session with this window's own host is a wallet window of another browser.
  const sites = sessions.filter((row) => row.host !== own?.host && row.browser === own?.browser)
  const ticked = new Set(sites.filter(({ id }) => id === openedBy).map(({ id }) => id))
  const confirm = (shown: typeof sites, isKept: boolean): Promise<void> =>
    confirmInPanel(surface, signal, guardPress, (back) =>
      thisBrowserPanel({ ways, browser: own?.browser ?? '', sites: shown, ticked, isKept, back }),
    )

  await confirm(sites, false)
  await work()
  await fresh(() => requireFreshLogin(session), signal)
  await work()
  let isKept = false
  for (const id of ticked) isKept = (await fresh(() => revoke(id), signal)) || isKept
  if (isKept) await confirm([], isKept)
  await work()
  try {
    await fresh(removeHere, signal)
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'LAST_DURABLE_SET') return refuse()
    throw thrown
  }
  return null
}

/** Returns null if nothing else opens the wallet. A receive-only wallet opens with its browsers alone. */
const findWaysLeft = async (session: Session, sets: ShareSets): Promise<WaysLeft | null> => {
  if (session.facts()?.wallet?.status !== 'active') return null
  const own = await sets.device.ownSetIds()
  const ways = {
    passkey: sets.ofType('passkey').length > 0,
    backup: sets.ofType('kit').length > 0,
    email: sets.ofType('guardian').length > 0,
    browsers: sets
      .ofType('vault')
      .filter(({ setId }) => !own.includes(setId))
      .map(({ label }) => label),
  }
  return ways.passkey || ways.backup || ways.email || ways.browsers.length > 0 ? ways : null
}
