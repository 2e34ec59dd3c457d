import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { codeMac, isSame, readCode } from '../wallet/login/otp.ts'
import { type Attempt, findAttempt } from './attempts.ts'
import { cancelUrl } from './cancel.ts'
import { type Enrolment, isOfShareSet, openAddress } from './enrol.ts'
import { begunMail } from './mails.ts'
import type { AnswerOf, GuardianParts } from './parts.ts'
import { isRecognised } from './recognise.ts'
import type { RequestOf } from './requests.ts'
import { attempts, enrolments } from './tables.ts'

const triesPerCode = 3
/** The client may fetch the share until this long after the delay. */
const keptMs = 7 * 24 * 60 * 60_000

/** Checks the code. If it is right, mails the owner and starts the delay. */
export const verify = async (
  parts: GuardianParts,
  { challengeId, code, clientKey, device }: RequestOf<'verify'>,
): Promise<AnswerOf<'verify'>> => {
  const { database, secrets, clock } = parts
  const now = clock()
  const { attempt, enrolment } = await findAttempt(database, challengeId, clientKey, now)
  if (attempt.releaseAt !== null) return { ok: true, kind: 'verify', releaseAt: attempt.releaseAt }
  const counted = await countTry(parts, attempt, now)
  const expected = codeMac(secrets, attempt.id, enrolment.addressMac, readCode(code))
  if (!counted) throw new AppError(attempt.codeEndsAt <= now ? walletErrors.CODE_EXPIRED : walletErrors.CODE_DEAD)
  if (!isSame(expected, counted.codeMac)) {
    await database
      .update(enrolments)
      .set({ failures: sql`${enrolments.failures} + 1` })
      .where(isOfShareSet(enrolment))
    const left = triesPerCode - counted.tries
    throw left > 0
      ? new AppError(walletErrors.CODE_WRONG, { values: { n: left } })
      : new AppError(walletErrors.CODE_DEAD)
  }
  // A recognised browser has no delay, so no mail announces one. The owner gets the mail about the release.
  if (device && (await isRecognised(parts, attempt, device))) return setRelease(parts, attempt, now)
  return begin(parts, attempt, enrolment, now)
}

/** Counts the try in one statement before the comparison, so that parallel requests get three tries in total. */
const countTry = async ({ database }: GuardianParts, { id }: Attempt, now: number): Promise<Attempt | undefined> => {
  const [counted] = await database
    .update(attempts)
    .set({ tries: sql`${attempts.tries} + 1` })
    .where(
      and(
        eq(attempts.id, id),
        lt(attempts.tries, triesPerCode),
        gt(attempts.codeEndsAt, now),
        isNull(attempts.releaseAt),
      ),
    )
    .returning()
  return counted
}

const begin = async (
  parts: GuardianParts,
  attempt: Attempt,
  enrolment: Enrolment,
  now: number,
): Promise<AnswerOf<'verify'>> => {
  const { database, mail, delayMs } = parts
  const releaseAt = now + delayMs
  try {
    // Mail the owner first: the delay protects only an owner who knows about the recovery.
    const to = await openAddress(parts, enrolment)
    const { locale } = enrolment
    const url = cancelUrl(parts, attempt.id, locale)
    await mail.send(begunMail({ to, locale, host: attempt.host, releaseAt, cancelUrl: url }))
  } catch (cause) {
    // The mail failed although the code was right, so undo the counted try.
    await database
      .update(attempts)
      .set({ tries: sql`${attempts.tries} - 1` })
      .where(eq(attempts.id, attempt.id))
    throw cause
  }
  return setRelease(parts, attempt, releaseAt)
}

const setRelease = async (
  { database }: GuardianParts,
  attempt: Attempt,
  releaseAt: number,
): Promise<AnswerOf<'verify'>> => {
  const [begun] = await database
    .update(attempts)
    .set({ releaseAt, endsAt: releaseAt + keptMs })
    .where(and(eq(attempts.id, attempt.id), isNull(attempts.releaseAt)))
    .returning({ id: attempts.id })
  // While the mail was sent, the owner cancelled the recovery, or the same client started a new one.
  if (!begun) throw new AppError(walletErrors.CHALLENGE_NOT_FOUND)
  await database.update(enrolments).set({ failures: 0 }).where(isOfShareSet(attempt))
  return { ok: true, kind: 'verify', releaseAt }
}
