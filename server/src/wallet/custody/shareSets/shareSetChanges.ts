import { durableUnlockMethods, type WalletRecord } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, asc, count, eq, inArray, ne } from 'drizzle-orm'
import { writeAuditEvent } from '../../../database/events.ts'
import type { Database } from '../../../database/open.ts'
import { shareSets, wallets } from '../../../database/walletTables.ts'
import { unconfirmOtherBrowsers } from '../../sessions/recogniseBrowser.ts'
import type { Session } from '../../sessions/sessions.ts'
import {
  findShareSet,
  hasFinishedWallet,
  lockWalletRow,
  readWalletRecord,
  type StoredWallet,
} from '../walletRecords.ts'
import {
  isDurableShareSet,
  type ProvenShareSetChange,
  requireFreshLogin,
  requireOwnShareSetOrFreshLogin,
  requireWalletProof,
  type ShareSetParts,
} from './shareSetRules.ts'

/**
 * Limits the confirmed share sets of a wallet: a browser whose storage is deleted leaves an unused share set behind at
 * each login.
 */
const setLimit = 32

/**
 * Confirms a share set after its browser has unwrapped the vault key with it. The first durable share set activates the
 * wallet.
 */
export const confirmShareSet = async (
  { clock, notices }: ShareSetParts,
  database: Database,
  session: Session,
  { setId, proof }: ProvenShareSetChange,
): Promise<WalletRecord> => {
  const { record, isNoticed, type } = await database.transaction(async (inside) => {
    const wallet = await lockWalletRow(inside, session)
    const { set } = await findShareSet(inside, session, setId)
    requireOwnShareSetOrFreshLogin(set, session, clock())
    await requireWalletProof(wallet, set, session, { action: 'confirm', proof, now: clock() })
    if (set.type !== 'kit' && set.wrappedData === null) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
    // Sessions that began before the wallet existed are confirmed, also one of a phished code.
    if (!(await hasFinishedWallet(inside, session.userId))) await unconfirmOtherBrowsers(inside, session)
    await inside.update(shareSets).set({ confirmed: true }).where(eq(shareSets.id, setId))
    await makeRoom(inside, wallet, setId)
    const status = isDurableShareSet(set) ? 'active' : wallet.status
    await inside.update(wallets).set({ status }).where(eq(wallets.id, wallet.id))
    const kind = `${set.type} set confirmed`
    await writeAuditEvent(inside, { kind, userId: session.userId, sessionId: session.id }, clock())
    // The first durable share set causes no mail, because its confirmation completes the creation of the wallet.
    const isNoticed = !set.confirmed && wallet.status === 'active'
    return { record: await readWalletRecord(inside, { ...wallet, status }), isNoticed, type: set.type }
  })
  if (isNoticed && type !== 'device') await notices.send(database, session, { kind: 'unlockMethodAdded', method: type })
  return record
}

/**
 * Removes a share set. Locks the wallet's row, so that two requests can't remove the last two durable share sets at
 * once.
 */
export const removeShareSet = async (
  { clock, notices }: ShareSetParts,
  database: Database,
  session: Session,
  { setId, proof }: ProvenShareSetChange,
): Promise<WalletRecord> => {
  requireFreshLogin(session, clock())
  const { record, set } = await database.transaction(async (inside) => {
    const wallet = await lockWalletRow(inside, session)
    const { set } = await findShareSet(inside, session, setId)
    await requireWalletProof(wallet, set, session, { action: 'remove', proof, now: clock() })
    if (set.confirmed && isDurableShareSet(set)) await requireOtherDurable(inside, wallet)
    await inside.delete(shareSets).where(eq(shareSets.id, setId))
    const kind = `${set.type} set removed`
    await writeAuditEvent(inside, { kind, userId: session.userId, sessionId: session.id }, clock())
    return { record: await readWalletRecord(inside, wallet), set }
  })
  if (set.confirmed && set.type !== 'device')
    await notices.send(database, session, { kind: 'unlockMethodRemoved', method: set.type })
  return record
}

const requireOtherDurable = async (database: Database, wallet: StoredWallet): Promise<void> => {
  const [{ durable } = { durable: 0 }] = await database
    .select({ durable: count() })
    .from(shareSets)
    .where(
      and(
        eq(shareSets.walletId, wallet.id),
        eq(shareSets.confirmed, true),
        inArray(shareSets.type, [...durableUnlockMethods]),
      ),
    )
  if (durable <= 1) throw new AppError(walletErrors.LAST_DURABLE_SET)
}

/**
 * If the newly confirmed share set exceeds the limit, removes the `device` share set that was not used for the longest
 * time.
 */
const makeRoom = async (database: Database, wallet: StoredWallet, newId: string): Promise<void> => {
  const ofWallet = and(eq(shareSets.walletId, wallet.id), eq(shareSets.confirmed, true))
  const [{ sets } = { sets: 0 }] = await database.select({ sets: count() }).from(shareSets).where(ofWallet)
  if (sets <= setLimit) return
  const [oldest] = await database
    .select({ id: shareSets.id })
    .from(shareSets)
    .where(and(ofWallet, eq(shareSets.type, 'device'), ne(shareSets.id, newId)))
    .orderBy(asc(shareSets.lastUsedAt), asc(shareSets.createdAt))
    .limit(1)
  if (!oldest) throw new AppError(commonErrors.TOO_MANY_REQUESTS, { values: { n: 86_400 } })
  await database.delete(shareSets).where(eq(shareSets.id, oldest.id))
}
