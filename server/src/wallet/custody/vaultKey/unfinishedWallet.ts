import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../database/open.ts'
import { keySets, wallets } from '../../../database/walletTables.ts'
import type { Session } from '../../sessions/sessions.ts'
import { lockWallet } from '../walletRecords.ts'

/**
 * Of a first login that was cut off, or of a browser that keeps nothing: no set of it was ever confirmed, so nobody was shown
 * it, and what opens it may be lost. Whoever takes it away names it, and so has seen that there is no way into it.
 */
export const removeUnfinishedWallet = async (database: Database, session: Session, walletId: string): Promise<void> => {
  const wallet = await lockWallet(database, session)
  const [confirmed] = await database
    .select({ id: keySets.id })
    .from(keySets)
    .where(and(eq(keySets.walletId, wallet.id), eq(keySets.confirmed, true)))
    .limit(1)
  if (wallet.id !== walletId || wallet.status !== 'pending' || confirmed) throw new AppError(walletErrors.WALLET_EXISTS)
  await database.delete(wallets).where(eq(wallets.id, wallet.id))
}
