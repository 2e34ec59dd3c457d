import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { writeAuditEvent } from '../../database/events.ts'
import type { Database } from '../../database/open.ts'
import { sessions } from '../../database/sessionTables.ts'
import { isOfUnusedWallet } from '../custody/walletRecords.ts'
import type { DpopProof, DpopVerifier } from './dpop.ts'
import { requireOldBrowser } from './newBrowsers.ts'
import { findSessionByToken, freshMsLeft, hashToken, isLiveSession, revokeSessions, type Session } from './sessions.ts'

/** The variable of a request's context that is true if its route takes something away (`routeAccess.ts`). */
export const needsFreshLogin = 'needsFreshLogin'
/** The variable of a request's context that is true if its route accepts a session that no open wallet has confirmed. */
export const acceptsUnconfirmed = 'acceptsUnconfirmed'
/** The variable of a request's context that is true if its route refuses a browser that came in by mail alone. */
export const closedToNewBrowsers = 'closedToNewBrowsers'
/**
 * The precision of `lastUsedAt`: a session is written at most once in this time, so that not every request writes to
 * the database.
 */
const usedMs = 60_000

export type SessionGuards = {
  /** Returns the client key that signed this request, or throws DPOP_INVALID. */
  requireProof: (context: Context) => Promise<DpopProof>
  /**
   * Returns the session of this request, whose DPoP proof the session's key must sign. Throws SESSION_EXPIRED if the
   * token needs a refresh, and SESSION_REVOKED if the visitor must log in. On a route that takes something away, throws
   * FRESH_LOGIN_REQUIRED if the login is older than 5 minutes. Throws DEVICE_NOT_APPROVED if the browser is new and has
   * not opened the wallet, except on a route that leads to that. Throws NEW_BROWSER on some routes, within a day after the
   * browser came in by mail alone.
   */
  requireSession: (context: Context) => Promise<Session>
  /** Like `requireSession`, but also accepts an expired access token, so that a visitor can always sign out. */
  requireSessionToEnd: (context: Context) => Promise<Session>
}

export const createSessionGuards = (parts: {
  proofs: DpopVerifier
  database: () => Promise<Database>
  clock: () => number
}): SessionGuards => {
  const { proofs, clock } = parts

  const prove = (context: Context, accessToken?: string): Promise<DpopProof> =>
    proofs.check({
      method: context.req.method,
      path: new URL(context.req.url).pathname,
      proof: context.req.header('DPoP'),
      ...(accessToken !== undefined && { accessToken }),
    })

  const findSession = async (context: Context) => {
    const [, accessToken] = /^DPoP (at_[\w-]{43})$/i.exec(context.req.header('Authorization') ?? '') ?? []
    // Look for an access token first, so that a request without one doesn't use up its proof.
    if (!accessToken) throw new AppError(walletErrors.SESSION_REVOKED)
    const proof = await prove(context, accessToken)
    const database = await parts.database()
    const now = clock()
    const found = await findSessionByToken(database, hashToken(accessToken), 'access')
    if (!found || !isLiveSession(found.session, now)) throw new AppError(walletErrors.SESSION_REVOKED)
    const { session, token } = found
    if (session.thumbprint !== proof.thumbprint) throw new AppError(walletErrors.DPOP_INVALID)
    if (!isOfSite(session, proof)) {
      await revokeSessions(database, [session.id], now)
      await writeAuditEvent(
        database,
        { kind: 'session at another site', userId: session.userId, sessionId: session.id },
        now,
      )
      throw new AppError(walletErrors.SESSION_REVOKED)
    }
    return { database, session, token, now }
  }

  const requireSession: SessionGuards['requireSession'] = async (context) => {
    const { database, session, token, now } = await findSession(context)
    if (token.endsAt <= now) throw new AppError(commonErrors.SESSION_EXPIRED)
    const isAdmitted = session.isConfirmed || context.get(acceptsUnconfirmed)
    if (!isAdmitted && !(await isOfUnusedWallet(database, session, now)))
      throw new AppError(walletErrors.DEVICE_NOT_APPROVED)
    if (context.get(needsFreshLogin) && freshMsLeft(session, now) < 0)
      throw new AppError(walletErrors.FRESH_LOGIN_REQUIRED)
    if (context.get(closedToNewBrowsers)) await requireOldBrowser(database, session, now)
    if (now - session.lastUsedAt > usedMs)
      await database.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, session.id))
    return session
  }

  return {
    requireProof: (context) => prove(context),
    requireSession,
    requireSessionToEnd: async (context) => (await findSession(context)).session,
  }
}

/**
 * A session is valid only at the site where it began, because two sites may share the browser storage that holds its
 * tokens.
 */
const isOfSite = (session: Session, { projectId, host }: DpopProof): boolean =>
  (projectId === undefined || projectId === session.projectId) && (host === undefined || host === session.host)
