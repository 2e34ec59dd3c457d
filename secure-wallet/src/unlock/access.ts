import type { WalletRecord } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { Session } from '../session/session.ts'
import type { SiteConnection } from '../session/siteConnection.ts'
import type { CustodyApi } from '../worker/contract.ts'
import type { WalletKeys } from './keys.ts'
import type { ShareSets } from './shareSets.ts'
import { isUnfinished } from './unfinished.ts'

type Parts = {
  session: Session
  connection: Pick<SiteConnection, 'isLeft' | 'hasReturned'>
  custody: CustodyApi
  sets: ShareSets
  /**
   * Shows the recovery panel and resolves when the wallet is unlocked. Rejects with USER_REJECTED if the visitor
   * leaves. `isPart`: the recovery panel interrupts another panel, which continues afterwards.
   */
  recover(isPart: boolean): Promise<void>
  /**
   * Asks a visitor who came back to a disconnected site for a passkey or a code, if the last one is too old. Rejects
   * with USER_REJECTED if the visitor leaves.
   */
  confirmReturn(isPart: boolean): Promise<void>
  /** Called each time the wallet was unlocked, before it signs. */
  opened(isPart: boolean): Promise<void>
}

type Access = WalletKeys & { unlock(isPart?: boolean): Promise<void>; lock(): Promise<void> }

/** Unlocks the wallet for approvals and settings. */
export const createWalletAccess = (parts: Parts): Access => {
  const { session, connection, custody, sets, recover, confirmReturn, opened } = parts
  const walletOfSite = () => (connection.isLeft() ? null : session.facts()?.wallet)
  let isOpen = false
  let opening: Promise<void> | null = null

  const open = async (isPart: boolean): Promise<void> => {
    if (connection.isLeft()) throw new AppError(commonErrors.UNAUTHORIZED)
    if (connection.hasReturned()) {
      await session.restore()
      await confirmReturn(isPart)
    }
    const known = session.facts()?.wallet
    // The worker may hold the wallet of an earlier account, or an earlier vault key. So compare the wallet and its
    // epoch.
    if (known && (await custody.isUnlocked(known.walletId, known.epoch))) return finishArrival(sets)
    // Another tab may have ended the session, or the browser may have deleted it. So check the session before the
    // visitor sees a recovery panel.
    const facts = await session.restore()
    if (!facts) throw new AppError(walletErrors.SESSION_REVOKED)
    if (!facts.wallet) throw new AppError(walletErrors.WALLET_MISSING)
    if (!(await sets.device.unlock())) await recover(isPart)
    // If the visitor signed out or disconnected while the wallet unlocked, that came too early to lock it, so lock it now.
    if (walletOfSite()?.walletId === facts.wallet.walletId) return
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
  /** Runs a step of a signature. If the worker locked itself meanwhile, unlocks the wallet and repeats the step. */
  const whileUnlocked = async <Result>(run: () => Promise<Result>): Promise<Result> => {
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
    accounts: () => finished(walletOfSite())?.accounts ?? null,
    status: () => statusOf(finished(walletOfSite()), isOpen && !connection.hasReturned()),
    unlock,
    ...createSigning(custody, whileUnlocked),
    lock: async () => {
      isOpen = false
      await custody.lock()
    },
  }
}

const finished = (wallet: WalletRecord | null | undefined): WalletRecord | null =>
  wallet && !isUnfinished(wallet) ? wallet : null

/** Confirms this browser to the server and adds its share set, if that failed when the wallet opened. */
const finishArrival = async (sets: ShareSets): Promise<void> => {
  try {
    await sets.confirmBrowser()
    await sets.device.addIfMissing()
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
  }
}

const statusOf = (wallet: WalletRecord | null, isOpen: boolean): ReturnType<WalletKeys['status']> => {
  if (!wallet) return 'none'
  if (wallet.status === 'pending') return 'receiveOnly'
  return isOpen ? 'ready' : 'locked'
}

type Signing = Pick<CustodyApi, 'startApproval' | 'confirmApproval' | 'sign'>

const createSigning = (
  custody: Signing,
  whileUnlocked: <Result>(run: () => Promise<Result>) => Promise<Result>,
): Signing => ({
  startApproval: (request) => whileUnlocked(() => custody.startApproval(request)),
  confirmApproval: (...confirmation) => whileUnlocked(() => custody.confirmApproval(...confirmation)),
  sign: (approvalId, payload) => whileUnlocked(() => custody.sign(approvalId, payload)),
})
