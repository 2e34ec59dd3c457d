import type { SessionTokens } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import * as v from 'valibot'
import type { ServerClient } from './serverClient.ts'
import { parseAnswer, sessionTokensSchema } from './serverSchemas.ts'
import type { Store } from './store.ts'

/** The wallet refreshes an access token before its use if the token expires within this time. */
const marginMs = 30_000

type Options = {
  server: ServerClient
  store: Store
  name: string
  /** The server ends a session whose refresh token is used twice, so only one tab may refresh at a time. */
  withLock<Result>(name: string, run: () => Promise<Result>): Promise<Result>
  /** Returns the id of the user of this document's session. */
  userId(): string | undefined
  now(): number
}

/** The tokens of this document, and the stored tokens, which every tab of the site shares. */
export const createSessionTokens = ({ server, store, name, withLock, userId, now }: Options) => {
  let current: SessionTokens | null = null
  let refreshing: Promise<SessionTokens> | null = null

  /** Another user may have signed in in another tab. This document must not use that user's tokens. */
  const isOfAnotherUser = (stored: unknown): boolean => {
    const [mine, theirs] = [userId(), v.is(owned, stored) ? stored.userId : undefined]
    return mine !== undefined && theirs !== undefined && mine !== theirs
  }
  const isFresh = ({ accessExpiresAt }: SessionTokens): boolean => accessExpiresAt - now() > marginMs

  const refresh = (spent: SessionTokens): Promise<SessionTokens> =>
    withLock(name, async () => {
      const stored = await store.get(name)
      if (stored === undefined || isOfAnotherUser(stored)) throw new AppError(walletErrors.SESSION_REVOKED)
      const shared = parseAnswer(sessionTokensSchema, stored)
      // Another tab has refreshed the tokens while this tab waited for the lock.
      if (shared.accessToken !== spent.accessToken && isFresh(shared)) return shared
      const body = { refreshToken: shared.refreshToken }
      const next = parseAnswer(sessionTokensSchema, await server({ method: 'POST', path: 'session/refresh', body }))
      await store.put(name, { ...Object(stored), ...next })
      return next
    })

  return {
    current: (): SessionTokens | null => current,
    set: (tokens: SessionTokens | null): void => {
      current = tokens
    },
    isFresh,
    isOfAnotherUser,
    /** Two calls at the same time share one refresh. */
    refresh: async (spent: SessionTokens): Promise<SessionTokens> => {
      refreshing ??= refresh(spent).finally(() => {
        refreshing = null
      })
      current = await refreshing
      return current
    },
  }
}

const owned = v.object({ userId: v.string() })
