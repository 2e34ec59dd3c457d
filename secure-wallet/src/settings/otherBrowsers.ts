import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { workingPanel } from '../login/workingPanel.ts'
import type { Session } from '../session/session.ts'
import { read, sessionRows } from '../session/shapes.ts'
import type { Surface } from '../ui/surface.ts'
import type { GuardianForget } from '../unlock/guardianForget.ts'
import type { ShareSets } from '../unlock/shareSets.ts'
import { askInPanel } from './askInPanel.ts'
import { type DevicesChoice, devicesPanel } from './devicesPanel.ts'
import { everywherePanel } from './everywherePanel.ts'
import { messages } from './messages.ts'

type Options = {
  session: Session
  sets: ShareSets
  surface: Surface
  guardianForget: GuardianForget
  fresh<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  signOutEverywhere(proof: string | undefined): Promise<void>
}

/** Takes session, device share and recognition by the recovery service from other browsers. */
export const createOtherBrowsers = ({ session, sets, surface, guardianForget, fresh, signOutEverywhere }: Options) => {
  /** The recovery service cannot tell browsers apart, so it forgets all. This one is recognised again at once. */
  const forgetBrowsers = async (): Promise<boolean> => {
    const isReached = await guardianForget.browsers()
    if (isReached) await sets.guardian.recogniseBrowser().catch(() => undefined)
    return isReached
  }
  /** Proves that the sign-out may delete device shares. They stay if the wallet is locked here. */
  const prove = async (target: string): Promise<{ proof?: string; isKept: boolean }> => {
    // A wallet that may only receive loses nothing.
    if (session.facts()?.wallet?.status !== 'active') return { isKept: false }
    try {
      return (await guardianForget.isOpen()) ? { proof: await sets.proveEnd(target), isKept: false } : { isKept: true }
    } catch (thrown) {
      // Sessions end even if the shares stay.
      if (thrown instanceof AppError) return { isKept: true }
      throw thrown
    }
  }
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
      const { sessions } = read(sessionRows, await session.ask({ method: 'GET', path: 'sessions' }))
      const choice = await askInPanel<DevicesChoice>(surface, signal, (choose) =>
        devicesPanel({ sessions, isGuardianUnreached, isKept, choose }),
      )
      if (choice === 'back') return
      if (choice !== 'tell') isKept = await fresh(() => revoke(choice.revoke), signal)
      await surface.show('settings', workingPanel(messages.working))
      isGuardianUnreached = !(await forgetBrowsers())
    }
  }
  const everywhere = async (signal: AbortSignal): Promise<void> => {
    const ask = (problems: { isGuardianUnreached: boolean; isKept: boolean }): Promise<void> =>
      askInPanel<void>(surface, signal, (go, back) =>
        everywherePanel({
          ...problems,
          isReceiveOnly: session.facts()?.wallet?.status !== 'active',
          hasWindows: sets.ofType('vault').length > 0,
          go,
          back,
        }),
      )
    await ask({ isGuardianUnreached: false, isKept: false })
    await surface.show('settings', workingPanel(messages.working))
    // The proof needs the session that still exists here.
    const isGuardianUnreached = !(await guardianForget.browsers())
    const { proof, isKept } = await prove('all')
    if (!isGuardianUnreached && !isKept) return signOutEverywhere(proof)
    await ask({ isGuardianUnreached, isKept })
    // Another tab may have replaced the session of the first proof.
    await signOutEverywhere((await prove('all')).proof)
  }

  /** The recovery service forgets the shares and the address of removed guardian sets. */
  const guardian = async (run: () => Promise<void>): Promise<void> => {
    const before = sets.ofType('guardian')
    await run()
    const left = sets.ofType('guardian').map(({ setId }) => setId)
    await guardianForget.sets(before.map(({ setId }) => setId).filter((setId) => !left.includes(setId)))
  }

  return { devices, everywhere, guardian }
}
