import type { SessionTokens } from 'loader/protocol/walletApi.ts'
import * as v from 'valibot'
import type { ClientKey } from './clientKey.ts'
import type { ServerLine } from './serverLine.ts'
import { read, sessionTokens } from './shapes.ts'
import type { Store } from './store.ts'

type Revocation = { tokens: SessionTokens; key: ClientKey }
type Options = { store: Store; scope: string; connect(key: ClientKey): ServerLine }

/** A sign-out that the server was not told yet, or could not be. Its key and tokens are kept for telling it, and for nothing else. */
export const createRevocations = ({ store, scope, connect }: Options) => {
  const name = `revocation ${scope}`
  return {
    /** To be kept with what else a sign-out changes. */
    noteOf: (tokens: SessionTokens, key: ClientKey): Record<string, Revocation> => ({ [name]: { tokens, key } }),
    /** The server heard it. */
    drop: (): Promise<void> => store.remove(name),

    /** At the next start. What the server refuses is over there too. */
    deliver: async (): Promise<void> => {
      const kept = await store.get(name)
      if (!v.is(revocation, kept)) return
      const { tokens, key } = kept as Revocation
      const line = connect(key)
      const { refreshToken } = tokens
      try {
        const body = { refreshToken }
        const next = read(sessionTokens, await line({ method: 'POST', path: 'session/refresh', body }))
        await store.put(name, { tokens: next, key })
        const { accessToken } = next
        await line({ method: 'POST', path: 'session/sign-out', body: { everywhere: false }, accessToken })
      } catch (thrown) {
        const { code } = Object(thrown) as { code?: unknown }
        if (code !== 'SESSION_REVOKED' && code !== 'SESSION_EXPIRED') return
      }
      await store.remove(name)
    },
  }
}

const revocation = v.object({ tokens: sessionTokens, key: v.object({ privateKey: v.instance(CryptoKey) }) })
