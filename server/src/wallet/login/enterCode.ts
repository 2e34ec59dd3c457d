import { randomUUID } from 'node:crypto'
import type { LoginResult } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { identities, users } from '../../database/accountTables.ts'
import { writeAuditEvent } from '../../database/events.ts'
import { loginChallenges } from '../../database/loginTables.ts'
import type { Database } from '../../database/open.ts'
import { logError } from '../../http/failures.ts'
import { identityAddressContext } from '../account/identityAddress.ts'
import { databaseCounters } from '../api/rateCounters.ts'
import type { WalletParts } from '../api/walletRoute.ts'
import { hasFinishedWallet } from '../custody/walletRecords.ts'
import { recogniseBrowser } from '../sessions/recogniseBrowser.ts'
import { readSessionFacts } from '../sessions/sessionFacts.ts'
import { startSession } from '../sessions/sessions.ts'
import { decryptChallengeAddress, type LoginChallenge, loginStateOf } from './challenge.ts'
import { countAnsweredLogin } from './loginMailLimits.ts'
import { countWrongCodeOfServer } from './loginRateLimits.ts'
import {
  countWrongCodeOfMailbox,
  isIdentityOfAddress,
  type Mailbox,
  readMailbox,
  resetWrongCodes,
  wrongCodesBeforeLongCode,
} from './mailbox.ts'
import { codeMacOf, isTimingSafeEqual, normaliseCode, triesPerOtp } from './otp.ts'

const dummyChallenge = { id: '00000000-0000-4000-8000-000000000000', addressMac: '' }

type Try = { challengeId: string; thumbprint: string; code: string }

/**
 * Completes a login by its code. Counts each try before the codes are compared, so that concurrent requests get three
 * tries in total.
 */
export const enterLoginCode = async (
  parts: WalletParts,
  { challengeId, thumbprint, code }: Try,
): Promise<LoginResult> => {
  const { secrets, clock } = parts
  const database = await parts.database()
  const now = clock()
  const counted = await countTry(database, challengeId, now)
  const { id, addressMac } = counted ?? dummyChallenge
  // Compare codes even for an unknown login, so that the timing doesn't reveal whether the login exists.
  const isRight = isTimingSafeEqual(codeMacOf(secrets, id, addressMac, normaliseCode(code)), counted?.codeMac ?? '')
  if (!counted) throw await refusalOf(database, challengeId, thumbprint, now)
  // A code from another browser counts as a try too, but gets the same answer as an unknown login id.
  if (counted.thumbprint !== thumbprint) throw new AppError(walletErrors.CHALLENGE_NOT_FOUND)
  if (!isRight) {
    await countWrongCodeOfServer(database, parts.log, now)
    const left = triesPerOtp - counted.tries
    throw left > 0
      ? new AppError(walletErrors.CODE_WRONG, { values: { n: left } })
      : new AppError(walletErrors.CODE_DEAD)
  }
  return signIn(parts, database, counted, now)
}

/**
 * Counts the try and returns the login. Returns undefined if the login has no tries left, or the account none for a
 * code of six digits.
 */
const countTry = (database: Database, challengeId: string, now: number): Promise<LoginChallenge | undefined> =>
  database.transaction(async (inside) => {
    const [challenge] = await inside
      .update(loginChallenges)
      .set({ tries: sql`${loginChallenges.tries} + 1` })
      .where(
        and(
          eq(loginChallenges.id, challengeId),
          eq(loginChallenges.state, 'VERIFY_OTP'),
          lt(loginChallenges.tries, triesPerOtp),
          gt(loginChallenges.codeEndsAt, now),
        ),
      )
      .returning()
    if (!challenge) return undefined
    const { key } = await readMailbox(inside, challenge.addressMac, challenge.thumbprint, now)
    const failures = await countWrongCodeOfMailbox(inside, key)
    if (challenge.codeKind === 'long' || failures <= wrongCodesBeforeLongCode) return challenge
    // The account has used up its ten wrong codes of six digits, so invalidate this code. The next mail contains a long
    // code.
    await inside.update(loginChallenges).set({ tries: triesPerOtp }).where(eq(loginChallenges.id, challenge.id))
    return undefined
  })

