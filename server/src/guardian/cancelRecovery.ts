import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Database } from '../database/open.ts'
import { type GuardianEnrolment, isEnrolmentOfMailbox, isEnrolmentOfShareSet } from './enrolmentRows.ts'
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
    await stopRecoveries(inside, enrolment, now)
    return true
  })
}

/** Ends all recoveries of a wallet by one mailbox, and blocks new ones for a day. */
export const stopRecoveries = async (database: Database, enrolment: GuardianEnrolment, now: number): Promise<void> => {
  const frozen = await database
    .update(enrolments)
    .set({ frozenUntil: now + frozenMs })
    .where(isEnrolmentOfMailbox(enrolment))
    .returning({ setId: enrolments.setId })
  const setIds = frozen.map(({ setId }) => setId)
  await database
    .delete(recoveries)
    .where(and(eq(recoveries.walletId, enrolment.walletId), inArray(recoveries.setId, setIds)))
}
