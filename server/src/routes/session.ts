import { AppError } from 'loader/protocol/errors.ts'
import type { SessionRow } from 'loader/protocol/walletApi.ts'
import * as v from 'valibot'
import { writeEvent } from '../database/events.ts'
import { removeVaultSets } from '../keys/endedSets.ts'
import { readFacts } from '../sessions/facts.ts'
import { liveSessions, refreshSession, revokeSessions, type Session } from '../sessions/sessions.ts'
import { parseBody, type WalletParts, type WalletRoute } from '../walletRoute.ts'

const refreshBody = v.strictObject({ refreshToken: v.pipe(v.string(), v.regex(/^rt_[\w-]{43}$/)) })
const signOutBody = v.strictObject({ everywhere: v.boolean() })

/** Sessions: who is signed in, where else they are, and how that ends. */
export const sessionRoutes = (parts: WalletParts): WalletRoute[] => {
  const { guards, clock } = parts

  /** `left`: those of them that end for good, windows of the wallet too. */
  const end = async (session: Session, ids: string[], left: string[], kind: string): Promise<void> => {
    const now = clock()
    await (await parts.database()).transaction(async (inside) => {
      await revokeSessions(inside, ids, now)
      await removeVaultSets(inside, left)
      await writeEvent(inside, { kind, userId: session.userId, sessionId: session.id }, now)
    })
  }

  return [
    {
      method: 'GET',
      path: 'session',
      run: async ({ context }) => {
        const session = await guards.requireSession(context)
        return readFacts(parts, await parts.database(), session)
      },
    },
    {
      method: 'POST',
      path: 'session/refresh',
      run: async ({ context, body }) => {
        const { thumbprint } = await guards.requireProof(context)
        const { refreshToken } = parseBody(refreshBody, body)
        return refreshSession(await parts.database(), refreshToken, thumbprint, clock())
      },
    },
    {
      method: 'POST',
      path: 'session/sign-out',
      run: async ({ context, body }) => {
        const session = await guards.requireSessionToEnd(context)
        const { everywhere } = parseBody(signOutBody, body)
        const all = everywhere ? await liveSessions(await parts.database(), session.userId, clock()) : [session]
        await end(
          session,
          all.map(({ id }) => id),
          [session.id],
          everywhere ? 'signed out everywhere' : 'signed out',
        )
        return {}
      },
    },
    {
      method: 'GET',
      path: 'sessions',
      run: async ({ context }) => {
        const session = await guards.requireSession(context)
        const all = await liveSessions(await parts.database(), session.userId, clock())
        return { sessions: all.map((row) => rowOf(row, session)) }
      },
    },
    {
      method: 'DELETE',
      path: 'sessions/:id',
      run: async ({ context }) => {
        const session = await guards.requireSession(context)
        const all = await liveSessions(await parts.database(), session.userId, clock())
        const found = all.find(({ id }) => id === context.req.param('id'))
        if (!found) throw new AppError('RESOURCE_NOT_FOUND')
        await end(found, [found.id], [found.id], 'device removed')
        return {}
      },
    },
  ]
}

const rowOf = ({ id, host, browser, createdAt, lastUsedAt }: Session, current: Session): SessionRow => ({
  id,
  host,
  browser,
  createdAt,
  lastUsedAt,
  current: id === current.id,
})
