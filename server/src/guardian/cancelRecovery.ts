import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { isTimingSafeEqual } from '../wallet/login/otp.ts'
import { isEnrolmentOfMailbox, isEnrolmentOfShareSet } from './enrolments.ts'
import type { GuardianParts } from './parts.ts'
import { enrolments, recoveries } from './tables.ts'

const frozenMs = 24 * 60 * 60_000

/**
 * Returns the link that cancels a recovery. Its token is a MAC of the recovery's id, so the database stores no token,
 * and only the mail contains it.
 */
export const recoveryCancelUrl = (
  { secrets, publicUrl }: Pick<GuardianParts, 'secrets' | 'publicUrl'>,
  id: string,
  locale: string,
): string => `${publicUrl}/cancel?${new URLSearchParams({ id, token: tokenOf(secrets, id), locale })}`

const tokenOf = (secrets: GuardianParts['secrets'], id: string): string => secrets.mac('cancel', id)

export const isRecoveryCancelToken = (secrets: GuardianParts['secrets'], id: string, token: string): boolean =>
  isTimingSafeEqual(tokenOf(secrets, id), token)

/**
 * Handles "This was not me" on the page behind the cancel link: ends all recoveries of this wallet by this mailbox, and
 * blocks new ones for a day. Returns false if the recovery has already ended.
 */
export const cancelRecovery = async ({ database, clock }: GuardianParts, id: string): Promise<boolean> => {
  const now = clock()
  return database.transaction(async (inside) => {
    const [recovery] = await inside
      .select()
      .from(recoveries)
      .where(and(eq(recoveries.id, id), gt(recoveries.endsAt, now), isNull(recoveries.releasedAt)))
    const [enrolment] = recovery ? await inside.select().from(enrolments).where(isEnrolmentOfShareSet(recovery)) : []
    if (!enrolment) return false
    const frozen = await inside
      .update(enrolments)
      .set({ frozenUntil: now + frozenMs })
      .where(isEnrolmentOfMailbox(enrolment))
      .returning({ setId: enrolments.setId })
    const setIds = frozen.map(({ setId }) => setId)
    await inside
      .delete(recoveries)
      .where(and(eq(recoveries.walletId, enrolment.walletId), inArray(recoveries.setId, setIds)))
    return true
  })
}
