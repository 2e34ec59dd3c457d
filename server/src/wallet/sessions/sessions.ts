import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { SessionTokens } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm'
import { writeAuditEvent } from '../../database/events.ts'
import type { Database } from '../../database/open.ts'
import { sessions, sessionTokens } from '../../database/sessionTables.ts'

const minuteMs = 60_000
const accessMs = 10 * minuteMs
const idleMs = 7 * 24 * 60 * minuteMs
const absoluteMs = 30 * 24 * 60 * minuteMs

export type Session = typeof sessions.$inferSelect
type NewSession = Pick<Session, 'userId' | 'thumbprint' | 'projectId' | 'host' | 'browser' | 'locale' | 'isConfirmed'>

export const startSession = async (
  database: Database,
  session: NewSession,
  now: number,
): Promise<{ session: Session; tokens: SessionTokens }> => {
  const row: Session = {
    ...session,
    id: randomUUID(),
    createdAt: now,
    lastUsedAt: now,
    authTime: now,
    endsAt: now + absoluteMs,
    revokedAt: null,
  }
  await database.insert(sessions).values(row)
  return { session: row, tokens: await issueTokens(database, row, now) }
}

/**
 * Exchanges a refresh token for new tokens. If a refresh token is used twice, both the owner and a thief have it, so
 * the session ends for both.
 */
export const refreshSession = async (
  database: Database,
  refreshToken: string,
  thumbprint: string,
  now: number,
): Promise<SessionTokens> => {
  const hash = hashToken(refreshToken)
  const found = await findSessionByToken(database, hash, 'refresh')
  if (!found || found.session.thumbprint !== thumbprint || !isLiveSession(found.session, now))
    throw new AppError(walletErrors.SESSION_REVOKED)
  const { session, token } = found
  const issued = await database.transaction(async (inside) => {
    const used = await inside
      .update(sessionTokens)
      .set({ usedAt: now })
      .where(and(eq(sessionTokens.hash, hash), isNull(sessionTokens.usedAt)))
      .returning({ hash: sessionTokens.hash })
    if (used.length === 0) {
      await revokeSessions(inside, [session.id], now)
      await writeAuditEvent(
        inside,
        { kind: 'refresh token used twice', userId: session.userId, sessionId: session.id },
        now,
      )
      return null
    }
    if (token.endsAt <= now) return null
    return issueTokens(inside, session, now)
  })
  if (!issued) throw new AppError(walletErrors.SESSION_REVOKED)
  return issued
}

export const findSessionByToken = async (database: Database, hash: string, kind: 'access' | 'refresh') => {
  const [found] = await database
    .select({ session: sessions, token: sessionTokens })
    .from(sessionTokens)
    .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
    .where(and(eq(sessionTokens.hash, hash), eq(sessionTokens.kind, kind)))
  return found
}

export const revokeSessions = async (database: Database, ids: readonly string[], now: number): Promise<void> => {
  if (ids.length === 0) return
  await database
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(inArray(sessions.id, [...ids]), isNull(sessions.revokedAt)))
}

export const findLiveSessions = (database: Database, userId: string, now: number): Promise<Session[]> =>
  database
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.endsAt, now)))
    .orderBy(desc(sessions.lastUsedAt))

export const isLiveSession = ({ revokedAt, endsAt }: Session, now: number): boolean =>
  revokedAt === null && endsAt > now

const freshMs = 5 * minuteMs

/** For how long the session's login is recent enough for a request that takes something away or allows more. */
export const freshMsLeft = ({ authTime }: Pick<Session, 'authTime'>, now: number): number => authTime + freshMs - now

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

const issueTokens = async (database: Database, session: Session, now: number): Promise<SessionTokens> => {
  const accessToken = `at_${randomBytes(32).toString('base64url')}`
  const refreshToken = `rt_${randomBytes(32).toString('base64url')}`
  const accessExpiresAt = Math.min(now + accessMs, session.endsAt)
  const row = { sessionId: session.id, usedAt: null }
  await database.insert(sessionTokens).values([
    { ...row, hash: hashToken(accessToken), kind: 'access', endsAt: accessExpiresAt },
    { ...row, hash: hashToken(refreshToken), kind: 'refresh', endsAt: Math.min(now + idleMs, session.endsAt) },
  ])
  return { accessToken, accessExpiresAt, refreshToken }
}
