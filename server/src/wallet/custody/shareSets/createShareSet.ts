import { randomBytes } from 'node:crypto'
import type { CreateShareSetRequest, SealedText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, count, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../../database/open.ts'
import { passkeyKeys } from '../../../database/passkeyTables.ts'
import { shareSets } from '../../../database/walletTables.ts'
import { requireOldBrowser } from '../../sessions/newBrowsers.ts'
import type { Session } from '../../sessions/sessions.ts'
import { findShareSet, lockWalletRow } from '../walletRecords.ts'
import { insertUnconfirmedShareSet } from './insertShareSet.ts'
import { requireFreshLogin, type ShareSetParts } from './shareSetRules.ts'
import { makeRoomForUnconfirmedShareSet } from './unconfirmedSets.ts'

const shareSize = 32

/**
 * Adds a share set with a new server share. A wallet's first share set needs no fresh login, because the wallet is
 * still empty.
 */
export const createShareSet = async (
  { secrets, settings, clock }: ShareSetParts,
  database: Database,
  session: Session,
  request: CreateShareSetRequest,
) => {
  const { type, signInKey } = request
  if (signInKey && type !== 'passkey') throw new AppError(commonErrors.INVALID_INPUT)
  if (type === 'guardian' && settings.wallet.custody !== 'assisted') throw new AppError(commonErrors.INVALID_INPUT)
  if (type === 'passkey' || type === 'kit') await requireOldBrowser(database, session, clock())
  return database.transaction(async (inside) => {
    const wallet = await lockWalletRow(inside, session)
    const [{ sets } = { sets: 0 }] = await inside
      .select({ sets: count() })
      .from(shareSets)
      .where(eq(shareSets.walletId, wallet.id))
    if (sets > 0) requireFreshLogin(session, clock())
    await makeRoomForUnconfirmedShareSet(inside, wallet, session.thumbprint)
    const share = type === 'kit' ? null : randomBytes(shareSize)
    await insertUnconfirmedShareSet({ database: inside, secrets, now: clock() }, session, wallet, { ...request, share })
    if (signInKey) await inside.insert(passkeyKeys).values({ setId: request.setId, ...signInKey, signCount: 0 })
    return { serverShare: share === null ? null : share.toString('base64url') }
  })
}

/**
 * Stores the wrapped vault key of a share set once, and only for the session that made the set. A repeated request
 * succeeds, because an answer may get lost.
 */
export const storeWrappedVaultKey = async (
  database: Database,
  session: Session,
  setId: string,
  wrapped: SealedText,
): Promise<void> => {
  const { set } = await findShareSet(database, session, setId)
  if (set.sessionId !== session.id || set.sealedShare === null) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
  const updated = await database
    .update(shareSets)
    .set({ wrappedIv: wrapped.iv, wrappedData: wrapped.data })
    .where(and(eq(shareSets.id, setId), isNull(shareSets.wrappedData)))
    .returning({ id: shareSets.id })
  if (updated.length > 0) return
  const again = await findShareSet(database, session, setId)
  if (again.set.wrappedIv !== wrapped.iv || again.set.wrappedData !== wrapped.data)
    throw new AppError(commonErrors.INVALID_INPUT)
}
