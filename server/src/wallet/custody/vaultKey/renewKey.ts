import {
  durableUnlockMethods,
  type RenewedShareSet,
  type RenewKeyRequest,
  type WalletRecord,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Secrets } from '../../../config/secrets.ts'
import type { Settings } from '../../../config/settings.ts'
import { writeEvent } from '../../../database/events.ts'
import { exports } from '../../../database/exportTables.ts'
import type { Database } from '../../../database/open.ts'
import { keySets, wallets } from '../../../database/walletTables.ts'
import type { Notices } from '../../mail/notices.ts'
import type { Session } from '../../sessions/sessions.ts'
import { insertSetAs } from '../shareSets/insertShareSet.ts'
import { isRenewalProven } from '../walletProofs.ts'
import { lockWallet, readRecord, type Wallet } from '../walletRecords.ts'

type Parts = {
  database: Database
  secrets: Secrets
  settings: Pick<Settings, 'wallet'>
  notices: Pick<Notices, 'mustTell'>
  now: number
}
type Request = Omit<RenewKeyRequest, 'proof'> & { proof: string | undefined }

/**
 * The same seed under another vault key (security 2.6). Until the one step in which it happens all is as it was, and after it
 * nothing is left of what opened the wallet before.
 */
export const renewKey = async (parts: Parts, session: Session, request: Request): Promise<WalletRecord> => {
  const { database, settings, notices } = parts
  requireWays(request.sets, settings)
  const [wallet] = await database.select().from(wallets).where(eq(wallets.userId, session.userId))
  if (!wallet) throw new AppError(walletErrors.WALLET_MISSING)
  if (await isDone(database, session, wallet, request)) return readRecord(database, wallet)
  // After all that may be wrong with it, so that who can't do it frightens nobody; and not while the wallet is locked.
  await notices.mustTell(database, session, { kind: 'keyRenewed' })
  return database.transaction((inside) => replaceKey({ ...parts, database: inside }, session, request))
}

const replaceKey = async (parts: Parts, session: Session, request: Request): Promise<WalletRecord> => {
  const { database, now } = parts
  const wallet = await lockWallet(database, session)
  // Again: another may have been quicker.
  if (await isDone(database, session, wallet, request)) return readRecord(database, wallet)
  const { epoch, vault, sets } = request
  const renewed: Wallet = { ...wallet, epoch, vaultIv: vault.iv, vaultData: vault.data }
  await database
    .update(wallets)
    .set({ epoch, vaultIv: vault.iv, vaultData: vault.data })
    .where(eq(wallets.id, wallet.id))
  const standing = { confirmed: true, createdAt: now, lastUsedAt: null }
  // Before the old ones go, whose ids none of them may have.
  for (const set of sets) await insertSetAs(standing, parts, session, renewed, { ...set, share: shareOf(set) })
  await database.delete(keySets).where(and(eq(keySets.walletId, wallet.id), lt(keySets.epoch, epoch)))
  // Whoever asked for the phrase while the old key opened the wallet begins to wait anew.
  await database.delete(exports).where(eq(exports.userId, session.userId))
  await writeEvent(database, { kind: 'key renewed', userId: session.userId, sessionId: session.id }, now)
  return readRecord(database, renewed)
}

/** A window's own set is gone with its browser, and so is no way by which the others can come back. */
const requireWays = (sets: readonly RenewedShareSet[], { wallet }: Pick<Settings, 'wallet'>): void => {
  if (wallet.custody !== 'assisted' && sets.some(({ type }) => type === 'guardian'))
    throw new AppError(commonErrors.INVALID_INPUT)
  if (!sets.some(({ type }) => type !== 'vault' && durableUnlockMethods.includes(type)))
    throw new AppError(walletErrors.LAST_DURABLE_SET)
}

/** Whether this very renewal has been made, its answer having been lost. Throws where it may not be made. */
const isDone = async (database: Database, session: Session, wallet: Wallet, request: Request): Promise<boolean> => {
  const { proof, epoch, ...content } = request
  const renewal = { ...content, epoch, walletId: wallet.id, sessionId: session.id }
  if (!(await isRenewalProven(renewal, wallet.eip155, proof))) throw new AppError(walletErrors.WALLET_LOCKED)
  // One that may only receive gets its first way to recover by `confirm` alone.
  if (wallet.status === 'pending') throw new AppError(walletErrors.WALLET_NOT_ACTIVE)
  if (epoch > wallet.epoch + 1) throw new AppError(commonErrors.INVALID_INPUT)
  if (epoch === wallet.epoch + 1) return false
  if (epoch === wallet.epoch && (await isStored(database, wallet, request))) return true
  throw new AppError(walletErrors.WALLET_EXISTS)
}

const isStored = async (database: Database, wallet: Wallet, { vault, sets }: Request): Promise<boolean> => {
  if (wallet.vaultIv !== vault.iv || wallet.vaultData !== vault.data) return false
  const ids = sets.map(({ setId }) => setId)
  const rows = await database
    .select()
    .from(keySets)
    .where(and(eq(keySets.walletId, wallet.id), inArray(keySets.id, ids)))
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
