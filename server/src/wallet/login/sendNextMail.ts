import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, lte } from 'drizzle-orm'
import { challenges } from '../../database/loginTables.ts'
import type { Database } from '../../database/open.ts'
import type { WalletParts } from '../api/walletRoute.ts'
import { codeMail, deviceMail, frozenMail } from '../mail/loginMails.ts'
import {
  type Challenge,
  cooldownMs,
  deviceLinkEnd,
  deviceLinkMinutes,
  loginMailOf,
  makeMatchColumns,
} from './challenge.ts'
import { isGuessingAlarmOn } from './loginRateLimits.ts'
import { failuresBeforeLongCode, type Mailbox } from './mailbox.ts'
import { codeEnd, codeMac, codeMinutes, makeCode, makeDeviceLink } from './otp.ts'

/**
 * Mails the device link or the code that the login needs next, and invalidates the previous one. While new devices are
 * blocked, mails the owner about the block instead, so that response and timing don't reveal it.
 */
export const sendNextMail = async (
  parts: WalletParts,
  database: Database,
  challenge: Challenge,
  { failures, isFrozen }: Pick<Mailbox, 'failures' | 'isFrozen'>,
): Promise<Challenge> => {
  const now = parts.clock()
  const mail = await loginMailOf(parts.secrets, parts.projects, challenge)
  // Decide anew for each mail, because wrong codes may have been counted since the last one.
  const isLong =
    challenge.codeKind === 'long' || failures >= failuresBeforeLongCode || (await isGuessingAlarmOn(database, now))
  const codeKind = isLong ? 'long' : 'short'
  if (challenge.state === 'VERIFY_DEVICE') {
    const { token, hash } = makeDeviceLink()
    const next = {
      codeKind,
      linkHash: isFrozen ? null : hash,
      linkEndsAt: deviceLinkEnd(now),
      resendAt: now + cooldownMs,
    } as const
    await change(database, challenge, next)
    const url = `${parts.settings.secureOrigin}/device#${token}`
    await parts.mail.send(isFrozen ? frozenMail(mail) : deviceMail(mail, url, deviceLinkMinutes))
    return { ...challenge, ...next }
  }
  const code = makeCode(codeKind)
  const next = {
    codeKind,
    codeMac: codeMac(parts.secrets, challenge.id, challenge.addressMac, code),
    codeEndsAt: codeEnd(now),
    resendAt: now + cooldownMs,
    tries: 0,
  } as const
  await change(database, challenge, next)
  await parts.mail.send(codeMail(mail, code, codeMinutes))
  return { ...challenge, ...next }
}

/** Moves a login back to its device confirmation. Its code becomes invalid. */
export const requireDeviceLink = async (database: Database, challenge: Challenge): Promise<Challenge> => {
  const next = { state: 'VERIFY_DEVICE', codeMac: null, ...makeMatchColumns() } as const
  await change(database, challenge, next)
  return { ...challenge, ...next }
}

/** Updates a login only if its state is unchanged, because a later login or a refusal may have ended this one. */
const change = async (database: Database, { id, state }: Challenge, next: Partial<Challenge>): Promise<void> => {
  const changed = await database
    .update(challenges)
    .set(next)
    .where(and(eq(challenges.id, id), eq(challenges.state, state)))
    .returning({ id: challenges.id })
  if (changed.length === 0) throw new AppError(walletErrors.CHALLENGE_NOT_FOUND)
}

/** Claims the right to send the next mail of a login. Only one of several concurrent requests gets true. */
export const claimMail = async (database: Database, { id }: Challenge, now: number): Promise<boolean> => {
  const taken = await database
    .update(challenges)
    .set({ resendAt: now + cooldownMs })
    .where(and(eq(challenges.id, id), lte(challenges.resendAt, now)))
    .returning({ id: challenges.id })
  return taken.length > 0
}
