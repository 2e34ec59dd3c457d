import { randomUUID } from 'node:crypto'
import type { Handover, Join, JoinAnswer, JoinState } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { writeAuditEvent } from '../../database/events.ts'
import { joins } from '../../database/joinTables.ts'
import type { Database } from '../../database/open.ts'
import { sessions } from '../../database/sessionTables.ts'
import { countAgainstLimits, resetLimits } from '../api/countLimits.ts'
import { hasFinishedWallet } from '../custody/walletRecords.ts'
import { makeMatchNumbers } from '../login/otp.ts'
import { revokeSessions, type Session } from '../sessions/sessions.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** As long as the link in the guardian's mail. */
const joinMs = 10 * minuteMs

const limitKeys = (userId: string, thumbprint: string) => ({
  browser: `join|${userId}|${thumbprint}`,
  account: `join|${userId}`,
})

/** Starts the request of a new browser. It replaces an earlier one of the same session. */
export const startJoin = async (
  database: Database,
  session: Session,
  publicKey: string,
  now: number,
): Promise<JoinAnswer> => {
  const { id: sessionId, userId, thumbprint } = session
  if (session.isConfirmed || !(await hasFinishedWallet(database, userId)))
    throw new AppError(commonErrors.INVALID_INPUT)
  const keys = limitKeys(userId, thumbprint)
  const limits = [
    { key: keys.browser, windowMs: dayMs, most: 4 },
    // Ten browsers, each of which took a code from the mailbox, so that one phished code doesn't keep the owner out.
    { key: keys.account, windowMs: dayMs, most: 40 },
  ]
  const wait = await countAgainstLimits(database, limits, now)
  if (wait > 0) throw new AppError(commonErrors.TOO_MANY_REQUESTS, { values: { n: wait } })
  const isRefused = and(eq(joins.userId, userId), eq(joins.state, 'refused'), gt(joins.endsAt, now))
  const [refused] = await database.select({ id: joins.id }).from(joins).where(isRefused).limit(1)
  if (refused) throw new AppError(walletErrors.LOGIN_FROZEN)
  await database.delete(joins).where(eq(joins.sessionId, sessionId))
  const { matchNumber: number, numbers } = makeMatchNumbers()
  const [id, endsAt] = [randomUUID(), now + joinMs]
  const row = { id, userId, sessionId, publicKey, number, numbers, state: 'waiting', createdAt: now, endsAt } as const
  await database.insert(joins).values(row)
  return { joinId: id, number }
}

/** Finds the oldest request of a new browser that waits for the visitor. Only a confirmed session learns of it. */
export const findWaitingJoin = async (database: Database, session: Session, now: number): Promise<Join | null> => {
  requireConfirmed(session)
  const [found] = await database
    .select({ join: joins, host: sessions.host, browser: sessions.browser })
    .from(joins)
    .innerJoin(sessions, eq(sessions.id, joins.sessionId))
    .where(
      and(
        eq(joins.userId, session.userId),
        eq(joins.state, 'waiting'),
        gt(joins.endsAt, now),
        isNull(sessions.revokedAt),
        eq(sessions.isConfirmed, false),
      ),
    )
    .orderBy(asc(joins.createdAt))
    .limit(1)
  if (!found) return null
  const { join, host, browser } = found
  return { joinId: join.id, publicKey: join.publicKey, numbers: join.numbers, at: join.createdAt, host, browser }
}

/** Takes the visitor's only pick. A wrong number ends the request. The right one resets the limits of requests. */
export const pickNumber = async (
  database: Database,
  session: Session,
  { joinId, number }: { joinId: string; number: string },
  now: number,
): Promise<void> => {
  requireConfirmed(session)
  const [picked] = await database
    .update(joins)
    .set({
      state: sql`case when ${joins.number} = ${number} then 'picked' else 'wrong' end`,
      pickedBy: session.id,
    })
    .where(and(isOpen(session, joinId, now), eq(joins.state, 'waiting')))
    .returning({ state: joins.state, sessionId: joins.sessionId })
  if (!picked) throw new AppError(walletErrors.CHALLENGE_NOT_FOUND)
  const kind = picked.state === 'picked' ? 'join number right' : 'join number wrong'
  await writeAuditEvent(database, { kind, userId: session.userId, sessionId: session.id }, now)
  if (picked.state !== 'picked') throw new AppError(walletErrors.CODE_DEAD)
  const [joining] = await database.select().from(sessions).where(eq(sessions.id, picked.sessionId))
  if (joining) await resetLimits(database, Object.values(limitKeys(session.userId, joining.thumbprint)))
}

/** Stores the sealed vault key of the session that picked the right number. */
export const giveWallet = async (
  database: Database,
  session: Session,
  { joinId, handover }: { joinId: string; handover: Handover },
  now: number,
): Promise<void> => {
  requireConfirmed(session)
  const given = await database
    .update(joins)
    .set({ state: 'given', handover })
    .where(and(isOpen(session, joinId, now), eq(joins.state, 'picked'), eq(joins.pickedBy, session.id)))
    .returning({ id: joins.id })
  if (given.length === 0) throw new AppError(walletErrors.CHALLENGE_NOT_FOUND)
}

/** Ends the request of a stranger's browser with its session, and every other such request for a day. */
export const refuseJoin = async (database: Database, session: Session, joinId: string, now: number): Promise<void> => {
  requireConfirmed(session)
  await database.transaction(async (inside) => {
    const [refused] = await inside
      .update(joins)
      .set({ state: 'refused', endsAt: now + dayMs })
      .where(and(isOpen(session, joinId, now), eq(joins.state, 'waiting')))
      .returning({ sessionId: joins.sessionId })
    if (!refused) throw new AppError(walletErrors.CHALLENGE_NOT_FOUND)
    await revokeSessions(inside, [refused.sessionId], now)
    await writeAuditEvent(inside, { kind: 'join refused', userId: session.userId, sessionId: session.id }, now)
  })
}

/** Tells the new browser how its request stands. */
export const readJoin = async (
  database: Database,
  session: Session,
  joinId: string,
  now: number,
): Promise<JoinState> => {
  const [found] = await database
    .select()
    .from(joins)
    .where(and(eq(joins.id, joinId), eq(joins.sessionId, session.id)))
  if (!found || found.endsAt <= now) throw new AppError(walletErrors.CHALLENGE_NOT_FOUND)
  if (found.state === 'wrong') throw new AppError(walletErrors.CODE_DEAD)
  return { handover: found.handover }
}

const isOpen = ({ userId }: Session, joinId: string, now: number) =>
  and(eq(joins.id, joinId), eq(joins.userId, userId), gt(joins.endsAt, now))

/** A session that needs no confirmation yet may not let another browser in. */
const requireConfirmed = ({ isConfirmed }: Session): void => {
  if (!isConfirmed) throw new AppError(walletErrors.DEVICE_NOT_APPROVED)
}
