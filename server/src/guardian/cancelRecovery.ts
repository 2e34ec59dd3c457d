import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { isEnrolmentOfMailbox, isEnrolmentOfShareSet } from './enrolmentRows.ts'
import type { GuardianParts } from './parts.ts'
import { enrolments, recoveries } from './tables.ts'

const frozenMs = 24 * 60 * 60_000

/**
 * Handles "This was not me" on the pages behind the links: ends all recoveries of this wallet by this mailbox, and
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
