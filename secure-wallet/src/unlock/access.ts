import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { Session } from '../session/session.ts'
import type { Custody } from '../worker/custody.ts'
import type { FactorSets } from './factorSets.ts'
import type { Keys } from './keys.ts'
import { isUnfinished } from './unfinished.ts'

type Parts = {
  session: Session
  custody: Custody
  sets: FactorSets
  /**
   * Shows the ways to recover, and resolves when one of them has opened the wallet. USER_REJECTED where the visitor leaves.
   * `isPart`: of what the visitor does in the wallet's own panels, which go on then.
   */
  recover(isPart: boolean): Promise<void>
  /** Before anything is signed. */
  opened(isPart: boolean): Promise<void>
}

type Access = Keys & { unlock(isPart?: boolean): Promise<void>; lock(): Promise<void> }

/** What an approval sees of the keys. */
export const createAccess = ({ session, custody, sets, recover, opened }: Parts): Access => {
  let isOpen = false
  let opening: Promise<void> | null = null

  const open = async (isPart: boolean): Promise<void> => {
    const known = session.facts()?.wallet
    // Not the wallet of somebody who was signed in before, nor one that was replaced by another or got a new key since.
    if (known && (await custody.isUnlocked(known.walletId, known.epoch))) return
    // Asked anew each time: another tab may have ended it, or the browser forgotten it, and nobody recovers that.
    const facts = await session.restore()
    if (!facts) throw new AppError(walletErrors.SESSION_REVOKED)
    if (!facts.wallet) throw new AppError(walletErrors.WALLET_MISSING)
    if (!(await sets.unlockWithOwn())) await recover(isPart)
    // Who signed out meanwhile locked what was not open yet.
    if (session.facts()?.wallet?.walletId === facts.wallet.walletId) return
    await custody.lock()
    throw new AppError(walletErrors.SESSION_REVOKED)
  }
  const unlock = async (isPart = false): Promise<void> => {
    opening ??= open(isPart).finally(() => {
      opening = null
    })
    await opening
    isOpen = true
    await opened(isPart)
  }
  /** The worker locks by itself; what the visitor has just approved is signed all the same. */
  const sign = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    try {
      return await run()
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.code !== 'WALLET_LOCKED') throw thrown
      isOpen = false
      await unlock()
      return run()
    }
  }

  return {
    accounts: () => {
      const wallet = session.facts()?.wallet
      return wallet && !isUnfinished(wallet) ? wallet.accounts : null
    },
    status: () => {
      const wallet = session.facts()?.wallet
      if (!wallet || isUnfinished(wallet)) return 'none'
      if (wallet.status === 'pending') return 'receiveOnly'
      return isOpen ? 'ready' : 'locked'
    },
    unlock,
    signEvm: (digest) => sign(() => custody.signEvm(new Uint8Array(digest))),
    signSolana: (message) => sign(() => custody.signSolana(new Uint8Array(message))),
    lock: async () => {
      isOpen = false
      await custody.lock()
    },
  }
}
