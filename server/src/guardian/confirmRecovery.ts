import { eq } from 'drizzle-orm'
import { isTimingSafeEqual } from '../wallet/login/otp.ts'
import { resetChallengeLimits } from './challengeLimits.ts'
import { findDelayEnd } from './delayRules.ts'
import { decryptEnrolledAddress, type GuardianEnrolment, isEnrolmentOfShareSet } from './enrolmentRows.ts'
import { recoveryUrl } from './links.ts'
import { recoveryBegunMail } from './mails.ts'
import type { GuardianParts } from './parts.ts'
import type { Recovery } from './recoveries.ts'
import { enrolments, recoveries } from './tables.ts'

/** The client may fetch the share until this long after the end of the delay. */
const keptMs = 7 * 24 * 60 * 60_000

/** The facts on the page behind the link: the site that the client named, and the numbers to pick from. */
export type Confirmation = Pick<Recovery, 'host' | 'createdAt'> & { numbers: string[] }

/** Reads the recovery behind a link. Reading confirms nothing, because mail scanners open every link. */
export const readConfirmation = async (parts: GuardianParts, id: string): Promise<Confirmation | null> => {
  const found = await findOpen(parts, id)
  if (!found) return null
  const { host, createdAt, numbers } = found.recovery
  return { host, createdAt, numbers: numbers?.split(' ') ?? [] }
}

/**
 * Handles the number that the owner picked. The right one starts the delay, which a recognised browser skips. A wrong one
 * ends the recovery, so that a guess does not work. `ended`: the link has expired, or was used.
 */
export const confirmRecovery = async (
  parts: GuardianParts,
  id: string,
  number: string,
): Promise<'confirmed' | 'wrong' | 'ended'> => {
  const found = await findOpen(parts, id)
  if (!found) return 'ended'
  const { database, clock, longPolls } = parts
  const isRight = isTimingSafeEqual(number, found.recovery.number ?? '')
  const now = clock()
  const endsAt = await findDelayEnd(parts, found.enrolment)
  if (isRight && endsAt > now && !found.recovery.isRecognised) await mailOwner(parts, found, endsAt)
  const end = await database.transaction(async (inside) => {
    // Only the first of several concurrent presses has an effect.
    const [recovery] = await inside.select().from(recoveries).where(eq(recoveries.id, id)).for('update')
    if (!recovery || recovery.isRefused || recovery.releaseAt !== null) return 'ended'
    const releaseAt = recovery.isRecognised ? now : endsAt
    await inside
      .update(recoveries)
      .set(isRight ? { releaseAt, endsAt: releaseAt + keptMs } : { isRefused: true })
      .where(eq(recoveries.id, id))
    if (isRight) await resetChallengeLimits(inside, found.enrolment)
    return isRight ? 'confirmed' : 'wrong'
  })
  longPolls.notify(id)
  return end
}

type OpenRecovery = { recovery: Recovery; enrolment: GuardianEnrolment }

const findOpen = async ({ database, clock }: GuardianParts, id: string): Promise<OpenRecovery | null> => {
  const [recovery] = await database.select().from(recoveries).where(eq(recoveries.id, id))
  const isOpen = recovery && !recovery.isRefused && recovery.releaseAt === null && recovery.linkEndsAt > clock()
  const [enrolment] = isOpen ? await database.select().from(enrolments).where(isEnrolmentOfShareSet(recovery)) : []
  return recovery && enrolment && enrolment.frozenUntil <= clock() ? { recovery, enrolment } : null
}

/** Mails the owner before the delay starts, because the delay protects only an owner who knows about the recovery. */
const mailOwner = async (
  parts: GuardianParts,
  { recovery: { id, host }, enrolment }: OpenRecovery,
  releaseAt: number,
): Promise<void> => {
  const { locale } = enrolment
  const to = await decryptEnrolledAddress(parts, enrolment)
  await parts.mail.send(
    recoveryBegunMail({ to, locale, host, releaseAt, cancelUrl: recoveryUrl(parts, 'cancel', id, locale) }),
  )
}
