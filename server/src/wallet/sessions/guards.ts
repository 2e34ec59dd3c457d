import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { writeEvent } from '../../database/events.ts'
import type { Database } from '../../database/open.ts'
import { sessions } from '../../database/sessionTables.ts'
import type { Proof, Proofs } from './dpop.ts'
import { findByToken, hashToken, isLive, revokeSessions, type Session } from './sessions.ts'

const freshMs = 5 * 60_000
/** How exactly the list of devices says when one was used. */
const usedMs = 60_000

export type Guards = {
  /** The client key that signed this request. DPOP_INVALID where none did. */
  requireProof: (context: Context) => Promise<Proof>
  /**
   * The session of this request, proven by its own key. SESSION_EXPIRED: refresh the token; SESSION_REVOKED: sign in
   * again; `fresh` also asks for a code within the last 5 minutes: FRESH_LOGIN_REQUIRED.
   */
  requireSession: (context: Context, options?: { fresh?: boolean }) => Promise<Session>
  /** For ending it: also with an access token that has run out. */
  requireSessionToEnd: (context: Context) => Promise<Session>
}

export const createGuards = (parts: {
  proofs: Proofs
  database: () => Promise<Database>
  clock: () => number
}): Guards => {
  const { proofs, clock } = parts

  const prove = (context: Context, accessToken?: string): Promise<Proof> =>
    proofs.check({
      method: context.req.method,
      path: new URL(context.req.url).pathname,
      proof: context.req.header('DPoP'),
      ...(accessToken !== undefined && { accessToken }),
    })

  const findSession = async (context: Context) => {
    const [, accessToken] = /^DPoP (at_[\w-]{43})$/i.exec(context.req.header('Authorization') ?? '') ?? []
    // Without a token there is nothing to prove, and no proof is used up.
    if (!accessToken) throw new AppError(walletErrors.SESSION_REVOKED)
    const proof = await prove(context, accessToken)
    const database = await parts.database()
    const now = clock()
    const found = await findByToken(database, hashToken(accessToken), 'access')
    if (!found || !isLive(found.session, now)) throw new AppError(walletErrors.SESSION_REVOKED)
    const { session, token } = found
    if (session.thumbprint !== proof.thumbprint) throw new AppError(walletErrors.DPOP_INVALID)
    if (!isAtHome(session, proof)) {
      await revokeSessions(database, [session.id], now)
      await writeEvent(
        database,
        { kind: 'session at another site', userId: session.userId, sessionId: session.id },
        now,
      )
      throw new AppError(walletErrors.SESSION_REVOKED)
    }
    return { database, session, token, now }
  }

  const requireSession: Guards['requireSession'] = async (context, { fresh = false } = {}) => {
    const { database, session, token, now } = await findSession(context)
    if (token.endsAt <= now) throw new AppError(commonErrors.SESSION_EXPIRED)
    if (fresh && now - session.authTime > freshMs) throw new AppError(walletErrors.FRESH_LOGIN_REQUIRED)
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

/** Two sites may share the storage that holds the tokens; a session belongs to the one where it began. */
const isAtHome = (session: Session, { projectId, host }: Proof): boolean =>
  (projectId === undefined || projectId === session.projectId) && (host === undefined || host === session.host)
