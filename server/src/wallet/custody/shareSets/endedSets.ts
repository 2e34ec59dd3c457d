import { durableUnlockMethods } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, inArray, ne, or } from 'drizzle-orm'
import type { Database } from '../../../database/open.ts'
import { keySets, wallets } from '../../../database/walletTables.ts'
import type { Session } from '../../sessions/sessions.ts'
import { isChangeProven } from '../walletProofs.ts'
import type { Wallet } from '../walletRecords.ts'

/** `target` is the session that ends, `thumbprint` its browser's; `all` where all sessions do. */
type Ended = { target: string; thumbprint: string; proof: string | undefined }

/**
 * Every session may end any other, so who has only the mailbox may too. What opens the wallet in a browser goes with its
 * sessions by the word of that browser alone, or of who has the wallet open. Not of one that may only receive: it may have
 * received, and what else opens it is only what another browser keeps, which may forget it any day.
 */
export const removeEndedSets = async (
  database: Database,
  session: Session,
  { target, thumbprint, proof }: Ended,
): Promise<void> => {
  const { userId } = session
  const [wallet] = await database.select().from(wallets).where(eq(wallets.userId, userId)).for('update')
  if (!wallet || wallet.status === 'pending') return
  const { id: walletId, epoch, eip155 } = wallet
  const change = { action: 'end', walletId, setId: target, epoch, sessionId: session.id } as const
  const isOpen = proof !== undefined
  if (isOpen && !(await isChangeProven(change, eip155, proof))) throw new AppError(walletErrors.WALLET_LOCKED)
  if (isOpen || thumbprint === session.thumbprint) await removeBrowser(database, wallet, thumbprint)
  if (isOpen && target === 'all')
    await database.delete(keySets).where(and(eq(keySets.walletId, wallet.id), eq(keySets.type, 'device')))
}

/**
 * By the key of the browser, since its sets may be of an earlier login there. One that stayed would pass for a way in that
 * nobody has any more. The last way that survives browsers stays all the same; the lock on the wallet keeps two from taking
 * the last two at once.
 */
const removeBrowser = async (database: Database, wallet: Wallet, thumbprint: string): Promise<void> => {
  const own = eq(keySets.walletId, wallet.id)
  const isHere = eq(keySets.thumbprint, thumbprint)
  const [other] = await database
    .select({ id: keySets.id })
    .from(keySets)
    .where(
      and(
        own,
        eq(keySets.confirmed, true),
        inArray(keySets.type, [...durableUnlockMethods]),
        or(ne(keySets.type, 'vault'), ne(keySets.thumbprint, thumbprint)),
      ),
    )
    .limit(1)
  const types = other ? (['device', 'vault'] as const) : (['device'] as const)
  await database.delete(keySets).where(and(own, isHere, inArray(keySets.type, [...types])))
}
