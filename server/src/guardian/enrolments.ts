import { ownerProofText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, count, eq, inArray, isNull, ne } from 'drizzle-orm'
import { type StoredRows, sealingKeyId } from '../database/keyChecks.ts'
import { parseEmailAddress } from '../wallet/login/emailAddress.ts'
import { isTimingSafeEqual } from '../wallet/login/otp.ts'
import { mailLanguageOf } from '../wallet/mail/mailLanguage.ts'
import { endDelayRule, insertDelayRule } from './delayRules.ts'
import {
  decryptEnrolledShare,
  type GuardianEnrolment,
  hashOwnerKey,
  isEnrolmentOfShareSet,
  sealContext,
} from './enrolmentRows.ts'
import { isSignedByBrowser, requireOldBrowser } from './newBrowsers.ts'
import type { GuardianAnswerOf, GuardianParts } from './parts.ts'
import type { GuardianRequestOf } from './requests.ts'
import { enrolments, recognisedBrowsers, recoveries } from './tables.ts'

/**
 * The largest number of guardian share sets that one owner key may enrol for a wallet. An owner who enrols again adds
 * another share set. Anyone who knows a wallet's id can enrol, also an attacker with only the mailbox. Therefore the
 * guardian counts the share sets of each owner key, which only the unlocked wallet has. A recovery names the mail
 * address, so it finds no share set that a stranger enrolled with another address.
 */
const setLimit = 8

/**
 * Stores the guardian's share of a share set, and the mailbox that can recover it: an enrolment at the guardian. No
 * request changes a stored enrolment, so a stranger can only add another one.
 */
export const enrolGuardianShare = async (
  parts: GuardianParts,
  { walletId, setId, email, share, owner, locale = '', ways }: GuardianRequestOf<'enrol'>,
): Promise<GuardianAnswerOf<'enrol'>> => {
  const { database, secrets, clock } = parts
  const { canonical, bucket, sendable } = parseEmailAddress(email)
  const name = { walletId, setId }
  const row: GuardianEnrolment = {
    ...name,
    addressMac: secrets.mac('address', canonical),
    mailboxMac: secrets.mac('address', bucket),
    sealedAddress: await secrets.seal(new TextEncoder().encode(sendable), sealContext(name, 'address')),
    sealedShare: await secrets.seal(Buffer.from(share, 'base64url'), sealContext(name, 'share')),
    ownerHash: owner ?? null,
    locale: mailLanguageOf(locale),
    createdAt: clock(),
    frozenUntil: 0,
    releasedAt: null,
  }
  const [{ sets } = { sets: 0 }] = await database
    .select({ sets: count() })
    .from(enrolments)
    .where(and(eq(enrolments.walletId, walletId), isOfOwner(row.ownerHash)))
  const isNew = await database.transaction(async (inside) => {
    if (sets >= setLimit) return false
    const [inserted] = await inside.insert(enrolments).values(row).onConflictDoNothing().returning()
    // A later share set of the same owner changes no rule, so that it can't shorten the delay.
    if (inserted && sets === 0 && ways) await insertDelayRule({ ...parts, database: inside }, inserted, ways)
    return inserted !== undefined
  })
  if (isNew) return { ok: true, kind: 'enrol' }
  // A client that did not receive the first answer repeats the enrolment, which must succeed.
  const [known] = await database.select().from(enrolments).where(isEnrolmentOfShareSet(name))
  if (!known) throw new AppError(commonErrors.TOO_MANY_REQUESTS, { values: { n: 86_400 } })
  const isKnown =
    known.addressMac === row.addressMac && isTimingSafeEqual(await decryptEnrolledShare({ secrets }, known), share)
  if (!isKnown) throw new AppError(commonErrors.INVALID_INPUT)
  return { ok: true, kind: 'enrol' }
}

/** An SQL condition: true for enrolments of the same owner key, or of enrolments without one. */
const isOfOwner = (hash: string | null) =>
  hash === null ? isNull(enrolments.ownerHash) : eq(enrolments.ownerHash, hash)

/** The rows on which the guardian proves its key if the database has no key check yet. */
export const sealedGuardianRows: StoredRows = {
  ifKeyIsLost:
    'no wallet can be recovered by e-mail until its owner sets that up again: start with an empty database, and ' +
    'give the main server the new public key.',
  sealedColumns: [enrolments.sealedAddress, enrolments.sealedShare],
  readAddresses: async (database, keyId) => {
    const rows = await database
      .select()
      .from(enrolments)
      .where(eq(sealingKeyId(enrolments.sealedAddress), keyId))
      .limit(5)
    return rows.map((row) => ({
      sealed: row.sealedAddress,
      context: sealContext(row, 'address'),
      addressMac: row.addressMac,
    }))
  },
}

/**
 * Deletes the browsers that the guardian recognises for an owner, with `setId: 'others'` except the one that signed the
 * request. With the id of a share set, concerns only that one, and also deletes its enrolment. With `setId: 'all'`, also
 * deletes all of the owner's enrolments. The request holds the owner key, which only the unlocked wallet has.
 */
export const forgetGuardianShares = async (
  parts: GuardianParts,
  { walletId, ownerKey, setId, device }: GuardianRequestOf<'forget'>,
): Promise<GuardianAnswerOf<'forget'>> => {
  const isOfOneSet = setId !== undefined && setId !== 'all' && setId !== 'others'
  const isOwn = and(
    eq(enrolments.walletId, walletId),
    eq(enrolments.ownerHash, hashOwnerKey(ownerKey)),
    isOfOneSet ? eq(enrolments.setId, setId) : undefined,
  )
  const owner = { walletId, ownerHash: hashOwnerKey(ownerKey) }
  const text = ownerProofText('forget', walletId, setId ?? '')
  await requireOldBrowser(parts, owner, { text, device })
  // A kept browser stays as old as it is, so that it may change more within a day after a recovery by mail.
  const kept = setId === 'others' && device && (await isSignedByBrowser(device, text)) ? device.publicKey : undefined
  await parts.database.transaction(async (inside) => {
    const own = await inside.select().from(enrolments).where(isOwn)
    const setIds = own.map((enrolment) => enrolment.setId)
    if (setIds.length === 0) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
    await inside
      .delete(recognisedBrowsers)
      .where(
        and(
          eq(recognisedBrowsers.walletId, walletId),
          inArray(recognisedBrowsers.setId, setIds),
          kept === undefined ? undefined : ne(recognisedBrowsers.publicKey, kept),
        ),
      )
    if (setId === undefined || setId === 'others') return
    await inside.delete(recoveries).where(and(eq(recoveries.walletId, walletId), inArray(recoveries.setId, setIds)))
    await inside.delete(enrolments).where(isOwn)
    for (const enrolment of own) await endDelayRule({ ...parts, database: inside }, enrolment)
  })
  return { ok: true, kind: 'forget' }
}
