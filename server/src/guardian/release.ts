import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { findAttempt } from './attempts.ts'
import { openAddress, openShare } from './enrol.ts'
import { releasedMail } from './mails.ts'
import type { AnswerOf, GuardianParts } from './parts.ts'
import type { RequestOf } from './requests.ts'
import { attempts } from './tables.ts'

/** The client may repeat the request for this long, because it may have lost the answer. */
const againMs = 60 * 60_000

export const release = async (
  parts: GuardianParts,
  { challengeId, clientKey }: RequestOf<'release'>,
): Promise<AnswerOf<'release'>> => {
  const { database, mail, log, clock } = parts
  const now = clock()
  const { attempt, enrolment } = await findAttempt(database, challengeId, clientKey, now)
  if (attempt.releaseAt === null) throw new AppError(walletErrors.CHALLENGE_NOT_FOUND)
  if (attempt.releaseAt > now) {
    const n = Math.ceil((attempt.releaseAt - now) / 1_000)
    throw new AppError(walletErrors.GUARDIAN_DELAY, { values: { n } })
  }
  const share = await openShare(parts, enrolment)
  const [first] = await database
    .update(attempts)
    .set({ releasedAt: now, endsAt: now + againMs })
    .where(and(eq(attempts.id, attempt.id), isNull(attempts.releasedAt)))
    .returning({ id: attempts.id })
  if (first) {
    try {
      const to = await openAddress(parts, enrolment)
      await mail.send(releasedMail({ to, locale: enrolment.locale, host: attempt.host }))
    } catch {
      // The owner got a mail at the start of the delay, or uses a recognised browser, so a mail server that is down
      // must not block the release. The mailer logs it.
      log.write('release notice was not mailed')
    }
  }
  return { ok: true, kind: 'release', share, setId: enrolment.setId }
}
