import type {
  SessionFacts,
  SessionTokens,
  SignedIn,
  SignOutRequest,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { signOutMs } from '@appkit-frame/loader/protocol/wire/timings.ts'
import * as v from 'valibot'
import type { Ask, ServerLine } from './serverLine.ts'
import { read, sessionFacts, sessionTokens } from './shapes.ts'
import type { Change, Store } from './store.ts'

/** A token that ends within this is not worth a try. */
const marginMs = 30_000

type Options = {
  line: ServerLine
  store: Store
  /** Project and site: a session of one is no session of another, even where both share what the browser keeps. */
  scope: string
  /** Runs one at a time over all tabs: a refresh token that is used twice ends the whole session. */
  withLock<Result>(name: string, run: () => Promise<Result>): Promise<Result>
  /** The server ended it, or another tab did. */
  ended: () => void
  now?: () => number
}
type SessionAsk = Omit<Ask, 'accessToken'>
/** What a sign-out changes besides, and the line by which the server is told. */
type Left = Change & { line: ServerLine }

export const createSession = ({ line, store, scope, withLock, ended, now = Date.now }: Options) => {
  const name = `session ${scope}`
  let tokens: SessionTokens | null = null
  let facts: SessionFacts | null = null
  let refreshing: Promise<SessionTokens> | null = null

  /** Another tab may have signed out and somebody else in: their tokens are none of this document's session. */
  const isOfAnother = (kept: unknown): boolean => {
    const [own, other] = [facts?.userId, v.is(owned, kept) ? kept.userId : undefined]
    return own !== undefined && other !== undefined && own !== other
  }
  const isFresh = ({ accessExpiresAt }: SessionTokens): boolean => accessExpiresAt - now() > marginMs
  const forget = async (): Promise<void> => {
    const had = facts
    const isLeft = isOfAnother(await store.get(name).catch(() => undefined))
    tokens = null
    facts = null
    if (!isLeft) await store.remove(name).catch(() => undefined)
    if (had) ended()
  }

  /** Another tab may have been quicker; then its tokens are the ones to use. */
  const refresh = (spent: SessionTokens): Promise<SessionTokens> =>
    withLock(name, async () => {
      const kept = await store.get(name)
      if (kept === undefined || isOfAnother(kept)) throw new AppError(walletErrors.SESSION_REVOKED)
      const current = read(sessionTokens, kept)
      if (current.accessToken !== spent.accessToken && isFresh(current)) return current
      const { refreshToken } = current
      const next = read(sessionTokens, await line({ method: 'POST', path: 'session/refresh', body: { refreshToken } }))
      await store.put(name, { ...Object(kept), ...next })
      return next
    })
  const renew = async (spent: SessionTokens): Promise<SessionTokens> => {
    refreshing ??= refresh(spent).finally(() => {
      refreshing = null
    })
    try {
      tokens = await refreshing
      return tokens
    } catch (thrown) {
      if (thrown instanceof AppError && isEnd(thrown)) await forget()
      throw thrown
    }
  }

  const ask = async (question: SessionAsk): Promise<unknown> => {
    if (!tokens) throw new AppError(walletErrors.SESSION_REVOKED)
    const used = isFresh(tokens) ? tokens : await renew(tokens)
    try {
      return await line({ ...question, accessToken: used.accessToken })
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'DPOP_INVALID' && (await store.get(name)) === undefined) {
        // The browser was told to forget this site while the page was open, and with the rest the key of these tokens.
        await forget()
        throw new AppError(walletErrors.SESSION_REVOKED, { cause: thrown })
      }
      if (!(thrown instanceof AppError) || !isEnd(thrown)) throw thrown
      // Shorter than we were told, or revoked: a new one tells.
      const next = tokens && tokens.accessToken !== used.accessToken ? tokens : await renew(used)
      return line({ ...question, accessToken: next.accessToken })
    }
  }

  return {
    ask,
    facts: (): SessionFacts | null => facts,
    /** The server said something newer. */
    learn: (change: Partial<SessionFacts>): void => {
      if (facts) facts = { ...facts, ...change }
    },

    begin: async (signedIn: SignedIn): Promise<void> => {
      tokens = signedIn.tokens
      facts = signedIn.session
      await store.put(name, { ...tokens, userId: facts.userId })
    },

    /** All that the server says by now: what was added elsewhere, and what is no more. */
    refresh: async (): Promise<void> => {
      facts = read(sessionFacts, await ask({ method: 'GET', path: 'session' }))
    },

    /** Of an earlier document; what another tab has ended is ended. A server that can't be reached ends nothing. */
    restore: async (): Promise<SessionFacts | null> => {
      const kept = await store.get(name)
      if (kept === undefined || isOfAnother(kept)) {
        if (tokens) await forget()
        return null
      }
      if (facts) return facts
      tokens = read(sessionTokens, kept)
      try {
        facts = read(sessionFacts, await ask({ method: 'GET', path: 'session' }))
      } catch (thrown) {
        if (thrown instanceof AppError && isEnd(thrown)) return null
        throw thrown
      }
      return facts
    },

    /** Done here before the server is asked, so that it is done without one too. The tokens that it still has to be told. */
    signOut: async (
      { everywhere, proof }: SignOutRequest,
      left: (last: SessionTokens | null) => Left,
    ): Promise<SessionTokens | null> => {
      // A document that was not asked for anything yet has read nothing of it.
      const stored = await store.get(name).catch(() => undefined)
      const kept = tokens && !isOfAnother(stored) ? tokens : stored
      const last = kept === undefined ? null : read(sessionTokens, kept)
      const { line: tell, put, remove } = left(last)
      // Before anyone hears of it, and at once: a document that ends now leaves all of it done, or none.
      await store.change({ put, remove: [name, ...remove] }).catch(() => undefined)
      await forget()
      if (!last) return null
      try {
        const timeoutMs = signOutMs - 500
        const path = 'session/sign-out'
        await tell({
          method: 'POST',
          path,
          body: { everywhere, ...(proof !== undefined && { proof }) } satisfies SignOutRequest,
          accessToken: last.accessToken,
          timeoutMs,
          keepalive: true,
        })
        return null
      } catch (thrown) {
        return thrown instanceof AppError && isEnd(thrown) ? null : last
      }
    },
    tokens: (): SessionTokens | null => tokens,
  }
}

export type Session = ReturnType<typeof createSession>

const owned = v.object({ userId: v.string() })
const endings: readonly string[] = ['SESSION_REVOKED', 'SESSION_EXPIRED']
const isEnd = ({ code }: AppError): boolean => endings.includes(code)
