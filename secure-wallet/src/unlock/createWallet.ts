import type { CreateWalletRequest } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import type { Session } from '../session/session.ts'
import { read, walletRecord } from '../session/shapes.ts'
import type { Custody } from '../worker/custody.ts'
import type { FactorSets } from './factorSets.ts'
import { isUnfinished } from './unfinished.ts'

type Parts = {
  session: Session
  custody: Custody
  sets: FactorSets
  scope: string
  inTurn<Result>(name: string, run: () => Promise<Result>): Promise<Result>
}

/**
 * The wallet of someone who has none yet (security 2.6), with this browser's set as the first way to open it. It may only
 * receive until a durable one is confirmed. Where there is one already by now, the session knows it afterwards.
 *
 * `replaces` names an unfinished one that nothing here opens.
 */
export const createWallet = ({ session, custody, sets, scope, inTurn }: Parts, replaces?: string): Promise<void> =>
  inTurn(`wallet ${scope}`, async () => {
    // Another tab was quicker, or the answer to this one was lost.
    await session.refresh()
    const found = session.facts()?.wallet
    if (found && !(found.walletId === replaces && isUnfinished(found))) return
    const walletId = crypto.randomUUID()
    const { accounts, vault, proofs } = await custody.create(walletId)
    try {
      const own = await sets.prepareOwn(walletId)
      const body: CreateWalletRequest = {
        ...{ walletId, accounts, vault, proofs, set: own.set },
        ...(found && { replaces: found.walletId }),
      }
      const ask = session.ask({ method: 'POST', path: 'keys', body })
      const made = await ask.catch(async (thrown) => {
        if (thrown instanceof AppError && thrown.code === 'WALLET_EXISTS') await own.undo()
        throw thrown
      })
      session.learn({ wallet: read(walletRecord, made) })
    } catch (thrown) {
      // It may be nobody's, so it signs nothing. Where the server has it, this browser's set opens it.
      await custody.lock()
      if (!(thrown instanceof AppError) || thrown.code !== 'WALLET_EXISTS') throw thrown
      await session.refresh()
      if (!session.facts()?.wallet) throw thrown
    }
  })

export const secureByGuardian = async (sets: FactorSets): Promise<boolean> => {
  try {
    await sets.addGuardian()
    return true
  } catch (thrown) {
    // The wallet stands without it, receive-only, and the visitor is told.
    if (thrown instanceof AppError) return false
    throw thrown
  }
}
