import { and, asc, eq, isNotNull, isNull, ne, or } from 'drizzle-orm'
import { AppError } from 'loader/protocol/errors.ts'
import type { KeySetRow, WalletRecord } from 'loader/protocol/walletApi.ts'
import type { Database } from '../database/open.ts'
import { sessions } from '../database/sessionTables.ts'
import { keySets, wallets } from '../database/walletTables.ts'
import type { Session } from '../sessions/sessions.ts'

export type KeySet = typeof keySets.$inferSelect
export type Wallet = typeof wallets.$inferSelect

/** What the owner of a wallet is told of it. Null where there is none. */
export const findWallet = async (database: Database, userId: string): Promise<WalletRecord | null> => {
  const [wallet] = await database.select().from(wallets).where(eq(wallets.userId, userId))
  return wallet ? readRecord(database, wallet) : null
}

export const readRecord = async (database: Database, wallet: Wallet): Promise<WalletRecord> => {
  const rows = await database
    .select({ set: keySets })
    .from(keySets)
    .innerJoin(wallets, eq(wallets.id, keySets.walletId))
    .leftJoin(sessions, eq(sessions.id, keySets.sessionId))
    .where(and(eq(keySets.walletId, wallet.id), isUsable))
    .orderBy(asc(keySets.createdAt), asc(keySets.id))
  return {
    walletId: wallet.id,
    epoch: wallet.epoch,
    status: wallet.status,
    accounts: { eip155: wallet.eip155, solana: wallet.solana },
    vault: { iv: wallet.vaultIv, data: wallet.vaultData },
    sets: rows.map(({ set }) => rowOf(set)),
  }
}

/**
 * Of `keySets` joined with `wallets` and `sessions`: a device's set ends with the session that was revoked there, where it
 * was not all that there is.
 */
export const isOfLiveDevice = or(ne(keySets.type, 'device'), isNull(sessions.revokedAt), eq(wallets.status, 'pending'))

/** A set that its browser never finished opens nothing. */
const isUsable = and(isOfLiveDevice, or(eq(keySets.type, 'kit'), isNotNull(keySets.wrappedData)))

const rowOf = ({ id, type, epoch, createdAt, lastUsedAt, confirmed, label, credentialId }: KeySet): KeySetRow => ({
  setId: id,
  type,
  epoch,
  createdAt,
  lastUsedAt,
  confirmed,
  label,
  ...(credentialId !== null && { credentialId }),
})

/** Until the end of the transaction nobody else changes the ways into the wallet. */
export const lockWallet = async (database: Database, { userId }: Session): Promise<Wallet> => {
  const [wallet] = await database.select().from(wallets).where(eq(wallets.userId, userId)).for('update')
  if (!wallet) throw new AppError('WALLET_MISSING')
  return wallet
}

export const findSet = async (database: Database, { userId }: Session, setId: string) => {
  const [found] = await database
    .select({ set: keySets, wallet: wallets, holder: sessions })
    .from(keySets)
    .innerJoin(wallets, eq(wallets.id, keySets.walletId))
    .leftJoin(sessions, eq(sessions.id, keySets.sessionId))
    .where(and(eq(keySets.id, setId), eq(wallets.userId, userId), isOfLiveDevice))
  if (!found) throw new AppError('KEY_SET_NOT_FOUND')
  return found
}
