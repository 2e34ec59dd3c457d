import type { ShareSetRow, WalletRecord } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, asc, eq, gte, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { passkeyKeys } from '../../database/passkeyTables.ts'
import { shareSets, wallets } from '../../database/walletTables.ts'
import type { Session } from '../sessions/sessions.ts'

export type StoredShareSet = typeof shareSets.$inferSelect
export type StoredWallet = typeof wallets.$inferSelect

/** Reads the wallet record that the owner's browsers receive. Null if the user has no wallet. */
export const findWalletRecord = async (database: Database, userId: string): Promise<WalletRecord | null> => {
  const [wallet] = await database.select().from(wallets).where(eq(wallets.userId, userId))
  return wallet ? readWalletRecord(database, wallet) : null
}

export const findWalletId = async (database: Database, userId: string): Promise<string | undefined> =>
  (await database.select({ id: wallets.id }).from(wallets).where(eq(wallets.userId, userId)))[0]?.id

export const readWalletRecord = async (database: Database, wallet: StoredWallet): Promise<WalletRecord> => {
  const rows = await database
    .select({ set: shareSets, signInKey: passkeyKeys.setId })
    .from(shareSets)
    .leftJoin(passkeyKeys, eq(passkeyKeys.setId, shareSets.id))
    .where(and(eq(shareSets.walletId, wallet.id), isUsable))
    .orderBy(asc(shareSets.createdAt), asc(shareSets.id))
  return {
    walletId: wallet.id,
    epoch: wallet.epoch,
    status: wallet.status,
    accounts: { eip155: wallet.eip155, solana: wallet.solana },
    vault: { iv: wallet.vaultIv, data: wallet.vaultData },
    sets: rows.map(({ set, signInKey }) => ({ ...rowOf(set), ...(signInKey !== null && { signsIn: true }) })),
    ...createdIn(wallet),
  }
}

const createdIn = ({ createdHost: host, createdBrowser: browser, createdAt: at }: StoredWallet) =>
  host === null || browser === null ? {} : { created: { host, browser, at } }

/** Without a wrapped vault key a share set is not usable, except for a backup, whose file contains that key. */
const isUsable = or(eq(shareSets.type, 'kit'), isNotNull(shareSets.wrappedData))

const rowOf = ({
  id,
  type,
  epoch,
  createdAt,
  lastUsedAt,
  confirmed,
  label,
  credentialId,
  passkeyKeyIv: iv,
  passkeyKeyData: data,
}: StoredShareSet): ShareSetRow => ({
  setId: id,
  type,
  epoch,
  createdAt,
  lastUsedAt,
  confirmed,
  label,
  ...(credentialId !== null && { credentialId }),
  ...(iv !== null && data !== null && { passkeyKey: { iv, data } }),
})

/**
 * Tells whether the user has a wallet that some browser has opened. An unfinished wallet holds nothing, because no
 * visitor has seen its address.
 */
export const hasFinishedWallet = async (database: Database, userId: string): Promise<boolean> => {
  const [finished] = await database
    .select({ id: wallets.id })
    .from(wallets)
    .leftJoin(shareSets, and(eq(shareSets.walletId, wallets.id), eq(shareSets.confirmed, true)))
    .where(and(eq(wallets.userId, userId), or(eq(wallets.status, 'active'), isNotNull(shareSets.id))))
    .limit(1)
  return finished !== undefined
}

const newMs = 60 * 60_000

/**
 * Tells whether a session of an unknown browser needs no confirmation yet. The wallet is at most an hour old, older than
 * the session, and the server has released no share that opens it. All times are of this server's clock.
 */
export const isOfUnusedWallet = async (
  database: Database,
  { userId, createdAt }: Pick<Session, 'userId' | 'createdAt'>,
  now: number,
): Promise<boolean> => {
  const [unused] = await database
    .select({ id: wallets.id })
    .from(wallets)
    .where(
      and(
        eq(wallets.userId, userId),
        isNull(wallets.openedAt),
        gte(wallets.createdAt, now - newMs),
        lt(wallets.createdAt, createdAt),
      ),
    )
  return unused !== undefined
}

/** Locks the wallet's row, so that only one transaction at a time changes the wallet's share sets. */
export const lockWalletRow = async (database: Database, { userId }: Session): Promise<StoredWallet> => {
  const [wallet] = await database.select().from(wallets).where(eq(wallets.userId, userId)).for('update')
  if (!wallet) throw new AppError(walletErrors.WALLET_MISSING)
  return wallet
}

/** Reads the user's wallet, of which at least one durable share set was confirmed. */
export const requireActiveWallet = async (database: Database, { userId }: Session): Promise<StoredWallet> => {
  const [wallet] = await database.select().from(wallets).where(eq(wallets.userId, userId))
  if (!wallet) throw new AppError(walletErrors.WALLET_MISSING)
  if (wallet.status !== 'active') throw new AppError(walletErrors.WALLET_NOT_ACTIVE)
  return wallet
}

export const findShareSet = async (database: Database, { userId }: Session, setId: string) => {
  const [found] = await database
    .select({ set: shareSets, wallet: wallets })
    .from(shareSets)
    .innerJoin(wallets, eq(wallets.id, shareSets.walletId))
    .where(and(eq(shareSets.id, setId), eq(wallets.userId, userId)))
  if (!found) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
  return found
}
