import type { SessionRow } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import * as v from 'valibot'
import { writeAuditEvent } from '../../database/events.ts'
import {
  optionalWalletProofSchema,
  parseRequestValue,
  readWalletProof,
  type WalletParts,
  type WalletRoute,
} from '../api/walletRoute.ts'
import { removeShareSetsOfEndedSessions } from '../custody/shareSets/endedSets.ts'
import { confirmSession } from './confirmSession.ts'
import { requireOldBrowser } from './newBrowsers.ts'
import { forgetBrowser, forgetOtherBrowsers } from './recogniseBrowser.ts'
import { readSessionFacts } from './sessionFacts.ts'
import { findLiveSessions, refreshSession, revokeSessions, type Session } from './sessions.ts'

const refreshBody = v.strictObject({ refreshToken: v.pipe(v.string(), v.regex(/^rt_[\w-]{43}$/)) })
const confirmBody = v.strictObject({ proof: optionalWalletProofSchema })
/** Documents of the previous version also send `everywhere`. */
const signOutBody = v.strictObject({ everywhere: v.exactOptional(v.literal(false)) })

/**
 * `browserSession` is a session of the browser that signs out or is removed. For `everywhere`, it is the requesting
 * session. A sign-out keeps the share set of the browser.
 */
type Ending = {
  kind: 'signed out' | 'device removed' | 'signed out everywhere'
  ended: Session[]
  browserSession: Session
  proof: string | undefined
}

/** Routes that show, confirm, refresh and end the sessions of a user. */
export const sessionRoutes = (parts: WalletParts): WalletRoute[] => {
  const { guards, clock } = parts

  const liveOf = async ({ userId }: Session): Promise<Session[]> =>
    findLiveSessions(await parts.database(), userId, clock())

  return [
    {
      method: 'GET',
      path: 'session',
      run: async ({ context }) => {
        const session = await guards.requireSession(context)
        return readSessionFacts(parts, await parts.database(), session)
      },
    },
    {
      method: 'POST',
      path: 'session/refresh',
      run: async ({ context, body }) => {
        const { thumbprint } = await guards.requireProof(context)
        const { refreshToken } = parseRequestValue(refreshBody, body)
        return refreshSession(await parts.database(), refreshToken, thumbprint, clock())
      },
    },
    {
      method: 'POST',
      path: 'session/confirm',
      run: async ({ context, body }) => {
        const session = await guards.requireSession(context)
        const { proof } = parseRequestValue(confirmBody, body)
        await confirmSession(await parts.database(), session, proof, clock())
        return {}
      },
    },
    {
      method: 'POST',
      path: 'session/sign-out',
      run: async ({ context, body }) => {
        const session = await guards.requireSessionToEnd(context)
        parseRequestValue(signOutBody, body)
        // A browser that was offline may sign out late, and must not end its newer session.
        const isEarlier = ({ createdAt }: Session): boolean => createdAt <= session.createdAt
        const ended = (await liveOf(session)).filter(isOfBrowser(session)).filter(isEarlier)
        await endSessions(parts, session, { kind: 'signed out', ended, browserSession: session, proof: undefined })
        return {}
      },
    },
    {
      method: 'GET',
      path: 'sessions',
      run: async ({ context }) => {
        const session = await guards.requireSession(context)
        const all = await liveOf(session)
        return { sessions: all.filter(isShownForBrowser(session)).map((row) => rowOf(row, session)) }
      },
    },
    {
      method: 'DELETE',
      path: 'sessions',
      run: async (request) => {
        const session = await guards.requireSession(request.context)
        const ended = await liveOf(session)
        const proof = readWalletProof(request)
        await endSessions(parts, session, { kind: 'signed out everywhere', ended, browserSession: session, proof })
        return {}
      },
    },
    {
      method: 'DELETE',
      path: 'sessions/:id',
      run: async (request) => {
        const { context } = request
        const session = await guards.requireSession(context)
        const all = await liveOf(session)
        const found = all.find(({ id }) => id === context.req.param('id'))
        if (!found) throw new AppError(commonErrors.RESOURCE_NOT_FOUND)
        const ended = all.filter(isOfBrowser(found))
        await endSessions(parts, session, {
          kind: 'device removed',
          ended,
          browserSession: found,
          proof: readWalletProof(request),
        })
        return {}
      },
    },
  ]
}

/** Ends sessions, and removes the share sets of their browser or of all browsers, in one transaction. */
const endSessions = async (
  { clock, database }: WalletParts,
  session: Session,
  { kind, ended, browserSession, proof }: Ending,
): Promise<void> => {
  const now = clock()
  const isRemoval = kind === 'device removed'
  // The proof would also remove the share sets of other browsers.
  const isOwn = isRemoval && browserSession.thumbprint === session.thumbprint
  if (proof !== undefined && !isOwn) await requireOldBrowser(await database(), session, now)
  const ids = ended.map(({ id }) => id)
  await (await database()).transaction(async (inside) => {
    await revokeSessions(inside, ids, now)
    if (kind !== 'signed out') {
      await removeShareSetsOfEndedSessions(inside, session, {
        target: isRemoval ? browserSession.id : 'all',
        thumbprint: browserSession.thumbprint,
        proof,
      })
      // The next session of a browser that is no longer recognised has to open the wallet first.
      if (isRemoval) await forgetBrowser(inside, browserSession)
      else await forgetOtherBrowsers(inside, session)
    }
    await writeAuditEvent(inside, { kind, userId: browserSession.userId, sessionId: browserSession.id }, now)
  })
}

/**
 * Tells whether two sessions are of one browser. Compares client keys, because all logins of a browser use the same
 * key.
 */
const isOfBrowser =
  ({ thumbprint }: Session) =>
  (other: Session): boolean =>
    other.thumbprint === thumbprint

/** Filters a list to one session per browser: the requesting session, or else the most recently used one. */
const isShownForBrowser =
  (current: Session) =>
  (row: Session, position: number, all: readonly Session[]): boolean =>
    row.thumbprint === current.thumbprint ? row.id === current.id : all.findIndex(isOfBrowser(row)) === position

const rowOf = ({ id, host, browser, createdAt, lastUsedAt }: Session, current: Session): SessionRow => ({
  id,
  host,
  browser,
  createdAt,
  lastUsedAt,
  current: id === current.id,
})
