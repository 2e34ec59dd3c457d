import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { codeMacOf, isTimingSafeEqual, normaliseCode } from '../wallet/login/otp.ts'
import { recoveryCancelUrl } from './cancelRecovery.ts'
import { decryptEnrolledAddress, type GuardianEnrolment, isEnrolmentOfShareSet } from './enrolments.ts'
import { recoveryBegunMail } from './mails.ts'
import type { GuardianAnswerOf, GuardianParts } from './parts.ts'
import { isRecognisedBrowser } from './recogniseBrowser.ts'
import { findRecovery, type Recovery } from './recoveries.ts'
import type { GuardianRequestOf } from './requests.ts'
import { enrolments, recoveries } from './tables.ts'

const triesPerCode = 3
/** The client may fetch the share until this long after the end of the delay. */
const keptMs = 7 * 24 * 60 * 60_000

/** Checks the code of a recovery. If the code is right, mails the owner and starts the delay. */
export const verifyRecoveryCode = async (
  parts: GuardianParts,
  { challengeId, code, clientKey, device }: GuardianRequestOf<'verify'>,
): Promise<GuardianAnswerOf<'verify'>> => {
  const { database, secrets, clock } = parts
  const now = clock()
  const { recovery, enrolment } = await findRecovery(database, challengeId, clientKey, now)
  if (recovery.releaseAt !== null) return { ok: true, kind: 'verify', releaseAt: recovery.releaseAt }
  const counted = await countTry(parts, recovery, now)
  const expected = codeMacOf(secrets, recovery.id, enrolment.addressMac, normaliseCode(code))
  if (!counted) throw new AppError(recovery.codeEndsAt <= now ? walletErrors.CODE_EXPIRED : walletErrors.CODE_DEAD)
  if (!isTimingSafeEqual(expected, counted.codeMac)) {
    await database
      .update(enrolments)
      .set({ failures: sql`${enrolments.failures} + 1` })
      .where(isEnrolmentOfShareSet(enrolment))
    const left = triesPerCode - counted.tries
    throw left > 0
      ? new AppError(walletErrors.CODE_WRONG, { values: { n: left } })
      : new AppError(walletErrors.CODE_DEAD)
  }
  // A recognised browser skips the delay, so send no mail about a delay. The owner gets the mail about the release.
  if (device && (await isRecognisedBrowser(parts, recovery, device))) return setRelease(parts, recovery, now)
  return startDelay(parts, recovery, enrolment, now)
}

/** Counts a try in one statement before the codes are compared, so that parallel requests get three tries in total. */
const countTry = async ({ database }: GuardianParts, { id }: Recovery, now: number): Promise<Recovery | undefined> => {
  const [counted] = await database
    .update(recoveries)
    .set({ tries: sql`${recoveries.tries} + 1` })
    .where(
      and(
        eq(recoveries.id, id),
        lt(recoveries.tries, triesPerCode),
        gt(recoveries.codeEndsAt, now),
        isNull(recoveries.releaseAt),
      ),
    )
    .returning()
  return counted
}

const startDelay = async (
  parts: GuardianParts,
  recovery: Recovery,
  enrolment: GuardianEnrolment,
  now: number,
): Promise<GuardianAnswerOf<'verify'>> => {
  const { database, mail, delayMs } = parts
  const releaseAt = now + delayMs
  try {
    // Mail the owner first: the delay protects only an owner who knows about the recovery.
    const to = await decryptEnrolledAddress(parts, enrolment)
    const { locale } = enrolment
    const url = recoveryCancelUrl(parts, recovery.id, locale)
    await mail.send(recoveryBegunMail({ to, locale, host: recovery.host, releaseAt, cancelUrl: url }))
  } catch (cause) {
    // The code was right but the mail failed, so take back the try that was counted above.
    await database
      .update(recoveries)
      .set({ tries: sql`${recoveries.tries} - 1` })
      .where(eq(recoveries.id, recovery.id))
    throw cause
  }
  return setRelease(parts, recovery, releaseAt)
}

const setRelease = async (
  { database }: GuardianParts,
  recovery: Recovery,
  releaseAt: number,
): Promise<GuardianAnswerOf<'verify'>> => {
  const [begun] = await database
    .update(recoveries)
    .set({ releaseAt, endsAt: releaseAt + keptMs })
    .where(and(eq(recoveries.id, recovery.id), isNull(recoveries.releaseAt)))
    .returning({ id: recoveries.id })
  // No row matched: while the mail was sent, the owner cancelled the recovery, or the same client started a new one.
  if (!begun) throw new AppError(walletErrors.CHALLENGE_NOT_FOUND)
  await database.update(enrolments).set({ failures: 0 }).where(isEnrolmentOfShareSet(recovery))
  return { ok: true, kind: 'verify', releaseAt }
}
