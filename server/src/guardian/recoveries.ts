import { createHash } from 'node:crypto'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, gt } from 'drizzle-orm'
import type { Database } from '../database/open.ts'
import { type GuardianEnrolment, isEnrolmentOfShareSet } from './enrolmentRows.ts'
import { enrolments, recoveries } from './tables.ts'

export type Recovery = Omit<typeof recoveries.$inferSelect, 'codeMac' | 'tries'>

export const hashClientKey = (clientKey: string): string => createHash('sha256').update(clientKey).digest('base64url')

/** Finds a pending recovery. A client that did not start the recovery gets CHALLENGE_NOT_FOUND. */
export const findRecovery = async (
  database: Database,
  challengeId: string,
  clientKey: string,
  now: number,
): Promise<{ recovery: Recovery; enrolment: GuardianEnrolment }> => {
  const [recovery] = await database
    .select()
    .from(recoveries)
    .where(
      and(
        eq(recoveries.id, challengeId),
        eq(recoveries.clientHash, hashClientKey(clientKey)),
        gt(recoveries.endsAt, now),
      ),
    )
  const [enrolment] = recovery ? await database.select().from(enrolments).where(isEnrolmentOfShareSet(recovery)) : []
  if (!recovery || !enrolment) throw new AppError(walletErrors.CHALLENGE_NOT_FOUND)
  if (enrolment.frozenUntil > now) throw new AppError(walletErrors.LOGIN_FROZEN)
  return { recovery, enrolment }
}
