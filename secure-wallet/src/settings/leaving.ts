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

/** Other browsers lose what they have: their session, what opens the wallet, and that the recovery service knows them. */
export const createLeaving = ({ session, sets, surface, guardianForget, fresh, signOutEverywhere }: Options) => {
  /** Which browser is whose, the recovery service can't tell; this one it may know again at once. */
  const forgetBrowsers = async (): Promise<boolean> => {
    const isTold = await guardianForget.browsers()
    if (isTold) await sets.guardian.recogniseBrowser().catch(() => undefined)
    return isTold
  }
  /** What opens the wallet is kept where that isn't open, and nothing here opens it. */
  const prove = async (target: string): Promise<{ proof?: string; isKept: boolean }> => {
    // Nothing of a wallet that may only receive is taken from anyone.
    if (session.facts()?.wallet?.status !== 'active') return { isKept: false }
    try {
      return (await guardianForget.isOpen()) ? { proof: await sets.proveEnd(target), isKept: false } : { isKept: true }
    } catch (thrown) {
      // Sessions end also where nothing more can be done.
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
    let isUntold = false
    let isKept = false
    for (;;) {
      await surface.show('settings', workingPanel(messages.working))
      const { sessions } = read(sessionRows, await session.ask({ method: 'GET', path: 'sessions' }))
      const choice = await askInPanel<DevicesChoice>(surface, signal, (choose) =>
        devicesPanel({ sessions, isUntold, isKept, choose }),
      )
      if (choice === 'back') return
      if (choice !== 'tell') isKept = await fresh(() => revoke(choice.revoke), signal)
      await surface.show('settings', workingPanel(messages.working))
      isUntold = !(await forgetBrowsers())
    }
  }
  const everywhere = async (signal: AbortSignal): Promise<void> => {
    const ask = (problems: { isUntold: boolean; isKept: boolean }): Promise<void> =>
      askInPanel<void>(surface, signal, (go, back) =>
        everywherePanel({
          ...problems,
          isReceiveOnly: session.facts()?.wallet?.status !== 'active',
          hasWindows: sets.ofType('vault').length > 0,
          go,
          back,
        }),
      )
    await ask({ isUntold: false, isKept: false })
    await surface.show('settings', workingPanel(messages.working))
    // While it can still be shown who asks.
    const isUntold = !(await guardianForget.browsers())
    const { proof, isKept } = await prove('all')
    if (!isUntold && !isKept) return signOutEverywhere(proof)
    await ask({ isUntold, isKept })
    // The one before was for a session that another tab may have replaced meanwhile.
    await signOutEverywhere((await prove('all')).proof)
  }

  /** What is no longer a way in, the recovery service has no more use for: address and share go. */
  const guardian = async (run: () => Promise<void>): Promise<void> => {
    const before = sets.ofType('guardian')
    await run()
    const left = sets.ofType('guardian').map(({ setId }) => setId)
    await guardianForget.sets(before.map(({ setId }) => setId).filter((setId) => !left.includes(setId)))
  }

  return { devices, everywhere, guardian }
}
