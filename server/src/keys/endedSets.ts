import { and, eq, inArray, isNull, lt } from 'drizzle-orm'
import type { Database } from '../database/open.ts'
import { keySets } from '../database/walletTables.ts'

/** With the sessions that are revoked, what let their devices unlock a wallet ends. */
export const removeDeviceSets = async (database: Database, sessionIds: readonly string[]): Promise<void> =>
  void (await database
    .delete(keySets)
    .where(and(eq(keySets.type, 'device'), inArray(keySets.sessionId, [...sessionIds]))))

/** Of browsers that went away before they were done. */
export const removeUnfinishedSets = async (database: Database, madeBefore: number): Promise<void> =>
  void (await database
    .delete(keySets)
    .where(and(isNull(keySets.wrappedData), eq(keySets.confirmed, false), lt(keySets.createdAt, madeBefore))))
