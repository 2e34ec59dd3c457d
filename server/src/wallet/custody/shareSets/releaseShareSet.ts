import type { ShareSetRelease } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { eq } from 'drizzle-orm'
import type { Database } from '../../../database/open.ts'
import { shareSets, wallets } from '../../../database/walletTables.ts'
import { countAgainstLimits } from '../../api/countLimits.ts'
import { noteGivenGuardianSet } from '../../sessions/newBrowsers.ts'
import type { Session } from '../../sessions/sessions.ts'
import { findShareSet } from '../walletRecords.ts'
import { serverShareContext } from './insertShareSet.ts'
import { requireOwnShareSetOrFreshLogin, type ShareSetParts } from './shareSetRules.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export const releaseShareSet = async (
  { secrets, clock }: ShareSetParts,
  database: Database,
  session: Session,
  setId: string,
): Promise<ShareSetRelease> => {
  const { set, wallet } = await findShareSet(database, session, setId)
  requireOwnShareSetOrFreshLogin(set, session, clock())
  const { sealedShare, wrappedIv, wrappedData } = set
  if (sealedShare === null || wrappedIv === null || wrappedData === null)
    throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
  await countRelease(database, { setId, thumbprint: session.thumbprint }, clock())
  if (set.type === 'guardian' && !session.isConfirmed) await noteGivenGuardianSet(database, session.userId, clock())
  const share = await secrets.open(sealedShare, serverShareContext(set, wallet))
  // A later login in the same browser takes over the share set of the earlier session.
  const isSameBrowser = set.thumbprint === session.thumbprint
  const released = await database
    .update(shareSets)
    .set({ lastUsedAt: clock(), ...(isSameBrowser && { sessionId: session.id }) })
    .where(eq(shareSets.id, setId))
    .returning({ id: shareSets.id })
  // No row matched: while the server decrypted the share, a removal or renewal deleted the share set.
  if (released.length === 0) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
  // The releases before the confirmation are test unwraps of a wallet that is being made.
  if (set.confirmed && wallet.openedAt === null)
    await database.update(wallets).set({ openedAt: clock() }).where(eq(wallets.id, wallet.id))
  return {
    serverShare: Buffer.from(share).toString('base64url'),
    wrapped: { iv: wrappedIv, data: wrappedData },
  }
}

/**
 * Counts releases for each share set and client key, so that an attacker with only the mailbox can't use up the limit
 * of the owner's browser. The counts are in the database, so that a restart doesn't reset them.
 */
const countRelease = async (
  database: Database,
  { setId, thumbprint }: { setId: string; thumbprint: string },
  now: number,
): Promise<void> => {
  const limits = [
    { key: `release|minute|${setId}|${thumbprint}`, windowMs: minuteMs, most: 10 },
    { key: `release|day|${setId}|${thumbprint}`, windowMs: dayMs, most: 100 },
  ]
  const wait = await countAgainstLimits(database, limits, now)
  if (wait > 0) throw new AppError(commonErrors.TOO_MANY_REQUESTS, { values: { n: wait } })
}
