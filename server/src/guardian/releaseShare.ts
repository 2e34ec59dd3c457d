import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { decryptEnrolledAddress, decryptEnrolledShare, isEnrolmentOfShareSet } from './enrolmentRows.ts'
import { shareReleasedMail } from './mails.ts'
import type { GuardianAnswerOf, GuardianParts } from './parts.ts'
import { findRecovery } from './recoveries.ts'
import type { GuardianRequestOf } from './requests.ts'
import { enrolments, recoveries } from './tables.ts'

/**
 * The client may fetch the share again until this long after the release, because it may not have received the answer.
 */
const againMs = 60 * 60_000

export const releaseGuardianShare = async (
  parts: GuardianParts,
  { challengeId, clientKey }: GuardianRequestOf<'release'>,
): Promise<GuardianAnswerOf<'release'>> => {
  const { database, mail, log, clock } = parts
  const now = clock()
  const { recovery, enrolment } = await findRecovery(database, challengeId, clientKey, now)
  if (recovery.releaseAt === null) throw new AppError(walletErrors.CHALLENGE_NOT_FOUND)
  if (recovery.releaseAt > now) {
    const n = Math.ceil((recovery.releaseAt - now) / 1_000)
    throw new AppError(walletErrors.GUARDIAN_DELAY, { values: { n } })
  }
  const share = await decryptEnrolledShare(parts, enrolment)
  const [first] = await database
    .update(recoveries)
    .set({ releasedAt: now, endsAt: now + againMs })
    .where(and(eq(recoveries.id, recovery.id), isNull(recoveries.releasedAt)))
    .returning({ id: recoveries.id })
  if (first && !recovery.isRecognised)
    await database.update(enrolments).set({ releasedAt: now }).where(isEnrolmentOfShareSet(enrolment))
  if (first) {
    try {
      const to = await decryptEnrolledAddress(parts, enrolment)
      await mail.send(shareReleasedMail({ to, locale: enrolment.locale, host: recovery.host }))
    } catch {
      // A failed mail must not block the release: the owner got a mail at the start of the delay, or uses a recognised
      // browser. The mailer logs the failure.
      log.write('release notice was not mailed')
    }
  }
  return { ok: true, kind: 'release', share, setId: enrolment.setId }
}
