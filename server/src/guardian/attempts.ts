import { createHash } from 'node:crypto'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, eq, gt } from 'drizzle-orm'
import type { Database } from '../database/open.ts'
import { type Enrolment, isOfShareSet } from './enrol.ts'
import { attempts, enrolments } from './tables.ts'

export type Attempt = typeof attempts.$inferSelect

export const hashClient = (clientKey: string): string => createHash('sha256').update(clientKey).digest('base64url')

/** Finds a pending recovery. A client that did not start the recovery gets CHALLENGE_NOT_FOUND. */
export const findAttempt = async (
  database: Database,
  challengeId: string,
  clientKey: string,
  now: number,
): Promise<{ attempt: Attempt; enrolment: Enrolment }> => {
  const [attempt] = await database
    .select()
    .from(attempts)
    .where(and(eq(attempts.id, challengeId), eq(attempts.clientHash, hashClient(clientKey)), gt(attempts.endsAt, now)))
  const [enrolment] = attempt ? await database.select().from(enrolments).where(isOfShareSet(attempt)) : []
  if (!attempt || !enrolment) throw new AppError(walletErrors.CHALLENGE_NOT_FOUND)
  if (enrolment.frozenUntil > now) throw new AppError(walletErrors.LOGIN_FROZEN)
  return { attempt, enrolment }
}
