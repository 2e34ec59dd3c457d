import type { GuardianEnvelope } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { and, eq, inArray, lte } from 'drizzle-orm'
import { identities, users } from '../../database/accountTables.ts'
import { scheduledDeletions } from '../../database/deletionTables.ts'
import { writeAuditEvent } from '../../database/events.ts'
import { loginChallenges } from '../../database/loginTables.ts'
import type { Database } from '../../database/open.ts'
import type { SecurityNotices } from '../mail/notices.ts'
import { deleteMarks } from '../sessions/newBrowsers.ts'
import type { Session } from '../sessions/sessions.ts'
import { dropGuardianForgetRequest, storeGuardianForgetRequest } from './forgetOutbox.ts'

/** The grace period: for this long after the mail, the owner can cancel the deletion. */
const graceMs = 7 * 24 * 60 * 60_000

export const findDeletionDate = async (database: Database, userId: string): Promise<number | null> => {
  const [row] = await database.select().from(scheduledDeletions).where(eq(scheduledDeletions.userId, userId))
  return row?.deleteAt ?? null
}

/** Schedules the deletion of an account. A repeated request keeps the date of the first one. */
export const scheduleAccountDeletion = async (
  database: Database,
  notices: SecurityNotices,
  session: Session,
  now: number,
  forget?: GuardianEnvelope,
): Promise<{ deleteAt: number }> => {
  const { userId, id: sessionId, projectId, host, browser, locale } = session
  const known = await findDeletionDate(database, userId)
  if (known !== null) {
    if (forget) await storeGuardianForgetRequest(database, userId, forget, known)
    return { deleteAt: known }
  }
  const deleteAt = now + graceMs
  // The grace period protects only an owner who gets the mail, so schedule nothing if the mail fails.
  await notices.require(database, session, { kind: 'deletionRequested', at: deleteAt })
  await database
    .insert(scheduledDeletions)
    .values({ userId, deleteAt, projectId, host, browser, locale })
    .onConflictDoNothing()
  if (forget) await storeGuardianForgetRequest(database, userId, forget, deleteAt)
  await writeAuditEvent(database, { kind: 'deletion asked for', userId, sessionId }, now)
  return { deleteAt }
}

export const cancelAccountDeletion = async (
  database: Database,
  { userId, id: sessionId }: Session,
  now: number,
): Promise<void> => {
  const stopped = await database.delete(scheduledDeletions).where(eq(scheduledDeletions.userId, userId)).returning()
  await dropGuardianForgetRequest(database, userId)
  if (stopped.length > 0) await writeAuditEvent(database, { kind: 'deletion stopped', userId, sessionId }, now)
}

/**
 * Deletes all rows of accounts whose grace period is over. Without the server shares, no passkey, browser or guardian
 * opens the wallet. Only events remain, whose ids identify nobody, and counts of wrong codes, whose keys are MACs.
 */
export const deleteDueAccounts = async (database: Database, notices: SecurityNotices, now: number): Promise<void> => {
  const due = await database.select().from(scheduledDeletions).where(lte(scheduledDeletions.deleteAt, now))
  for (const deletion of due) {
    const { userId } = deletion
    // Prepare the mail while the mail address is still stored. A failed mail doesn't stop the deletion.
    const sendNotice = await notices.prepare(database, deletion, { kind: 'deleted' })
    if (await remove(database, userId, now)) await sendNotice()
  }
}

/** Deletes one account. Resolves to false if the owner has cancelled the deletion just before. */
const remove = (database: Database, userId: string, now: number): Promise<boolean> =>
  database.transaction(async (inside) => {
    const own = inside.select({ mac: identities.subject }).from(identities).where(eq(identities.userId, userId))
    const due = inside
      .select({ id: scheduledDeletions.userId })
      .from(scheduledDeletions)
      .where(and(eq(scheduledDeletions.userId, userId), lte(scheduledDeletions.deleteAt, now)))
    await inside.delete(loginChallenges).where(inArray(loginChallenges.addressMac, own))
    const gone = await inside.delete(users).where(inArray(users.id, due)).returning({ id: users.id })
    if (gone.length === 0) return false
    await deleteMarks(inside, userId)
    await writeAuditEvent(inside, { kind: 'account deleted', userId }, now)
    return true
  })
