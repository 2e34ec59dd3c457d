import { AppError } from 'loader/protocol/errors.ts'
import type { Attempt } from '../attempts.ts'
import { createWallet, secureByGuardian } from '../keys/createWallet.ts'
import type { Custody } from '../keys/custody.ts'
import type { FactorSets } from '../keys/factorSets.ts'
import type { Recovery } from '../recovery/recovery.ts'
import type { Session } from '../session/session.ts'
import type { StorageClass } from '../session/storageClass.ts'
import type { Surface } from '../ui/surface.ts'
import { messages } from './messages.ts'
import { newWalletPanel } from './newWalletPanel.ts'
import { panelUntil } from './panelUntil.ts'
import { failedPanel, workingPanel } from './workingPanel.ts'

type Parts = {
  session: Session
  sets: FactorSets
  custody: Custody
  surface: Surface
  recovery: Recovery
  settings: { run: Attempt; applyIdle(): Promise<void> }
  fresh<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  announce(): void
  hasGuardian: boolean
  /** Host name of this origin. */
  name: string
  scope: string
  storage: StorageClass
  inTurn<Result>(name: string, run: () => Promise<Result>): Promise<Result>
}

/** From a session to a wallet: made, unlocked or recovered. */
export const createEntrance = (parts: Parts): Attempt => {
  const { session, sets, custody, surface, recovery, settings, fresh, announce, hasGuardian, name, storage } = parts

  const welcome: Attempt = async (signal) => {
    const facts = session.facts()
    if (!facts) return
    const next = await panelUntil<'done' | 'security'>(signal, (resolve, reject) => {
      const root = newWalletPanel({
        facts,
        operator: name,
        storage,
        done: () => resolve('done'),
        security: () => resolve('security'),
      })
      surface.show('newWallet', root).catch(reject)
      return () => undefined
    })
    if (next === 'security') await settings.run(signal)
  }
  /** Also what a wallet still lacks that was made a moment ago, or by a document that did not come to its end. */
  const openWallet: Attempt = async (signal) => {
    const walletId = session.facts()?.wallet?.walletId
    if (await sets.unlockWithOwn()) await fresh(() => sets.completeOwn(), signal)
    // What the server gave back of a new set did not open it: nothing else does but what is open here.
    else if (walletId !== undefined && (await custody.isUnlocked(walletId))) await fresh(() => sets.addOwn(), signal)
    else await recovery.run(signal)
    const isPending = session.facts()?.wallet?.status === 'pending'
    if (isPending && hasGuardian) await fresh(() => secureByGuardian(sets), signal)
  }
  /** The wallet is open all the same where the guardian can't be told. */
  const beRecognised = async (): Promise<void> => {
    try {
      await sets.beRecognised()
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
    }
  }
  const showFailure = (thrown: unknown, signal: AbortSignal): Promise<void> =>
    panelUntil<void>(signal, (resolve, reject) => {
      const root = failedPanel(thrown, resolve, () => reject(new AppError('USER_REJECTED')))
      surface.show('newWallet', root).catch(reject)
      return () => undefined
    })

  return async (signal) => {
    let isNew = false
    try {
      for (;;) {
        try {
          await settings.applyIdle()
          const isMissing = session.facts()?.wallet === null
          isNew ||= isMissing
          const { making, opening } = messages.working
          await surface.show(isNew ? 'newWallet' : 'recover', workingPanel(isNew ? making : opening))
          if (isMissing) await createWallet(parts)
          await openWallet(signal)
          if (isNew) await welcome(signal)
          await beRecognised()
          return
        } catch (thrown) {
          if (signal.aborted || (thrown instanceof AppError && thrown.code === 'USER_REJECTED')) return
          await showFailure(thrown, signal)
        }
      }
    } catch {
      // The visitor left. Whoever is signed in stays so; only what the panel was for is left undone.
    } finally {
      announce()
    }
  }
}
