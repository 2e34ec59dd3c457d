import { randomBytes } from 'node:crypto'
import {
  type CreateShareSetRequest,
  durableUnlockMethods,
  type Sealed,
  type ShareSetChange,
  type ShareSetRelease,
  type WalletRecord,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, count, eq, inArray, isNull } from 'drizzle-orm'
import type { Secrets } from '../../../config/secrets.ts'
import type { Settings } from '../../../config/settings.ts'
import { writeEvent } from '../../../database/events.ts'
import type { Database } from '../../../database/open.ts'
import { keySets, wallets } from '../../../database/walletTables.ts'
import type { Notices } from '../../mail/notices.ts'
import type { Session } from '../../sessions/sessions.ts'
import { isChangeProven } from '../walletProofs.ts'
import { findSet, type KeySet, lockWallet, readRecord, type Wallet } from '../walletRecords.ts'
import { insertSet, shareContext } from './insertShareSet.ts'
import { countRelease } from './releaseLimit.ts'
import { makeRoom } from './room.ts'
import { makeUnfinishedRoom } from './unconfirmedSets.ts'

const shareSize = 32
const freshMs = 5 * 60_000

export type SetParts = {
  secrets: Secrets
  settings: Pick<Settings, 'wallet'>
  clock: () => number
  notices: Pick<Notices, 'tell'>
}

