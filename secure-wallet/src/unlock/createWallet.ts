import type { CreateWalletRequest } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { parseAnswer, walletRecordSchema } from '../session/serverSchemas.ts'
import type { Session } from '../session/session.ts'
import type { CustodyApi } from '../worker/contract.ts'
import type { ShareSets } from './shareSets.ts'
import { isUnfinished } from './unfinished.ts'

type Parts = {
  session: Session
  custody: CustodyApi
  sets: ShareSets
  scope: string
  withLock<Result>(name: string, run: () => Promise<Result>): Promise<Result>
}

/**
 * Creates the first wallet of an account (SECURITY-MODEL.md 2.6), with a device share set. The wallet is receive-only
 * until a durable unlock method is confirmed. If the account has got a wallet meanwhile, creates none: the session
 * takes the record of the existing wallet. `replaces` names an unfinished wallet that this browser cannot open.
 */
export const createWallet = ({ session, custody, sets, scope, withLock }: Parts, replaces?: string): Promise<void> =>
  withLock(`wallet ${scope}`, async () => {
    // The account may have a wallet by now: another tab created it, or the answer to an earlier request was lost.
    await session.refresh()
    const found = session.facts()?.wallet
    if (found && !(found.walletId === replaces && isUnfinished(found))) return
    const walletId = crypto.randomUUID()
    const { accounts, vault, proofs } = await custody.create(walletId)
    try {
      const first = await sets.device.prepareFirst(walletId)
      const body: CreateWalletRequest = {
        ...{ walletId, accounts, vault, proofs, set: first.set },
        ...(found && { replaces: found.walletId }),
      }
      const request = session.ask({ method: 'POST', path: 'keys', body })
      const created = await request.catch(async (thrown) => {
        if (hasOther(thrown)) await first.undo()
        throw thrown
      })
      session.learn({ wallet: parseAnswer(walletRecordSchema, created) })
    } catch (thrown) {
      // The server may not have stored this wallet, so lock it: it must not sign. If the server has the wallet, the
      // device share set opens it later.
      await custody.lock()
      if (!hasOther(thrown)) throw thrown
      await session.refresh()
      if (!session.facts()?.wallet) throw thrown
    }
  })

/** Tells whether another browser has created the account's wallet. Then the server may ask for a proof of that wallet. */
const hasOther = (thrown: unknown): boolean =>
  thrown instanceof AppError && ['WALLET_EXISTS', 'DEVICE_NOT_APPROVED'].includes(thrown.code)

/**
 * Adds a guardian share set to a new wallet. Returns false if that fails. Then the wallet is receive-only, and a panel
 * says so.
 */
export const addGuardianToNewWallet = async (sets: ShareSets): Promise<boolean> => {
  try {
    await sets.guardian.add()
    return true
  } catch (thrown) {
    if (thrown instanceof AppError) return false
    throw thrown
  }
}
