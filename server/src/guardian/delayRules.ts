import { ownerProofText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, inArray, isNotNull, isNull, lt, ne, or } from 'drizzle-orm'
import type { Database } from '../database/open.ts'
import { decryptEnrolledAddress, type GuardianEnrolment, hashOwnerKey } from './enrolmentRows.ts'
import { delayLoweredMail } from './mails.ts'
import { requireOldBrowser } from './newBrowsers.ts'
import type { GuardianAnswerOf, GuardianParts } from './parts.ts'
import type { GuardianRequestOf } from './requests.ts'
import { delayRules, enrolments, recoveries } from './tables.ts'

type DelayRule = typeof delayRules.$inferSelect
type OwnerName = { walletId: string; ownerHash: string }
type Parts = Pick<GuardianParts, 'database' | 'clock' | 'delayMs'>

/**
 * Returns the end of the delay of a recovery that its owner confirms now. The full delay applies while the owner has a
 * passkey or a backup, and to enrolments of earlier versions. After the last way was removed, the old delay passes first.
 */
export const findDelayEnd = async (
  { database, clock, delayMs, firstDelayMs }: GuardianParts,
  { walletId, ownerHash }: GuardianEnrolment,
): Promise<number> => {
  const now = clock()
  const rule = ownerHash === null ? undefined : await findRule(database, { walletId, ownerHash })
  if (!rule || rule.ways) return now + delayMs
  return Math.min(now + delayMs, Math.max(rule.fullUntil, now + firstDelayMs))
}

/** Stores the rule of a new owner key. A new owner key of a wallet with the full delay waits this delay first. */
export const insertDelayRule = async (
  { database, clock, delayMs }: Parts,
  { walletId, addressMac, ownerHash }: GuardianEnrolment,
  ways: readonly string[],
): Promise<void> => {
  if (ownerHash === null) return
  const isFull = await hasFullDelay(database, { walletId, addressMac, ownerHash }, clock())
  const rule: DelayRule = {
    ...{ walletId, ownerHash, addressMac, version: 1, ways: textOf(ways) },
    fullUntil: isFull ? clock() + delayMs : 0,
  }
  // The owner may have deleted all enrolments before. The rule that is left says how long the old delay applies.
  await database
    .insert(delayRules)
    .values(rule)
    .onConflictDoUpdate({ target: [delayRules.walletId, delayRules.ownerHash], set: { ways: rule.ways } })
}

/** Tells whether another owner key of the same wallet and mailbox has the full delay. */
const hasFullDelay = async (
  database: Database,
  { walletId, addressMac, ownerHash }: OwnerName & { addressMac: string },
  now: number,
): Promise<boolean> => {
  const others = await database
    .select({ ownerHash: enrolments.ownerHash })
    .from(enrolments)
    .where(
      and(
        eq(enrolments.walletId, walletId),
        eq(enrolments.addressMac, addressMac),
        or(isNull(enrolments.ownerHash), ne(enrolments.ownerHash, ownerHash)),
      ),
    )
  const rules = await database
    .select()
    .from(delayRules)
    .where(
      and(
        eq(delayRules.walletId, walletId),
        eq(delayRules.addressMac, addressMac),
        ne(delayRules.ownerHash, ownerHash),
      ),
    )
  return (
    others.some((other) => !rules.some((rule) => rule.ownerHash === other.ownerHash)) ||
    rules.some((rule) => isFullRule(rule, now))
  )
}

const isFullRule = ({ ways, fullUntil }: DelayRule, now: number): boolean => ways !== '' || fullUntil > now

const findRule = async (database: Database, owner: OwnerName): Promise<DelayRule | undefined> =>
  (await database.select().from(delayRules).where(isRuleOf(owner)))[0]

const isRuleOf = ({ walletId, ownerHash }: OwnerName) =>
  and(eq(delayRules.walletId, walletId), eq(delayRules.ownerHash, ownerHash))

const textOf = (ways: readonly string[]): string => [...new Set(ways)].toSorted().join(' ')

/**
 * Answers the list of the owner's passkeys and backups, and replaces it first if the request names the version that it
 * has. The first way raises the delay at once. Removing the last one keeps the full delay for as long as it is, and the
 * owner gets a mail.
 */
