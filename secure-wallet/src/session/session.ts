import type { LoginResult, SessionFacts, SessionTokens } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { signOutTimeoutMs } from '@appkit-frame/loader/protocol/wire/timings.ts'
import type { ServerClient, ServerRequest } from './serverClient.ts'
import { parseAnswer, sessionFactsSchema, sessionTokensSchema } from './serverSchemas.ts'
import { createSessionTokens } from './sessionTokens.ts'
import type { Store, StoreChange } from './store.ts'

type Options = {
  server: ServerClient
  store: Store
  /** The project and the site. Two sites that share the browser's storage have separate sessions. */
  scope: string
  withLock<Result>(name: string, run: () => Promise<Result>): Promise<Result>
  /** Called after the session has ended: by a sign-out here, by the server or by another tab. */
  ended: () => void
  now?: () => number
}
type SessionAsk = Omit<ServerRequest, 'accessToken'>
/** The other storage entries that a sign-out changes, and the server client that reports the sign-out. */
type SignOutPlan = StoreChange & { server: ServerClient }

export const createSession = ({ server, store, scope, withLock, ended, now = Date.now }: Options) => {
  const name = `session ${scope}`
  let facts: SessionFacts | null = null
  /** When the facts arrived, by this browser's clock, which may differ from the server's. */
  let factsAt = 0
  const tokens = createSessionTokens({ server, store, name, withLock, userId: () => facts?.userId, now })

  const forget = async (): Promise<void> => {
    const hadSession = facts !== null
    const isOfAnother = tokens.isOfAnotherUser(await store.get(name).catch(() => undefined))
    tokens.set(null)
    facts = null
    if (!isOfAnother) await store.remove(name).catch(() => undefined)
    if (hadSession) ended()
  }
  const refreshTokens = async (spent: SessionTokens): Promise<SessionTokens> => {
    try {
      return await tokens.refresh(spent)
    } catch (thrown) {
      if (thrown instanceof AppError && isEnd(thrown)) await forget()
      throw thrown
    }
  }

  const ask = async (question: SessionAsk): Promise<unknown> => {
    const current = tokens.current()
    if (!current) throw new AppError(walletErrors.SESSION_REVOKED)
    const used = tokens.isFresh(current) ? current : await refreshTokens(current)
    try {
      return await server({ ...question, accessToken: used.accessToken })
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'DPOP_INVALID' && (await store.get(name)) === undefined) {
        // The visitor deleted this site's data, and with it the client key of these tokens. So the session has ended.
        await forget()
        throw new AppError(walletErrors.SESSION_REVOKED, { cause: thrown })
      }
      if (!(thrown instanceof AppError) || !isEnd(thrown)) throw thrown
      // The server refused the access token. The refresh also finds out whether the session has ended.
      const latest = tokens.current()
      const next = latest && latest.accessToken !== used.accessToken ? latest : await refreshTokens(used)
      return server({ ...question, accessToken: next.accessToken })
    }
  }
  const load = async (): Promise<SessionFacts> => {
    facts = parseAnswer(sessionFactsSchema, await ask({ method: 'GET', path: 'session' }))
    factsAt = now()
    return facts
  }

  return {
    ask,
    facts: (): SessionFacts | null => facts,
    /** Tells whether the server still accepts the last login where it takes something away. */
    isFresh: (): boolean => facts !== null && now() < factsAt + facts.freshMs,
    /** Updates the session's facts (user, browser, wallet record) with newer facts from the server. */
    learn: (change: Partial<SessionFacts>): void => {
      if (facts) facts = { ...facts, ...change }
    },

    /** Begins the session of a login. It ends the session of another user, whose device key this browser keeps. */
    begin: async (signedIn: LoginResult): Promise<void> => {
      const replaced = facts && facts.userId !== signedIn.session.userId ? tokens.current() : null
      tokens.set(signedIn.tokens)
      facts = signedIn.session
      factsAt = now()
      await store.put(name, { ...signedIn.tokens, userId: facts.userId })
      if (replaced) void announceSignOut(server, replaced)
    },

    /** Loads the facts of the session again, because other browsers may have changed the wallet. */
    refresh: async (): Promise<void> => void (await load()),

    /** Resumes the stored session. Null if no stored session is still valid. Rejects if the server is unreachable. */
    restore: async (): Promise<SessionFacts | null> => {
      const stored = await store.get(name)
      if (stored === undefined || tokens.isOfAnotherUser(stored)) {
        if (tokens.current()) await forget()
        return null
      }
      if (facts) return facts
      tokens.set(parseAnswer(sessionTokensSchema, stored))
      return load().catch(nullAtEnd)
    },

    /** Signs out in this browser first. Returns the tokens if the server is unreachable and must still revoke them. */
    signOut: async (plan: (last: SessionTokens | null) => SignOutPlan): Promise<SessionTokens | null> => {
      // Read the stored tokens, because a document that has not used the session yet does not have them.
      const stored = await store.get(name).catch(() => undefined)
      const last = lastTokens(tokens, stored)
      const { server: client, put, remove } = plan(last)
      // Change the storage in one transaction before any listener runs, so that a document that ends now leaves either
      // all changes or none.
      await store.change({ put, remove: [name, ...remove] }).catch(() => undefined)
      await forget()
      if (!last) return null
      return (await announceSignOut(client, last)) ? null : last
    },
    tokens: tokens.current,
  }
}

export type Session = ReturnType<typeof createSession>

const endings: readonly string[] = ['SESSION_REVOKED', 'SESSION_EXPIRED']
const isEnd = ({ code }: AppError): boolean => endings.includes(code)

const nullAtEnd = (thrown: unknown): null => {
  if (thrown instanceof AppError && isEnd(thrown)) return null
  throw thrown
}

const lastTokens = (tokens: ReturnType<typeof createSessionTokens>, stored: unknown): SessionTokens | null => {
  const current = tokens.current()
  const kept = current && !tokens.isOfAnotherUser(stored) ? current : stored
  return kept === undefined ? null : parseAnswer(sessionTokensSchema, kept)
}

/** Reports a sign-out to the server. Returns false if the server was not reached. */
const announceSignOut = async (server: ServerClient, { accessToken }: SessionTokens): Promise<boolean> => {
  try {
    const timeoutMs = signOutTimeoutMs - 500
    await server({ method: 'POST', path: 'session/sign-out', body: {}, accessToken, timeoutMs, keepalive: true })
    return true
  } catch (thrown) {
    return thrown instanceof AppError && isEnd(thrown)
  }
}
