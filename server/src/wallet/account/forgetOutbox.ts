import type { GuardianEnvelope } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { and, eq, lte, notExists } from 'drizzle-orm'
import { users } from '../../database/accountTables.ts'
import { forgetRequests } from '../../database/deletionTables.ts'
import type { Database } from '../../database/open.ts'
import { passToGuardian } from '../../guardian/passToGuardian.ts'

/**
 * If the guardian is unreachable, the server repeats the request to forget share sets for this long. Giving up then is
 * safe, because the guardian's share alone opens no wallet.
 */
const keptMs = 14 * 24 * 60 * 60_000

export const storeGuardianForgetRequest = async (
  database: Database,
  userId: string,
  envelope: GuardianEnvelope,
  sendAt: number,
): Promise<void> =>
  void (await database
    .insert(forgetRequests)
    .values({ userId, envelope, sendAt })
    .onConflictDoUpdate({ target: forgetRequests.userId, set: { envelope, sendAt } }))

export const dropGuardianForgetRequest = async (database: Database, userId: string): Promise<void> =>
  void (await database.delete(forgetRequests).where(eq(forgetRequests.userId, userId)))

/** Sends the guardian the stored requests to forget share sets, once the accounts are deleted. */
export const sendGuardianForgetRequests = async (
  database: Database,
  guardianUrl: string | undefined,
  now: number,
): Promise<void> => {
  const owner = database.select({ id: users.id }).from(users).where(eq(users.id, forgetRequests.userId))
  const due = await database
    .select()
    .from(forgetRequests)
    .where(and(lte(forgetRequests.sendAt, now), notExists(owner)))
  for (const { userId, envelope, sendAt } of due) {
    if ((await isDelivered(guardianUrl, envelope)) || now - sendAt > keptMs)
      await dropGuardianForgetRequest(database, userId)
  }
}

const isDelivered = async (guardianUrl: string | undefined, envelope: GuardianEnvelope): Promise<boolean> => {
  if (guardianUrl === undefined) return false
  try {
    await passToGuardian(`${guardianUrl}/forget`, envelope)
    return true
  } catch (thrown) {
    // The guardian rejected this envelope and would reject it again, so treat the request as delivered.
    return thrown instanceof AppError && thrown.code === 'INVALID_INPUT'
  }
}
