import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { hashOwner } from './enrol.ts'
import type { AnswerOf, GuardianParts } from './parts.ts'
import type { RequestOf } from './requests.ts'
import { attempts, devices, enrolments } from './tables.ts'

/** The owner's word, by the secret that only the open wallet gives: what was enrolled by somebody else stays untouched. */
export const forget = async (
  { database }: GuardianParts,
  { walletId, ownerKey, setId }: RequestOf<'forget'>,
): Promise<AnswerOf<'forget'>> => {
  const isOwn = and(
    eq(enrolments.walletId, walletId),
    eq(enrolments.ownerHash, hashOwner(ownerKey)),
    setId === undefined || setId === 'all' ? undefined : eq(enrolments.setId, setId),
  )
  await database.transaction(async (inside) => {
    const own = await inside.select({ setId: enrolments.setId }).from(enrolments).where(isOwn)
    const setIds = own.map((enrolment) => enrolment.setId)
    if (setIds.length === 0) throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
    await inside.delete(devices).where(and(eq(devices.walletId, walletId), inArray(devices.setId, setIds)))
    if (setId === undefined) return
    await inside.delete(attempts).where(and(eq(attempts.walletId, walletId), inArray(attempts.setId, setIds)))
    await inside.delete(enrolments).where(isOwn)
  })
  return { ok: true, kind: 'forget' }
}
