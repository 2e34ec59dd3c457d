import { randomUUID } from 'node:crypto'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, count, desc, eq, gt, inArray, isNull, lt, lte } from 'drizzle-orm'
import { countAgainstLimits } from '../wallet/api/countLimits.ts'
import { parseEmailAddress } from '../wallet/login/emailAddress.ts'
import { makeMatchNumbers } from '../wallet/login/otp.ts'
import { decryptEnrolledAddress, type GuardianEnrolment, isEnrolmentOfMailbox } from './enrolmentRows.ts'
import { recoveryUrl } from './links.ts'
import { recoveryLinkMail } from './mails.ts'
import type { GuardianAnswerOf, GuardianParts } from './parts.ts'
import { hashClientKey, type Recovery } from './recoveries.ts'
import type { GuardianRequestOf } from './requests.ts'
import { enrolments, recoveries } from './tables.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const linkMinutes = 10
/**
 * Keeps a recovery for this long after its link expires, so that its client gets CODE_EXPIRED instead of
 * CHALLENGE_NOT_FOUND.
 */
const keptMs = hourMs
const cooldownMs = 30_000
/** The number of a mailbox's earliest share sets that count as the owner's. */
const earlyLimit = 4

/** Starts a recovery: mails a link to the enrolled address, never to another one. */
export const startRecovery = async (
  parts: GuardianParts,
  { walletId, setId, email, host, clientKey }: GuardianRequestOf<'challenge'>,
): Promise<GuardianAnswerOf<'challenge'>> => {
  const { database, secrets, mail, clock } = parts
  const now = clock()
  const { canonical, bucket } = parseEmailAddress(email)
  const mailboxMac = secrets.mac('address', bucket)
  const addressMac = secrets.mac('address', canonical)
  const [enrolment] = await database
    .select()
    .from(enrolments)
    .where(
      and(
        eq(enrolments.walletId, walletId),
        eq(enrolments.addressMac, addressMac),
        setId === undefined ? undefined : eq(enrolments.setId, setId),
      ),
    )
    .orderBy(desc(enrolments.createdAt))
    .limit(1)
  if (!enrolment) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
  if (enrolment.frozenUntil > now) throw new AppError(walletErrors.LOGIN_FROZEN)
  await checkLimits(parts, enrolment, mailboxMac, now)

  const clientHash = hashClientKey(clientKey)
  const id = randomUUID()
  const { matchNumber: number, numbers } = makeMatchNumbers()
  const linkEndsAt = now + linkMinutes * minuteMs
  const recovery: Recovery = {
    id,
    walletId,
    setId: enrolment.setId,
    clientHash,
    host,
    number,
    numbers: numbers.join(' '),
    linkEndsAt,
    isRefused: false,
    isRecognised: false,
    createdAt: now,
    releaseAt: null,
    releasedAt: null,
    endsAt: linkEndsAt + keptMs,
  }
  await database.insert(recoveries).values(recovery)
  const to = await decryptEnrolledAddress(parts, enrolment)
  const { locale } = enrolment
  const url = recoveryUrl(parts, 'confirm', id, locale)
  try {
    await mail.send(recoveryLinkMail({ to, locale, host, time: now, minutes: linkMinutes, url }))
  } catch (cause) {
    // Without the mail, the owner may ask again at once.
    await database.delete(recoveries).where(eq(recoveries.id, id))
    throw cause
  }
  // Only the newest link of a client is valid, so delete earlier recoveries, except those whose delay has started.
  await database
    .delete(recoveries)
    .where(
      and(
        eq(recoveries.walletId, walletId),
        eq(recoveries.clientHash, clientHash),
        lt(recoveries.createdAt, now),
        isNull(recoveries.releaseAt),
      ),
    )
  return { ok: true, kind: 'challenge', challengeId: id, number, expiresAt: linkEndsAt }
}

/**
 * Tells whether a share set is among the first ones of its mailbox. Anyone can enrol an address of somebody else and
 * cause mails to it, so the share sets of a mailbox share one daily limit. The first ones are usually the owner's.
 * Their recoveries don't count towards this limit, so that strangers can't lock the owner out.
 */
const isEarly = async (
  database: GuardianParts['database'],
  { createdAt }: GuardianEnrolment,
  mailboxMac: string,
): Promise<boolean> => {
  const [{ untilThen } = { untilThen: 0 }] = await database
    .select({ untilThen: count() })
    .from(enrolments)
    .where(and(eq(enrolments.mailboxMac, mailboxMac), lte(enrolments.createdAt, createdAt)))
  return untilThen <= earlyLimit
}

const checkLimits = async (
  { database }: GuardianParts,
  enrolment: GuardianEnrolment,
  mailboxMac: string,
  now: number,
): Promise<void> => {
  const { walletId, addressMac } = enrolment
  const own = database.select({ setId: enrolments.setId }).from(enrolments).where(isEnrolmentOfMailbox(enrolment))
  const [last] = await database
    .select()
    .from(recoveries)
    .where(
      and(
        eq(recoveries.walletId, walletId),
        inArray(recoveries.setId, own),
        gt(recoveries.createdAt, now - cooldownMs),
      ),
    )
    .orderBy(desc(recoveries.createdAt))
    .limit(1)
  const wait = last
    ? Math.ceil((last.createdAt + cooldownMs - now) / 1_000)
    : await countAgainstLimits(
        database,
        [
          { key: `challenge|hour|${walletId}|${addressMac}`, windowMs: hourMs, most: 5 },
          { key: `challenge|day|${walletId}|${addressMac}`, windowMs: 24 * hourMs, most: 10 },
          ...((await isEarly(database, enrolment, mailboxMac))
            ? []
            : [{ key: `challenge|mailbox|${mailboxMac}`, windowMs: 24 * hourMs, most: 20 }]),
        ],
        now,
      )
  if (wait > 0) throw new AppError(walletErrors.EMAIL_COOLDOWN, { values: { n: wait } })
}
