import { AppError } from 'loader/protocol/errors.ts'
import type { Session } from '../session/session.ts'
import type { Custody } from './custody.ts'
import type { FactorSets } from './factorSets.ts'

type Parts = { session: Pick<Session, 'facts'>; sets: FactorSets; custody: Pick<Custody, 'isUnlocked'> }

/** What the guardian lets go at the owner's word alone, for which the wallet has to be open. */
export const createForgetting = ({ session, sets, custody }: Parts) => {
  /** By what this browser has; nobody recovers a wallet just to leave it. */
  const isOpen = async (): Promise<boolean> => (await custody.isUnlocked()) || (await sets.unlockWithOwn())

  /** That it has nothing of this owner's is as good. */
  const tell = async (setId?: string): Promise<boolean> => {
    const walletId = session.facts()?.wallet?.walletId
    if (walletId === undefined) return true
    try {
      if (!(await isOpen())) return false
      await sets.askGuardian({ kind: 'forget', walletId, ...(setId !== undefined && { setId }) })
      return true
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      return thrown.code === 'KEY_SET_NOT_FOUND'
    }
  }

  return {
    /** That no browser is known any more, this one neither. False where the guardian could not be told. */
    browsers: async (): Promise<boolean> => {
      if (sets.ofType('guardian').length === 0) return true
      if (!(await tell())) return false
      await sets.unrecognise()
      return true
    },
    /** Share and address of a set that was taken away. */
    set: (setId: string): Promise<boolean> => tell(setId),
  }
}
