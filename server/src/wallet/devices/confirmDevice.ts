import type { DeviceLinkDecision, DeviceLinkFacts } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { writeAuditEvent } from '../../database/events.ts'
import { loginChallenges } from '../../database/loginTables.ts'
import type { Database } from '../../database/open.ts'
import type { LongPolls } from '../api/longPolls.ts'
import type { WalletParts } from '../api/walletRoute.ts'
import { type LoginChallenge, loginStateOf, readLoginMailFacts } from '../login/challenge.ts'
import { recogniseLoginBrowser } from '../login/enterCode.ts'
import { blockNewDevices, type Mailbox, readMailbox } from '../login/mailbox.ts'
import { hashDeviceLink, isTimingSafeEqual } from '../login/otp.ts'
import { sendNextLoginMail } from '../login/sendNextMail.ts'
import { locationText } from '../mail/locationText.ts'
import { loginRefusedMail } from '../mail/loginMails.ts'

/** Reads the login request behind a device link. Reading decides nothing, because mail scanners open every link. */
export const readDeviceLoginRequest = async (parts: WalletParts, token: string): Promise<DeviceLinkFacts> => {
  const { host, browser, location, createdAt, numbers, locale } = await findByLink(
    await parts.database(),
    token,
    parts.clock(),
  )
  return {
    host,
    browser,
    place: locationText(location, locale),
    requestedAt: createdAt,
    numbers: numbers?.split(' ') ?? [],
  }
}

/**
 * Approves or refuses the login that waits for a device link. Each link allows one decision. A wrong number refuses
 * this login only. "Not me" (no number) also blocks new devices for a day.
 */
export const decideOnDeviceLogin = async (
  parts: WalletParts,
  longPolls: LongPolls,
  { token, number }: DeviceLinkDecision,
): Promise<{ approved: boolean }> => {
  const database = await parts.database()
  const now = parts.clock()
  const found = await findByLink(database, token, now)
  const approved = number !== undefined && isTimingSafeEqual(number, found.matchNumber ?? '')
  const decided = await database.transaction(async (inside) => {
    const [changed] = await inside
      .update(loginChallenges)
      .set({ state: approved ? 'VERIFY_OTP' : 'REFUSED', linkHash: null })
      .where(and(eq(loginChallenges.id, found.id), eq(loginChallenges.linkHash, hashDeviceLink(token))))
      .returning()
    if (!changed) throw new AppError(walletErrors.DEVICE_LINK_INVALID)
    const mailbox = await readMailbox(inside, changed.addressMac, changed.thumbprint, now)
    const userId = mailbox.identity?.userId
    if (approved && userId) await recogniseLoginBrowser(inside, userId, changed.thumbprint, now)
    const refused = number === undefined ? await freeze(inside, changed, now) : []
    const kind = approved ? 'device approved' : number === undefined ? 'device refused' : 'device with wrong number'
    await writeAuditEvent(inside, { kind, ...(userId && { userId }) }, now)
    return { changed, mailbox, refused }
  })
  await mailOutcome(parts, database, decided, number === undefined)
  for (const id of [found.id, ...decided.refused]) longPolls.notify(id)
  return { approved }
}

/** Refuses every login of this mailbox that waits for its device link, and blocks new devices for a day. */
const freeze = async (database: Database, { addressMac }: LoginChallenge, now: number): Promise<string[]> => {
  await blockNewDevices(database, addressMac, now)
  const refused = await database
    .update(loginChallenges)
    .set({ state: 'REFUSED', linkHash: null })
    .where(and(eq(loginChallenges.addressMac, addressMac), inArray(loginChallenges.state, ['VERIFY_DEVICE'])))
    .returning({ id: loginChallenges.id })
  return refused.map(({ id }) => id)
}

/**
 * After an approval, mails the code. After "not me", mails the notice that new devices are blocked. A failed mail
 * doesn't undo the decision, because the visitor can request another code in the modal.
 */
const mailOutcome = async (
  parts: WalletParts,
  database: Database,
  { changed: challenge, mailbox }: { changed: LoginChallenge; mailbox: Mailbox },
  isFrozen: boolean,
): Promise<void> => {
  try {
    if (challenge.state === 'VERIFY_OTP') await sendNextLoginMail(parts, database, challenge, mailbox)
    else if (isFrozen) await parts.mail.send(loginRefusedMail(await readLoginMailFacts(parts, challenge)))
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    await database.update(loginChallenges).set({ resendAt: parts.clock() }).where(eq(loginChallenges.id, challenge.id))
  }
}

const findByLink = async (database: Database, token: string, now: number): Promise<LoginChallenge> => {
  const [challenge] = await database
    .select()
    .from(loginChallenges)
    .where(and(eq(loginChallenges.linkHash, hashDeviceLink(token)), gt(loginChallenges.linkEndsAt, now)))
  if (!challenge || loginStateOf(challenge, now) !== 'VERIFY_DEVICE')
    throw new AppError(walletErrors.DEVICE_LINK_INVALID)
  return challenge
}
