import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, lte } from 'drizzle-orm'
import { loginChallenges } from '../../database/loginTables.ts'
import type { Database } from '../../database/open.ts'
import type { WalletParts } from '../api/walletRoute.ts'
import { loginCodeMail } from '../mail/loginMails.ts'
import { type LoginChallenge, loginMailCooldownMs, readLoginMailFacts } from './challenge.ts'
import { areAllNewCodesLong } from './loginRateLimits.ts'
import { type Mailbox, wrongCodesBeforeLongCode } from './mailbox.ts'
import { codeExpiresAt, codeLifetimeMinutes, codeMacOf, makeOtp } from './otp.ts'

/**
 * Mails the code of a login, and invalidates the previous one. Every address is mailed, with or without an account.
 * `isSiteNamed`: the request had a token by which its mail may name the site.
 */
export const sendNextLoginMail = async (
  parts: WalletParts,
  database: Database,
  challenge: LoginChallenge,
  { failures, isSiteNamed }: Pick<Mailbox, 'failures'> & { isSiteNamed: boolean },
): Promise<LoginChallenge> => {
  const now = parts.clock()
  const mail = await readLoginMailFacts(parts, challenge, isSiteNamed)
  // Decide for each mail whether its code is long, because wrong codes may have been counted since the last mail.
  const isLong =
    challenge.codeKind === 'long' || failures >= wrongCodesBeforeLongCode || (await areAllNewCodesLong(database, now))
  const codeKind = isLong ? 'long' : 'short'
  const code = makeOtp(codeKind)
  const next = {
    codeKind,
    codeMac: codeMacOf(parts.secrets, challenge.id, challenge.addressMac, code),
    codeEndsAt: codeExpiresAt(now),
    resendAt: now + loginMailCooldownMs,
    tries: 0,
  } as const
  await change(database, challenge, next)
  await parts.mail.send(loginCodeMail(mail, code, codeLifetimeMinutes))
  return { ...challenge, ...next }
}

/** Updates a login only if its state is unchanged, because a later login may have ended this one. */
const change = async (
  database: Database,
  { id, state }: LoginChallenge,
  next: Partial<LoginChallenge>,
): Promise<void> => {
  const changed = await database
    .update(loginChallenges)
    .set(next)
    .where(and(eq(loginChallenges.id, id), eq(loginChallenges.state, state)))
    .returning({ id: loginChallenges.id })
  if (changed.length === 0) throw new AppError(walletErrors.CHALLENGE_NOT_FOUND)
}

/** Claims the right to send the next mail of a login. Only one of several concurrent requests gets true. */
export const claimNextLoginMail = async (database: Database, { id }: LoginChallenge, now: number): Promise<boolean> => {
  const taken = await database
    .update(loginChallenges)
    .set({ resendAt: now + loginMailCooldownMs })
    .where(and(eq(loginChallenges.id, id), lte(loginChallenges.resendAt, now)))
    .returning({ id: loginChallenges.id })
  return taken.length > 0
}
