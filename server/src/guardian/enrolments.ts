import { createHash } from 'node:crypto'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, count, eq, inArray, isNull } from 'drizzle-orm'
import { type StoredRows, sealingKeyId } from '../database/keyChecks.ts'
import { parseEmailAddress } from '../wallet/login/emailAddress.ts'
import { isTimingSafeEqual } from '../wallet/login/otp.ts'
import { mailLanguageOf } from '../wallet/mail/mailLanguage.ts'
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

export type GuardianEnrolment = Omit<typeof enrolments.$inferSelect, 'failures'>
type SetName = Pick<GuardianEnrolment, 'walletId' | 'setId'>

/**
 * Stores the guardian's share of a share set, and the mailbox that can recover it: an enrolment at the guardian. No
 * request changes a stored enrolment, so a stranger can only add another one.
 */
export const enrolGuardianShare = async (
  { database, secrets, clock }: GuardianParts,
  { walletId, setId, email, share, owner, locale = '' }: GuardianRequestOf<'enrol'>,
): Promise<GuardianAnswerOf<'enrol'>> => {
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
  }
  const [{ sets } = { sets: 0 }] = await database
    .select({ sets: count() })
    .from(enrolments)
    .where(and(eq(enrolments.walletId, walletId), isOfOwner(row.ownerHash)))
  const isNew =
    sets < setLimit &&
    (await database.insert(enrolments).values(row).onConflictDoNothing().returning({ setId: enrolments.setId }))
      .length > 0
  if (isNew) return { ok: true, kind: 'enrol' }
  // A client that did not receive the first answer repeats the enrolment, which must succeed.
  const [known] = await database.select().from(enrolments).where(isEnrolmentOfShareSet(name))
  if (!known) throw new AppError(commonErrors.TOO_MANY_REQUESTS, { values: { n: 86_400 } })
  const isKnown =
    known.addressMac === row.addressMac && isTimingSafeEqual(await decryptEnrolledShare({ secrets }, known), share)
  if (!isKnown) throw new AppError(commonErrors.INVALID_INPUT)
  return { ok: true, kind: 'enrol' }
}

const isOfOwner = (hash: string | null) =>
  hash === null ? isNull(enrolments.ownerHash) : eq(enrolments.ownerHash, hash)

/** Hashes an owner key. The guardian stores only the hash. */
export const hashOwnerKey = (ownerKey: string): string =>
  createHash('sha256').update(Buffer.from(ownerKey, 'base64url')).digest('base64url')

/**
 * An SQL condition: true for the wallet's enrolments with the same mailbox as the given one. Limits of a mailbox, and
 * cancelled recoveries of a mailbox, concern no enrolments with another mailbox.
 */
export const isEnrolmentOfMailbox = ({ walletId, addressMac }: Pick<GuardianEnrolment, 'walletId' | 'addressMac'>) =>
  and(eq(enrolments.walletId, walletId), eq(enrolments.addressMac, addressMac))

export const isEnrolmentOfShareSet = ({ walletId, setId }: SetName) =>
  and(eq(enrolments.walletId, walletId), eq(enrolments.setId, setId))

export const decryptEnrolledShare = async (
  { secrets }: Pick<GuardianParts, 'secrets'>,
  enrolment: GuardianEnrolment,
): Promise<string> =>
  Buffer.from(await secrets.open(enrolment.sealedShare, sealContext(enrolment, 'share'))).toString('base64url')

export const decryptEnrolledAddress = async (
  { secrets }: Pick<GuardianParts, 'secrets'>,
  enrolment: GuardianEnrolment,
): Promise<string> =>
  new TextDecoder().decode(await secrets.open(enrolment.sealedAddress, sealContext(enrolment, 'address')))

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

const sealContext = ({ walletId, setId }: SetName, column: 'address' | 'share'): string =>
  ['enrolments', walletId, setId, column].join('|')

/**
 * Deletes the browsers that the guardian recognises for an owner. With a `setId`, concerns only that share set, and
 * also deletes its enrolment. With `setId: 'all'`, also deletes all of the owner's enrolments. The request holds the
 * owner key, which only the unlocked wallet has.
 */
export const forgetGuardianShares = async (
  { database }: GuardianParts,
  { walletId, ownerKey, setId }: GuardianRequestOf<'forget'>,
): Promise<GuardianAnswerOf<'forget'>> => {
  const isOwn = and(
    eq(enrolments.walletId, walletId),
    eq(enrolments.ownerHash, hashOwnerKey(ownerKey)),
    setId === undefined || setId === 'all' ? undefined : eq(enrolments.setId, setId),
  )
  await database.transaction(async (inside) => {
    const own = await inside.select({ setId: enrolments.setId }).from(enrolments).where(isOwn)
    const setIds = own.map((enrolment) => enrolment.setId)
    if (setIds.length === 0) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
    await inside
      .delete(recognisedBrowsers)
      .where(and(eq(recognisedBrowsers.walletId, walletId), inArray(recognisedBrowsers.setId, setIds)))
    if (setId === undefined) return
    await inside.delete(recoveries).where(and(eq(recoveries.walletId, walletId), inArray(recoveries.setId, setIds)))
    await inside.delete(enrolments).where(isOwn)
  })
  return { ok: true, kind: 'forget' }
}