export const answerWays = async (
  parts: GuardianParts,
  { walletId, ownerKey, change, device }: GuardianRequestOf<'ways'>,
): Promise<GuardianAnswerOf<'ways'>> => {
  const owner = { walletId, ownerHash: hashOwnerKey(ownerKey) }
  const { database } = parts
  const isOwn = and(eq(enrolments.walletId, walletId), eq(enrolments.ownerHash, owner.ownerHash))
  const [enrolment] = await database.select().from(enrolments).where(isOwn)
  if (!enrolment) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
  if (change) {
    const text = ownerProofText('ways', walletId, `${change.version}|${change.ways.join(' ')}`)
    await requireOldBrowser(parts, owner, { text, device })
  }
  const isLowered = change !== undefined && (await changeWays(parts, { ...enrolment, ...owner }, change))
  const rule = await findRule(database, owner)
  if (isLowered && rule) await mailOwner(parts, enrolment, rule.fullUntil)
  const [version, ways, fullUntil] = rule
    ? [rule.version, rule.ways.split(' ').filter(Boolean), rule.fullUntil]
    : [0, null, 0]
  return { ok: true, kind: 'ways', version, ways, fullUntil }
}

/** Returns true if this change removed the last way. */
const changeWays = (
  { database, clock, delayMs }: GuardianParts,
  { walletId, ownerHash, addressMac }: OwnerName & { addressMac: string },
  { version, ways }: NonNullable<GuardianRequestOf<'ways'>['change']>,
): Promise<boolean> =>
  database.transaction(async (inside) => {
    const owner = { walletId, ownerHash }
    // This lock makes a concurrent change wait, so that it sees this one.
    await inside.select().from(enrolments).where(eq(enrolments.walletId, walletId)).for('update')
    const rule = await findRule(inside, owner)
    if ((rule?.version ?? 0) !== version) return false
    const now = clock()
    const isRaised = ways.length > 0
    const wasLow = rule !== undefined && !isFullRule(rule, now)
    const hadWays = !rule || rule.ways.length > 0
    const fullUntil = !isRaised && hadWays ? now + delayMs : (rule?.fullUntil ?? 0)
    const row: DelayRule = { ...owner, addressMac, version: version + 1, ways: textOf(ways), fullUntil }
    await inside
      .insert(delayRules)
      .values(row)
      .onConflictDoUpdate({ target: [delayRules.walletId, delayRules.ownerHash], set: row })
    // A recovery that skipped the delay, and whose share nobody has fetched, would skip the new one too.
    if (isRaised && wasLow) await removeConfirmedRecoveries(inside, owner)
    return !isRaised && hadWays
  })

const removeConfirmedRecoveries = async (database: Database, { walletId, ownerHash }: OwnerName): Promise<void> => {
  const own = database
    .select({ setId: enrolments.setId })
    .from(enrolments)
    .where(and(eq(enrolments.walletId, walletId), eq(enrolments.ownerHash, ownerHash)))
  await database
    .delete(recoveries)
    .where(
      and(
        eq(recoveries.walletId, walletId),
        inArray(recoveries.setId, own),
        eq(recoveries.isRecognised, false),
        isNotNull(recoveries.releaseAt),
      ),
    )
}

const mailOwner = async (parts: GuardianParts, enrolment: GuardianEnrolment, fullUntil: number): Promise<void> => {
  try {
    const to = await decryptEnrolledAddress(parts, enrolment)
    await parts.mail.send(delayLoweredMail({ to, locale: enrolment.locale, fullUntil }))
  } catch {
    // The delay still passes. The mailer logs the failure.
    parts.log.write('delay notice was not mailed')
  }
}

/** Ends the rule of an owner whose last enrolment was deleted: a new enrolment of the mailbox waits the old delay. */
export const endDelayRule = async (
  { database, clock, delayMs }: Parts,
  { walletId, ownerHash, addressMac }: GuardianEnrolment,
): Promise<void> => {
  if (ownerHash === null) return
  const owner = { walletId, ownerHash }
  const [left] = await database
    .select({ setId: enrolments.setId })
    .from(enrolments)
    .where(and(eq(enrolments.walletId, walletId), eq(enrolments.ownerHash, ownerHash)))
    .limit(1)
  if (left) return
  const rule = await findRule(database, owner)
  const fullUntil = rule && !rule.ways ? rule.fullUntil : clock() + delayMs
  const row: DelayRule = { ...owner, addressMac, version: (rule?.version ?? 0) + 1, ways: '', fullUntil }
  await database
    .insert(delayRules)
    .values(row)
    .onConflictDoUpdate({ target: [delayRules.walletId, delayRules.ownerHash], set: row })
}

/** Deletes the rules that no enrolment needs any more. */
export const removeEndedDelayRules = async ({ database, clock }: GuardianParts): Promise<void> => {
  const ended = await database
    .select({ walletId: delayRules.walletId, ownerHash: delayRules.ownerHash })
    .from(delayRules)
    .leftJoin(
      enrolments,
      and(eq(enrolments.walletId, delayRules.walletId), eq(enrolments.ownerHash, delayRules.ownerHash)),
    )
    .where(and(isNull(enrolments.setId), lt(delayRules.fullUntil, clock())))
  for (const owner of ended) await database.delete(delayRules).where(isRuleOf(owner))
}
