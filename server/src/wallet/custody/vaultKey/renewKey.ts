import {
  durableUnlockMethods,
  type RenewedShareSet,
  type RenewVaultKeyRequest,
  type WalletRecord,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Secrets } from '../../../config/secrets.ts'
import type { Settings } from '../../../config/settings.ts'
import { writeAuditEvent } from '../../../database/events.ts'
import { phraseExports } from '../../../database/exportTables.ts'
import type { Database } from '../../../database/open.ts'
import { passkeyKeys } from '../../../database/passkeyTables.ts'
import { shareSets, wallets } from '../../../database/walletTables.ts'
import type { SecurityNotices } from '../../mail/notices.ts'
import type { Session } from '../../sessions/sessions.ts'
import { insertShareSetWithState } from '../shareSets/insertShareSet.ts'
import { isKeyRenewalProven } from '../walletProofs.ts'
import { lockWalletRow, readWalletRecord, type StoredWallet } from '../walletRecords.ts'

type Parts = {
  database: Database
  secrets: Secrets
  settings: Pick<Settings, 'wallet'>
  notices: Pick<SecurityNotices, 'require'>
  now: number
}
type Request = Omit<RenewVaultKeyRequest, 'proof'> & { proof: string | undefined }

/**
 * Stores the same seed under a new vault key. One transaction replaces the vault and all share sets, so that the server
 * keeps no share set of the old key.
 */
export const renewVaultKey = async (parts: Parts, session: Session, request: Request): Promise<WalletRecord> => {
  const { database, settings, notices } = parts
  requireRecoverable(request.sets, settings)
  const [wallet] = await database.select().from(wallets).where(eq(wallets.userId, session.userId))
  if (!wallet) throw new AppError(walletErrors.WALLET_MISSING)
  if (await isDone(database, session, wallet, request)) return readWalletRecord(database, wallet)
  // Send the mail after all checks, so that an invalid request causes no mail. Send it before the transaction, so that a
  // slow mail server does not keep the wallet's row locked.
  await notices.require(database, session, { kind: 'keyRenewed' })
  return database.transaction((inside) => replaceKey({ ...parts, database: inside }, session, request))
}

const replaceKey = async (parts: Parts, session: Session, request: Request): Promise<WalletRecord> => {
  const { database, now } = parts
  const wallet = await lockWalletRow(database, session)
  // Check again after locking the wallet, because a concurrent renewal may have changed it.
  if (await isDone(database, session, wallet, request)) return readWalletRecord(database, wallet)
  const { epoch, vault, sets } = request
  const renewed: StoredWallet = { ...wallet, epoch, vaultIv: vault.iv, vaultData: vault.data }
  await database
    .update(wallets)
    .set({ epoch, vaultIv: vault.iv, vaultData: vault.data })
    .where(eq(wallets.id, wallet.id))
  const inherited = { confirmed: true, createdAt: now, lastUsedAt: null }
  // Insert before deleting, so that a new share set can't reuse an old one's id.
  for (const set of sets)
    await insertShareSetWithState(inherited, parts, session, renewed, { ...set, share: shareOf(set) })
  await keepSignInKeys(database, wallet, epoch)
  await database.delete(shareSets).where(and(eq(shareSets.walletId, wallet.id), lt(shareSets.epoch, epoch)))
  // Somebody with the old vault key may have requested a phrase export that still waits, so delete it.
  await database.delete(phraseExports).where(eq(phraseExports.userId, session.userId))
  await writeAuditEvent(database, { kind: 'key renewed', userId: session.userId, sessionId: session.id }, now)
  return readWalletRecord(database, renewed)
}

/** Gives the new share set of each passkey the public key with which that passkey signs in. */
const keepSignInKeys = async (database: Database, wallet: StoredWallet, epoch: number): Promise<void> => {
  const rows = await database
    .select({ set: shareSets, key: passkeyKeys })
    .from(shareSets)
    .leftJoin(passkeyKeys, eq(passkeyKeys.setId, shareSets.id))
    .where(and(eq(shareSets.walletId, wallet.id), eq(shareSets.type, 'passkey')))
  const kept = rows.flatMap(({ set, key }) => {
    const next = rows.find((row) => row.set.epoch === epoch && row.set.credentialId === set.credentialId)
    return key && next && set.epoch < epoch && set.confirmed ? [{ ...key, setId: next.set.id }] : []
  })
  if (kept.length > 0) await database.insert(passkeyKeys).values(kept).onConflictDoNothing()
}

/**
 * Requires a share set that survives the loss of this browser. The share set of a wallet window doesn't, because a
 * browser stores its key.
 */
const requireRecoverable = (sets: readonly RenewedShareSet[], { wallet }: Pick<Settings, 'wallet'>): void => {
  if (wallet.custody !== 'assisted' && sets.some(({ type }) => type === 'guardian'))
    throw new AppError(commonErrors.INVALID_INPUT)
  if (!sets.some(({ type }) => type !== 'vault' && durableUnlockMethods.includes(type)))
    throw new AppError(walletErrors.LAST_DURABLE_SET)
}

/**
 * Tells whether this renewal is already stored: a browser that did not receive the answer repeats its renewal. Throws
 * if the renewal is not allowed.
 */
const isDone = async (
  database: Database,
  session: Session,
  wallet: StoredWallet,
  request: Request,
): Promise<boolean> => {
  const { proof, epoch, ...content } = request
  const renewal = { ...content, epoch, walletId: wallet.id, sessionId: session.id }
  if (!(await isKeyRenewalProven(renewal, wallet.eip155, proof))) throw new AppError(walletErrors.WALLET_LOCKED)
  // A pending wallet becomes active only when its first durable share set is confirmed.
  if (wallet.status === 'pending') throw new AppError(walletErrors.WALLET_NOT_ACTIVE)
  if (epoch > wallet.epoch + 1) throw new AppError(commonErrors.INVALID_INPUT)
  if (epoch === wallet.epoch + 1) return false
  if (epoch === wallet.epoch && (await isStored(database, wallet, request))) return true
  throw new AppError(walletErrors.WALLET_EXISTS)
}

const isStored = async (database: Database, wallet: StoredWallet, { vault, sets }: Request): Promise<boolean> => {
  if (wallet.vaultIv !== vault.iv || wallet.vaultData !== vault.data) return false
  const ids = sets.map(({ setId }) => setId)
  const rows = await database
    .select()
    .from(shareSets)
    .where(and(eq(shareSets.walletId, wallet.id), inArray(shareSets.id, ids)))
  return sets.every((set) => {
    const wrapped = 'wrapped' in set ? set.wrapped : { iv: null, data: null }
    return rows.some(
      (row) =>
        row.id === set.setId &&
        row.type === set.type &&
        row.wrappedIv === wrapped.iv &&
        row.wrappedData === wrapped.data,
    )
  })
}

const shareOf = (set: RenewedShareSet): Uint8Array | null =>
  'serverShare' in set ? Buffer.from(set.serverShare, 'base64url') : null
