import { randomUUID } from 'node:crypto'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import { parseEmailAddress } from '../wallet/login/emailAddress.ts'
import { makeMatchNumbers } from '../wallet/login/otp.ts'
import { countChallenge } from './challengeLimits.ts'
import { decryptEnrolledAddress } from './enrolmentRows.ts'
import { recoveryUrl } from './links.ts'
import { recoveryLinkMail } from './mails.ts'
import type { GuardianAnswerOf, GuardianParts, Sender } from './parts.ts'
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

/** Starts a recovery: mails a link to the enrolled address, never to another one. */
export const startRecovery = async (
  parts: GuardianParts,
  { walletId, setId, email, host, clientKey }: GuardianRequestOf<'challenge'>,
  { browser = '', walletId: senderWallet = walletId }: Sender = {},
): Promise<GuardianAnswerOf<'challenge'>> => {
  const { database, secrets, mail, clock } = parts
  // Sessions of other accounts cost nothing, so they would use up the limits of the wallet's mails.
  if (senderWallet !== walletId) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
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
  const clientHash = hashClientKey(clientKey)
  const takeBack = await countChallenge(parts, enrolment, mailboxMac, { clientHash, browser })
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
    // Without the mail, the owner may ask again at once, and nothing was used up.
    await database.delete(recoveries).where(eq(recoveries.id, id))
    await takeBack()
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