const refusalOf = async (
  database: Database,
  challengeId: string,
  thumbprint: string,
  now: number,
): Promise<AppError> => {
  const [challenge] = await database.select().from(loginChallenges).where(eq(loginChallenges.id, challengeId))
  if (!challenge || challenge.thumbprint !== thumbprint) return new AppError(walletErrors.CHALLENGE_NOT_FOUND)
  if (loginStateOf(challenge, now) === 'EXPIRED') return new AppError(walletErrors.CHALLENGE_NOT_FOUND)
  return new AppError(challenge.tries >= triesPerOtp ? walletErrors.CODE_DEAD : walletErrors.CODE_EXPIRED)
}

/**
 * Uses up the code and starts the session in one transaction, so that no code is used up without starting a session.
 */
const signIn = async (
  parts: WalletParts,
  database: Database,
  challenge: LoginChallenge,
  now: number,
): Promise<LoginResult> => {
  const { addressMac, thumbprint, projectId, host, browser, locale } = challenge
  const sealed = await sealIdentity(parts, challenge)
  const result = await database.transaction(async (inside) => {
    const used = await inside
      .update(loginChallenges)
      .set({ state: 'USED', codeMac: null })
      .where(and(eq(loginChallenges.id, challenge.id), eq(loginChallenges.state, 'VERIFY_OTP')))
      .returning({ id: loginChallenges.id })
    if (used.length === 0) throw new AppError(walletErrors.CHALLENGE_NOT_FOUND)
    const mailbox = await readMailbox(inside, addressMac, thumbprint, now)
    await resetWrongCodes(inside, addressMac, thumbprint)
    const userId = await findOrMakeUser(inside, addressMac, sealed, now)
    const isConfirmed = isKnownBrowser(mailbox) || !(await hasFinishedWallet(inside, userId))
    if (isConfirmed) await recogniseBrowser(inside, userId, thumbprint, now)
    const site = { projectId, host, browser, locale }
    const started = await startSession(inside, { userId, thumbprint, ...site, isConfirmed }, now)
    await writeAuditEvent(inside, { kind: 'signed in', userId, sessionId: started.session.id }, now)
    return started
  })
  await countAnsweredCode(parts, database, challenge, now)
  return { tokens: result.tokens, session: await readSessionFacts(parts, database, result.session) }
}

/** After too many wrong codes even a recognised browser has to open the wallet first, as an unknown browser does. */
const isKnownBrowser = ({ isRecognised, failures }: Mailbox): boolean =>
  // The right code counts too, because each try is counted before the codes are compared.
  isRecognised && failures <= wrongCodesBeforeLongCode

/** Counts the answered code. A failure is only logged, because the code is used up and the visitor is signed in. */
const countAnsweredCode = async (
  { log }: WalletParts,
  database: Database,
  { bucketMac: mailbox, networkMac: network, projectId: project }: LoginChallenge,
  now: number,
): Promise<void> => {
  try {
    await countAnsweredLogin(databaseCounters(database, now), { mailbox, network, project }, now)
  } catch (cause) {
    logError(log, cause, 'answered code not counted')
  }
}

type SealedIdentity = { id: string; userId: string; sealedAddress: string }

const sealIdentity = async ({ secrets }: WalletParts, challenge: LoginChallenge): Promise<SealedIdentity> => {
  const identity = { id: randomUUID(), userId: randomUUID() }
  const address = new TextEncoder().encode(await decryptChallengeAddress(secrets, challenge))
  return { ...identity, sealedAddress: await secrets.seal(address, identityAddressContext(identity)) }
}

/** Finds the user of an address or creates one. Two concurrent first logins of one address get the same user. */
const findOrMakeUser = async (
  database: Database,
  addressMac: string,
  sealed: SealedIdentity,
  now: number,
): Promise<string> => {
  const find = async () =>
    (await database.select({ userId: identities.userId }).from(identities).where(isIdentityOfAddress(addressMac)))[0]
      ?.userId
  const known = await find()
  if (known) return known
  await database.insert(users).values({ id: sealed.userId, createdAt: now })
  const made = await database
    .insert(identities)
    .values({ ...sealed, provider: 'email', issuer: '', subject: addressMac, createdAt: now })
    .onConflictDoNothing()
    .returning({ userId: identities.userId })
  if (made[0]) return made[0].userId
  await database.delete(users).where(eq(users.id, sealed.userId))
  const other = await find()
  if (!other) throw new AppError(commonErrors.RESOURCE_UNAVAILABLE)
  return other
}