/** Factor sets as the server knows them: A_i, sealed, and W_i, which it can't open. */
export const createSets = ({ secrets, settings, clock, notices }: SetParts) => {
  const isFresh = (session: Session): boolean => clock() - session.authTime <= freshMs
  const requireFresh = (session: Session): void => {
    if (!isFresh(session)) throw new AppError(walletErrors.FRESH_LOGIN_REQUIRED)
  }

  const create = async (database: Database, session: Session, request: CreateShareSetRequest) => {
    const { type } = request
    if (type === 'guardian' && settings.wallet.custody !== 'assisted') throw new AppError(commonErrors.INVALID_INPUT)
    return database.transaction(async (inside) => {
      const wallet = await lockWallet(inside, session)
      const [{ sets } = { sets: 0 }] = await inside
        .select({ sets: count() })
        .from(keySets)
        .where(eq(keySets.walletId, wallet.id))
      if (sets > 0) requireFresh(session)
      await makeUnfinishedRoom(inside, wallet, session.thumbprint)
      const share = type === 'kit' ? null : randomBytes(shareSize)
      await insertSet({ database: inside, secrets, now: clock() }, session, wallet, { ...request, share })
      return { serverShare: share === null ? null : share.toString('base64url') }
    })
  }

  /** Once, by the session that made the set. The same again, where the first answer was lost, is no mistake. */
  const wrap = async (database: Database, session: Session, setId: string, wrapped: Sealed): Promise<void> => {
    const { set } = await findSet(database, session, setId)
    if (set.sessionId !== session.id || set.sealedShare === null) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
    const updated = await database
      .update(keySets)
      .set({ wrappedIv: wrapped.iv, wrappedData: wrapped.data })
      .where(and(eq(keySets.id, setId), isNull(keySets.wrappedData)))
      .returning({ id: keySets.id })
    if (updated.length > 0) return
    const again = await findSet(database, session, setId)
    if (again.set.wrappedIv !== wrapped.iv || again.set.wrappedData !== wrapped.data)
      throw new AppError(commonErrors.INVALID_INPUT)
  }

  const release = async (database: Database, session: Session, setId: string): Promise<ShareSetRelease> => {
    const { set, wallet } = await findSet(database, session, setId)
    requireOwnOrFresh(set, session)
    const { sealedShare, wrappedIv, wrappedData } = set
    if (sealedShare === null || wrappedIv === null || wrappedData === null)
      throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
    await countRelease(database, { setId, thumbprint: session.thumbprint }, clock())
    const share = await secrets.open(sealedShare, shareContext(set, wallet))
    // After a new login with the same key, the set is that session's.
    const isSameBrowser = set.thumbprint === session.thumbprint
    const released = await database
      .update(keySets)
      .set({ lastUsedAt: clock(), ...(isSameBrowser && { sessionId: session.id }) })
      .where(eq(keySets.id, setId))
      .returning({ id: keySets.id })
    // It went while its share was being opened.
    if (released.length === 0) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
    return {
      serverShare: Buffer.from(share).toString('base64url'),
      wrapped: { iv: wrappedIv, data: wrappedData },
    }
  }

  /** After a test unwrap. With the first set that survives this browser, the wallet may do more than receive. */
  const confirm = async (database: Database, session: Session, { setId, proof }: Change): Promise<WalletRecord> => {
    const { record, isNews, type } = await database.transaction(async (inside) => {
      const wallet = await lockWallet(inside, session)
      const { set } = await findSet(inside, session, setId)
      requireOwnOrFresh(set, session)
      await requireProof(wallet, set, session, { action: 'confirm', proof })
      if (set.type !== 'kit' && set.wrappedData === null) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
      await inside.update(keySets).set({ confirmed: true }).where(eq(keySets.id, setId))
      await makeRoom(inside, wallet, setId)
      const status = isDurable(set) ? 'active' : wallet.status
      await inside.update(wallets).set({ status }).where(eq(wallets.id, wallet.id))
      const kind = `${set.type} set confirmed`
      await writeEvent(inside, { kind, userId: session.userId, sessionId: session.id }, clock())
      // What makes a wallet whole at its first login, its owner sees being made.
      const isNews = !set.confirmed && wallet.status === 'active'
      return { record: await readRecord(inside, { ...wallet, status }), isNews, type: set.type }
    })
    if (isNews && type !== 'device') await notices.tell(database, session, { kind: 'unlockMethodAdded', method: type })
    return record
  }

  /** The lock on the wallet's row keeps two from taking away the last two ways at once. */
  const remove = async (database: Database, session: Session, { setId, proof }: Change): Promise<WalletRecord> => {
    requireFresh(session)
    const { record, set } = await database.transaction(async (inside) => {
      const wallet = await lockWallet(inside, session)
      const { set } = await findSet(inside, session, setId)
      await requireProof(wallet, set, session, { action: 'remove', proof })
      if (set.confirmed && isDurable(set)) {
        const [{ durable } = { durable: 0 }] = await inside
          .select({ durable: count() })
          .from(keySets)
          .where(
            and(
              eq(keySets.walletId, wallet.id),
              eq(keySets.confirmed, true),
              inArray(keySets.type, [...durableUnlockMethods]),
            ),
          )
        if (durable <= 1) throw new AppError(walletErrors.LAST_DURABLE_SET)
      }
      await inside.delete(keySets).where(eq(keySets.id, setId))
      await writeEvent(
        inside,
        { kind: `${set.type} set removed`, userId: session.userId, sessionId: session.id },
        clock(),
      )
      return { record: await readRecord(inside, wallet), set }
    })
    if (set.confirmed && set.type !== 'device')
      await notices.tell(database, session, { kind: 'unlockMethodRemoved', method: set.type })
    return record
  }

  const requireOwnOrFresh = (set: KeySet, session: Session): void => {
    if (set.sessionId !== session.id) requireFresh(session)
  }

  /** Who has the mailbox, and with it a session, has none of the ways into the wallet and no say in them. */
  const requireProof = async (wallet: Wallet, set: KeySet, session: Session, { action, proof }: Proof) => {
    if (isDurable(set)) requireFresh(session)
    const change = { action, walletId: wallet.id, setId: set.id, epoch: set.epoch, sessionId: session.id }
    if (!(await isChangeProven(change, wallet.eip155, proof))) throw new AppError(walletErrors.WALLET_LOCKED)
  }

  return { create, wrap, release, confirm, remove }
}

type Change = { setId: string; proof: string | undefined }
type Proof = Pick<ShareSetChange, 'action'> & Pick<Change, 'proof'>

const isDurable = ({ type }: KeySet): boolean => durableUnlockMethods.includes(type)
