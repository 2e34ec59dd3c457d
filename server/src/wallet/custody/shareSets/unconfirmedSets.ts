import { and, asc, eq, gt, inArray, isNull, lt, notInArray, or } from 'drizzle-orm'
import type { Database } from '../../../database/open.ts'
import { shareSets, wallets } from '../../../database/walletTables.ts'
import type { StoredWallet } from '../walletRecords.ts'

/**
 * The largest number of unconfirmed share sets of a wallet. Browsers confirm a share set within seconds, so an honest
 * owner never has this many.
 */
const unconfirmedLimit = 16

/**
 * Makes room for a new unconfirmed share set. An attacker with only the mailbox can add any number of share sets.
 * Therefore a new one evicts no confirmed share set, but the oldest unconfirmed one of the browser that has the most.
 * The share set that was created with the wallet stays, because it may be the only one that opens the wallet.
 */
export const makeRoomForUnconfirmedShareSet = async (
  database: Database,
  wallet: StoredWallet,
  thumbprint: string,
): Promise<void> => {
  const rows = await database
    .select({ id: shareSets.id, thumbprint: shareSets.thumbprint })
    .from(shareSets)
    .where(
      and(eq(shareSets.walletId, wallet.id), eq(shareSets.confirmed, false), gt(shareSets.createdAt, wallet.createdAt)),
    )
    .orderBy(asc(shareSets.createdAt))
  if (rows.length < unconfirmedLimit) return
  const countOf = (browser: string): number =>
    rows.filter((row) => row.thumbprint === browser).length + (browser === thumbprint ? 1 : 0)
  const most = Math.max(...rows.map((row) => countOf(row.thumbprint)))
  const evicted = rows.find((row) => countOf(row.thumbprint) === most)
  if (evicted) await database.delete(shareSets).where(eq(shareSets.id, evicted.id))
}

/**
 * Removes share sets that their browsers never confirmed. Two kinds stay, because perhaps no other share set opens the
 * wallet. One kind has a wrapped vault key and belongs to a pending wallet. The other was created with its wallet.
 */
export const removeUnconfirmedShareSets = async (database: Database, madeBefore: number): Promise<void> => {
  const active = database.select({ id: wallets.id }).from(wallets).where(eq(wallets.status, 'active'))
  const first = database
    .select({ id: shareSets.id })
    .from(shareSets)
    .innerJoin(wallets, and(eq(wallets.id, shareSets.walletId), eq(wallets.createdAt, shareSets.createdAt)))
  await database
    .delete(shareSets)
    .where(
      and(
        eq(shareSets.confirmed, false),
        lt(shareSets.createdAt, madeBefore),
        or(isNull(shareSets.wrappedData), and(inArray(shareSets.walletId, active), notInArray(shareSets.id, first))),
      ),
    )
}
