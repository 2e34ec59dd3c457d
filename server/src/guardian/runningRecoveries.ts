import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm'
import { stopRecoveries } from './cancelRecovery.ts'
import { hashOwnerKey } from './enrolmentRows.ts'
import type { GuardianAnswerOf, GuardianParts } from './parts.ts'
import { findRecovery } from './recoveries.ts'
import type { GuardianRequestOf } from './requests.ts'
import { enrolments, recoveries } from './tables.ts'

/** The most recoveries that one answer lists. */
const listLimit = 8

/** Lists the owner's recoveries whose delay runs, or stops them. */
export const answerRunningRecoveries = async (
  { database, clock, longPolls }: GuardianParts,
  { walletId, ownerKey, stop }: GuardianRequestOf<'recoveries'>,
): Promise<GuardianAnswerOf<'recoveries'>> => {
  const now = clock()
  const own = await database
    .select()
    .from(enrolments)
    .where(and(eq(enrolments.walletId, walletId), eq(enrolments.ownerHash, hashOwnerKey(ownerKey))))
  if (own.length === 0) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
  const setIds = own.map(({ setId }) => setId)
  const found = await database
    .select()
    .from(recoveries)
    .where(
      and(
        eq(recoveries.walletId, walletId),
        inArray(recoveries.setId, setIds),
        eq(recoveries.isRecognised, false),
        // Null, in a recovery that its owner has not confirmed, is not greater than a number.
        gt(recoveries.releaseAt, 0),
        isNull(recoveries.releasedAt),
        gt(recoveries.endsAt, now),
      ),
    )
    .orderBy(asc(recoveries.releaseAt))
    .limit(listLimit)
  if (stop) {
    for (const each of own) await stopRecoveries(database, each, now)
    for (const { id } of found) longPolls.notify(id)
    return { ok: true, kind: 'recoveries', running: [] }
  }
  const running = found.map(({ host, createdAt, releaseAt }) => ({
    ...{ host, startedAt: createdAt, releaseAt: releaseAt ?? now },
  }))
  return { ok: true, kind: 'recoveries', running }
}

/** Ends a recovery for the client that started it. */
export const withdrawRecovery = async (
  { database, clock }: GuardianParts,
  { challengeId, clientKey }: GuardianRequestOf<'withdraw'>,
): Promise<GuardianAnswerOf<'withdraw'>> => {
  const { recovery } = await findRecovery(database, challengeId, clientKey, clock())
  await database.delete(recoveries).where(eq(recoveries.id, recovery.id))
  return { ok: true, kind: 'withdraw' }
}
