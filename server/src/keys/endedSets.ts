import { and, eq, inArray, isNull, lt, ne, notInArray, or } from 'drizzle-orm'
import { durableSetTypes } from 'loader/protocol/walletApi.ts'
import type { Database } from '../database/open.ts'
import { keySets, wallets } from '../database/walletTables.ts'

/** With the sessions that are revoked, what let their devices unlock a wallet ends. */
export const removeDeviceSets = async (database: Database, sessionIds: readonly string[]): Promise<void> =>
  void (await database
    .delete(keySets)
    .where(and(eq(keySets.type, 'device'), inArray(keySets.sessionId, [...sessionIds]))))

/**
 * A window's set outlives its session, unless its owner signs out there or takes that device away. The last way that
 * survives browsers stays all the same; the lock keeps two from taking the last two at once.
 */
export const removeVaultSets = async (database: Database, sessionIds: readonly string[]): Promise<void> => {
  const ended = and(eq(keySets.type, 'vault'), inArray(keySets.sessionId, [...sessionIds]))
  const rows = await database.select({ id: keySets.walletId }).from(keySets).where(ended)
  if (rows.length === 0) return
  const walletIds = rows.map(({ id }) => id)
  await database.select().from(wallets).where(inArray(wallets.id, walletIds)).for('update')
  const others = database
    .select({ id: keySets.walletId })
    .from(keySets)
    .where(
      and(
        inArray(keySets.walletId, walletIds),
        eq(keySets.confirmed, true),
        inArray(keySets.type, [...durableSetTypes]),
        or(ne(keySets.type, 'vault'), notInArray(keySets.sessionId, [...sessionIds])),
      ),
    )
  await database.delete(keySets).where(and(ended, inArray(keySets.walletId, others)))
}

/** Of browsers that went away before they were done. */
export const removeUnfinishedSets = async (database: Database, madeBefore: number): Promise<void> =>
  void (await database
    .delete(keySets)
    .where(and(isNull(keySets.wrappedData), eq(keySets.confirmed, false), lt(keySets.createdAt, madeBefore))))
