import { and, asc, eq, inArray, isNull, lt, ne, or } from 'drizzle-orm'
import { AppError } from 'loader/protocol/errors.ts'
import { durableSetTypes } from 'loader/protocol/walletApi.ts'
import type { Database } from '../database/open.ts'
import { keySets, wallets } from '../database/walletTables.ts'
import type { Wallet } from './records.ts'

/**
 * With the sessions that are revoked, what let their devices unlock a wallet ends. Not of one that may only receive: it
 * has no other way, and may have received.
 */
export const removeDeviceSets = async (database: Database, sessionIds: readonly string[]): Promise<void> => {
  const whole = database.select({ id: wallets.id }).from(wallets).where(eq(wallets.status, 'active'))
  await database
    .delete(keySets)
    .where(
      and(eq(keySets.type, 'device'), inArray(keySets.sessionId, [...sessionIds]), inArray(keySets.walletId, whole)),
    )
}

/**
 * A window's set outlives its session, unless its owner signs out there or takes that device away: by the key of its
 * browser, since the set may be of an earlier login there. One that stayed would pass for a way in that nobody has any
 * more. The last way that survives browsers stays all the same; the lock keeps two from taking the last two at once.
 */
export const removeVaultSets = async (database: Database, userId: string, thumbprint: string): Promise<void> => {
  const [wallet] = await database.select().from(wallets).where(eq(wallets.userId, userId)).for('update')
  if (!wallet) return
  const own = eq(keySets.walletId, wallet.id)
  const [other] = await database
    .select({ id: keySets.id })
    .from(keySets)
    .where(
      and(
        own,
        eq(keySets.confirmed, true),
        inArray(keySets.type, [...durableSetTypes]),
        or(ne(keySets.type, 'vault'), ne(keySets.thumbprint, thumbprint)),
      ),
    )
    .limit(1)
  if (other)
    await database.delete(keySets).where(and(own, eq(keySets.type, 'vault'), eq(keySets.thumbprint, thumbprint)))
}

/** Of browsers that went away before they were done. */
export const removeUnfinishedSets = async (database: Database, madeBefore: number): Promise<void> =>
  void (await database
    .delete(keySets)
    .where(and(isNull(keySets.wrappedData), eq(keySets.confirmed, false), lt(keySets.createdAt, madeBefore))))

/** The device that has not been used for the longest time gives its place; other sets are made by hand, and few. */
export const makeRoom = async (database: Database, wallet: Wallet): Promise<void> => {
  const [oldest] = await database
    .select({ id: keySets.id })
    .from(keySets)
    .where(and(eq(keySets.walletId, wallet.id), eq(keySets.type, 'device')))
    .orderBy(asc(keySets.lastUsedAt), asc(keySets.createdAt))
    .limit(1)
  if (!oldest) throw new AppError('TOO_MANY_REQUESTS', { values: { n: 86_400 } })
  await database.delete(keySets).where(eq(keySets.id, oldest.id))
}
