import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { and, asc, count, eq, ne } from 'drizzle-orm'
import type { Database } from '../../../database/open.ts'
import { keySets } from '../../../database/walletTables.ts'
import type { Wallet } from '../walletRecords.ts'

/** Browsers that forget their storage leave a set behind at each login. */
const setLimit = 32

/** Once one more is confirmed: the device that has not been used for the longest time gives its place; others are few. */
export const makeRoom = async (database: Database, wallet: Wallet, newId: string): Promise<void> => {
  const own = and(eq(keySets.walletId, wallet.id), eq(keySets.confirmed, true))
  const [{ sets } = { sets: 0 }] = await database.select({ sets: count() }).from(keySets).where(own)
  if (sets <= setLimit) return
  const [oldest] = await database
    .select({ id: keySets.id })
    .from(keySets)
    .where(and(own, eq(keySets.type, 'device'), ne(keySets.id, newId)))
    .orderBy(asc(keySets.lastUsedAt), asc(keySets.createdAt))
    .limit(1)
  if (!oldest) throw new AppError(commonErrors.TOO_MANY_REQUESTS, { values: { n: 86_400 } })
  await database.delete(keySets).where(eq(keySets.id, oldest.id))
}
