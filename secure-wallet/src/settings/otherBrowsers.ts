import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { requireFreshLogin } from '../login/freshLogin.ts'
import { workingPanel } from '../login/workingPanel.ts'
import { parseAnswer, sessionRowsSchema } from '../session/serverSchemas.ts'
import type { Session } from '../session/session.ts'
import type { PanelSurface } from '../ui/surface.ts'
import type { GuardianForgetRequests } from '../unlock/guardianForget.ts'
import type { ShareSets } from '../unlock/shareSets.ts'
import { askInPanel } from './askInPanel.ts'
import { confirmInPanel, type GuardPress, isConfirmedInPanel } from './confirmInPanel.ts'
import { type DevicesChoice, deviceRemovalPanel, devicesPanel } from './devicesPanel.ts'
import { signOutEverywherePanel } from './everywherePanel.ts'
import { messages } from './messages.ts'

type Options = {
  session: Session
  sets: ShareSets
  surface: PanelSurface
  guardianForget: GuardianForgetRequests
  fresh<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  signOutEverywhere(proof: string | undefined): Promise<void>
  guardPress: GuardPress
}

/**
 * Removes other browsers: ends their sessions, deletes their device share sets, and makes the guardian forget them.
 */
export const createBrowserRemoval = ({
  session,
  sets,
  surface,
  guardianForget,
  fresh,
  signOutEverywhere,
  guardPress,
}: Options) => {
  /**
   * The guardian cannot tell which of its recognised browsers was removed, so the guardian forgets all of them but this
   * one, which registers now if it is not known yet.
   */
  const forgetBrowsers = async (): Promise<boolean> => {
    const isReached = await guardianForget.otherBrowsers()
    if (isReached) await sets.guardian.recogniseBrowser().catch(() => undefined)
    return isReached
  }
  /**
   * Returns the proof that the sign-out may delete device share sets. If the wallet is locked in this browser, there is
   * no proof, and the share sets of the other browsers stay.
   */
  const prove = async (target: string): Promise<{ proof?: string; isKept: boolean }> => {
    // Other browsers of a receive-only wallet keep their share sets in any case, so the visitor needs no warning.
    if (session.facts()?.wallet?.status !== 'active') return { isKept: false }
    try {
      return (await guardianForget.isOpen()) ? { proof: await sets.proveEnd(target), isKept: false } : { isKept: true }
    } catch (thrown) {
      // Even without a proof, the sign-out ends the sessions of the other browsers. Only their share sets stay.
      if (thrown instanceof AppError) return { isKept: true }
      throw thrown
    }
  }
  /** Removes the browser of a session. Resolves with true if the browser keeps its share set. */
  const revoke = async (sessionId: string): Promise<boolean> => {
    const { proof, isKept } = await prove(sessionId)
    await session.ask({ method: 'DELETE', path: `sessions/${sessionId}${proof ? `?proof=${proof}` : ''}` })
    return isKept
  }
  const devices = async (signal: AbortSignal): Promise<void> => {
    let isGuardianUnreached = false
    let isKept = false
    for (;;) {
      await surface.show('settings', workingPanel(messages.working))
      const { sessions } = parseAnswer(sessionRowsSchema, await session.ask({ method: 'GET', path: 'sessions' }))
      const choice = await askInPanel<DevicesChoice>(surface, signal, (choose) =>
        devicesPanel({ sessions, isGuardianUnreached, isKept, choose }),
      )
      if (choice === 'back') return
      if (choice !== 'retryGuardian') {
        const { revoke: removed } = choice
        const isSure = await isConfirmedInPanel(surface, signal, guardPress, (back) =>
          deviceRemovalPanel(removed, back),
        )
        if (!isSure) continue
        await surface.show('settings', workingPanel(messages.working))
        isKept = await fresh(() => revoke(removed.id), signal)
      }
      await surface.show('settings', workingPanel(messages.working))
      isGuardianUnreached = !(await forgetBrowsers())
    }
  }
  const everywhere = async (signal: AbortSignal): Promise<void> => {
    const ask = (problems: { isGuardianUnreached: boolean; isKept: boolean }): Promise<void> =>
      confirmInPanel(surface, signal, guardPress, (back) =>
        signOutEverywherePanel({
          ...problems,
          isReceiveOnly: session.facts()?.wallet?.status !== 'active',
          hasWindows: sets.ofType('vault').length > 0,
          back,
        }),
      )
    await ask({ isGuardianUnreached: false, isKept: false })
    await surface.show('settings', workingPanel(messages.working))
    await fresh(() => requireFreshLogin(session), signal)
    await surface.show('settings', workingPanel(messages.working))
    // Ask the guardian before the sign-out, because the request to the guardian needs the session.
    const isGuardianUnreached = !(await guardianForget.browsers())
    const { isKept } = await prove('all')
    if (isGuardianUnreached || isKept) await ask({ isGuardianUnreached, isKept })
    // Create the proof at each attempt, because it names the session, and a login or another tab may have replaced it.
    await fresh(async () => signOutEverywhere((await prove('all')).proof), signal)
  }

  /** Makes the guardian forget the shares and the e-mail address of removed guardian share sets. */
  const guardian = async (run: () => Promise<void>): Promise<void> => {
    const before = sets.ofType('guardian')
    await run()
    const left = sets.ofType('guardian').map(({ setId }) => setId)
    await guardianForget.sets(before.map(({ setId }) => setId).filter((setId) => !left.includes(setId)))
  }

  return { devices, everywhere, guardian, revoke }
}
