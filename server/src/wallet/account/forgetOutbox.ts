import type { GuardianEnvelope } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { and, eq, lte, notExists } from 'drizzle-orm'
import { users } from '../../database/accountTables.ts'
import { farewells } from '../../database/deletionTables.ts'
import type { Database } from '../../database/open.ts'
import { passOn } from '../../guardian/passOn.ts'

/** A guardian that is away for longer hears nothing any more; what it keeps opens no wallet without this server's share. */
const keptMs = 14 * 24 * 60 * 60_000

export const keepFarewell = async (
  database: Database,
  userId: string,
  envelope: GuardianEnvelope,
  sendAt: number,
): Promise<void> =>
  void (await database
    .insert(farewells)
    .values({ userId, envelope, sendAt })
    .onConflictDoUpdate({ target: farewells.userId, set: { envelope, sendAt } }))

export const dropFarewell = async (database: Database, userId: string): Promise<void> =>
  void (await database.delete(farewells).where(eq(farewells.userId, userId)))

/** For accounts that are gone. */
export const sayFarewells = async (database: Database, guardianUrl: string | undefined, now: number): Promise<void> => {
  const owner = database.select({ id: users.id }).from(users).where(eq(users.id, farewells.userId))
  const due = await database
    .select()
    .from(farewells)
    .where(and(lte(farewells.sendAt, now), notExists(owner)))
  for (const { userId, envelope, sendAt } of due) {
    if ((await isHeard(guardianUrl, envelope)) || now - sendAt > keptMs) await dropFarewell(database, userId)
  }
}

const isHeard = async (guardianUrl: string | undefined, envelope: GuardianEnvelope): Promise<boolean> => {
  if (guardianUrl === undefined) return false
  try {
    await passOn(`${guardianUrl}/forget`, envelope)
    return true
  } catch (thrown) {
    // Refused, it will be so again.
    return thrown instanceof AppError && thrown.code === 'INVALID_INPUT'
  }
}
