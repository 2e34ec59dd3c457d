import type { GuardianEnvelope } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { and, eq, inArray, lte } from 'drizzle-orm'
import { identities, users } from '../../database/accountTables.ts'
import { deletions } from '../../database/deletionTables.ts'
import { writeEvent } from '../../database/events.ts'
import { challenges } from '../../database/loginTables.ts'
import type { Database } from '../../database/open.ts'
import type { Notices } from '../mail/notices.ts'
import type { Session } from '../sessions/sessions.ts'
import { dropFarewell, keepFarewell } from './forgetOutbox.ts'

/** In which whoever reads the mail can stop it. */
const graceMs = 7 * 24 * 60 * 60_000

export const findDeletion = async (database: Database, userId: string): Promise<number | null> => {
  const [row] = await database.select().from(deletions).where(eq(deletions.userId, userId))
  return row?.deleteAt ?? null
}

/** Asked for again, it goes on as it is: nobody can hurry it. */
export const askForDeletion = async (
  database: Database,
  notices: Notices,
  session: Session,
  now: number,
  farewell?: GuardianEnvelope,
): Promise<{ deleteAt: number }> => {
  const { userId, id: sessionId, projectId, host, browser, locale } = session
  const known = await findDeletion(database, userId)
  if (known !== null) {
    if (farewell) await keepFarewell(database, userId, farewell, known)
    return { deleteAt: known }
  }
  const deleteAt = now + graceMs
  // Before it counts: unheard, the days protect nobody.
  await notices.mustTell(database, session, { kind: 'deletionRequested', at: deleteAt })
  await database.insert(deletions).values({ userId, deleteAt, projectId, host, browser, locale }).onConflictDoNothing()
  if (farewell) await keepFarewell(database, userId, farewell, deleteAt)
  await writeEvent(database, { kind: 'deletion asked for', userId, sessionId }, now)
  return { deleteAt }
}

export const stopDeletion = async (
  database: Database,
  { userId, id: sessionId }: Session,
  now: number,
): Promise<void> => {
  const stopped = await database.delete(deletions).where(eq(deletions.userId, userId)).returning()
  await dropFarewell(database, userId)
  if (stopped.length > 0) await writeEvent(database, { kind: 'deletion stopped', userId, sessionId }, now)
}

/**
 * All that is kept of them: with the shares of this server no passkey, no browser and no guardian opens the wallet any
 * more. What remains is what happened when, by ids that lead to nobody, and keyed counts of wrong codes.
 */
export const deleteDueAccounts = async (database: Database, notices: Notices, now: number): Promise<void> => {
  const due = await database.select().from(deletions).where(lte(deletions.deleteAt, now))
  for (const deletion of due) {
    const { userId } = deletion
    // While the address is still known. Gone it is, whether or not the mail goes out.
    const tellLater = await notices.prepare(database, deletion, { kind: 'deleted' })
    if (await remove(database, userId, now)) await tellLater()
  }
}

/** False where it was stopped in the meantime. */
const remove = (database: Database, userId: string, now: number): Promise<boolean> =>
  database.transaction(async (inside) => {
    const own = inside.select({ mac: identities.subject }).from(identities).where(eq(identities.userId, userId))
    const due = inside
      .select({ id: deletions.userId })
      .from(deletions)
      .where(and(eq(deletions.userId, userId), lte(deletions.deleteAt, now)))
    await inside.delete(challenges).where(inArray(challenges.addressMac, own))
    const gone = await inside.delete(users).where(inArray(users.id, due)).returning({ id: users.id })
    if (gone.length > 0) await writeEvent(inside, { kind: 'account deleted', userId }, now)
    return gone.length > 0
  })
