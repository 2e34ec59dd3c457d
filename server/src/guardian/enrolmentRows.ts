import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { GuardianParts } from './parts.ts'
import { enrolments } from './tables.ts'

export type GuardianEnrolment = Omit<typeof enrolments.$inferSelect, 'failures'>
type SetName = Pick<GuardianEnrolment, 'walletId' | 'setId'>

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

export const sealContext = ({ walletId, setId }: SetName, column: 'address' | 'share'): string =>
  ['enrolments', walletId, setId, column].join('|')
