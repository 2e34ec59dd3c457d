import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, count, desc, eq, gt, like, lte } from 'drizzle-orm'
import { countAgainstLimits, type RateLimit } from '../wallet/api/countLimits.ts'
import { counterOf, databaseCounters } from '../wallet/api/rateCounters.ts'
import type { GuardianEnrolment } from './enrolmentRows.ts'
import type { GuardianParts } from './parts.ts'
import { enrolments, rateCounters, recoveries } from './tables.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const cooldownMs = 30_000
/** The number of a mailbox's earliest share sets that count as the owner's. */
const earlyLimit = 4

/** The client that asks for a mail. `browser` is the main server's name for the browser: a new name takes a new code from the mailbox. */
type Asker = { clientHash: string; browser: string }
type Wallet = Pick<GuardianEnrolment, 'walletId' | 'addressMac'>

const prefixOf = (kind: string, { walletId, addressMac }: Wallet): string =>
  ['challenge', kind, walletId, addressMac].join('|')

/**
 * Counts a mail of a recovery, or throws EMAIL_COOLDOWN. Each browser has its own limit, so whoever phished one code uses
 * up nothing of the owner's browsers. The first mail for each browser comes out of a share of the wallet's limit that
 * repeated mails cannot use up. Returns the function that takes the count back, for a mail that could not be sent.
 */
export const countChallenge = async (
  { database, clock }: GuardianParts,
  enrolment: GuardianEnrolment,
  mailboxMac: string,
  asker: Asker,
): Promise<() => Promise<void>> => {
  const now = clock()
  const cooldown = await findCooldown(database, enrolment, asker, now)
  if (cooldown > 0) throw new AppError(walletErrors.EMAIL_COOLDOWN, { values: { n: cooldown } })
  const counters = databaseCounters(database, now)
  const own = { key: `${prefixOf('day', enrolment)}|${asker.browser}`, windowMs: dayMs, most: 10 }
  const ownCounter = counterOf(own.key, own.windowMs, now)
  const isFirst = (await counters.read([ownCounter]))(ownCounter) === 0
  const limits: RateLimit[] = [
    { key: `${prefixOf('hour', enrolment)}|${asker.browser}`, windowMs: hourMs, most: 5 },
    own,
    ...(isFirst
      ? [{ key: prefixOf('first', enrolment), windowMs: dayMs, most: 40 }]
      : [
          { key: prefixOf('repeated hour', enrolment), windowMs: hourMs, most: 10 },
          { key: prefixOf('repeated day', enrolment), windowMs: dayMs, most: 20 },
        ]),
    ...((await isEarly(database, enrolment, mailboxMac))
      ? []
      : [{ key: `challenge|mailbox|${mailboxMac}`, windowMs: dayMs, most: 20 }]),
  ]
  const wait = await countAgainstLimits(database, limits, now)
  if (wait > 0) throw new AppError(walletErrors.EMAIL_COOLDOWN, { values: { n: wait } })
  const counted = limits.map(({ key, windowMs }) => counterOf(key, windowMs, now))
  return async () => void (await counters.add(counted, -1))
}

/** Gives the limits of a wallet back after its owner's answer. */
export const resetChallengeLimits = async (
  database: GuardianParts['database'],
  { walletId, addressMac }: Wallet,
): Promise<void> => {
  await database.delete(rateCounters).where(like(rateCounters.key, `${prefixOf('%', { walletId, addressMac })}%`))
}

/** Returns the seconds until this client may ask for another mail. */
const findCooldown = async (
  database: GuardianParts['database'],
  { walletId }: Wallet,
  { clientHash }: Asker,
  now: number,
): Promise<number> => {
  const [last] = await database
    .select({ createdAt: recoveries.createdAt })
    .from(recoveries)
    .where(
      and(
        eq(recoveries.walletId, walletId),
        eq(recoveries.clientHash, clientHash),
        gt(recoveries.createdAt, now - cooldownMs),
      ),
    )
    .orderBy(desc(recoveries.createdAt))
    .limit(1)
  return last ? Math.ceil((last.createdAt + cooldownMs - now) / 1_000) : 0
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
