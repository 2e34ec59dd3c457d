import { and, asc, eq, gt, inArray, isNull, lt, notInArray, or } from 'drizzle-orm'
import type { Database } from '../../../database/open.ts'
import { keySets, wallets } from '../../../database/walletTables.ts'
import type { Wallet } from '../walletRecords.ts'

/** One is made in seconds, and nobody makes many at once. */
const unfinishedLimit = 16

/**
 * Before a set of the browser is made. What isn't confirmed takes no place of what is, for who has only the mailbox begins as
 * many as they like; and among those the browser that began most gives way, so that they don't push out the owner's either.
 * What was made with the wallet stays: it may be all that opens it.
 */
export const makeUnfinishedRoom = async (database: Database, wallet: Wallet, thumbprint: string): Promise<void> => {
  const rows = await database
    .select({ id: keySets.id, thumbprint: keySets.thumbprint })
    .from(keySets)
    .where(and(eq(keySets.walletId, wallet.id), eq(keySets.confirmed, false), gt(keySets.createdAt, wallet.createdAt)))
    .orderBy(asc(keySets.createdAt))
  if (rows.length < unfinishedLimit) return
  const countOf = (browser: string): number =>
    rows.filter((row) => row.thumbprint === browser).length + (browser === thumbprint ? 1 : 0)
  const most = Math.max(...rows.map((row) => countOf(row.thumbprint)))
  const leaving = rows.find((row) => countOf(row.thumbprint) === most)
  if (leaving) await database.delete(keySets).where(eq(keySets.id, leaving.id))
}

/**
 * Of browsers that went away before they were done, or had not the wallet open. In one that may only receive, and of what was
 * made with the wallet, what is wrapped may be all that opens it.
 */
export const removeUnfinishedSets = async (database: Database, madeBefore: number): Promise<void> => {
  const active = database.select({ id: wallets.id }).from(wallets).where(eq(wallets.status, 'active'))
  const first = database
    .select({ id: keySets.id })
    .from(keySets)
    .innerJoin(wallets, and(eq(wallets.id, keySets.walletId), eq(wallets.createdAt, keySets.createdAt)))
  await database
    .delete(keySets)
    .where(
      and(
        eq(keySets.confirmed, false),
        lt(keySets.createdAt, madeBefore),
        or(isNull(keySets.wrappedData), and(inArray(keySets.walletId, active), notInArray(keySets.id, first))),
      ),
    )
}
