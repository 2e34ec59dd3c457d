import type { SessionTokens } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import * as v from 'valibot'
import type { ClientKey } from './clientKey.ts'
import type { ServerLine } from './serverLine.ts'
import { read, sessionTokens } from './shapes.ts'
import type { Store } from './store.ts'

type Revocation = { tokens: SessionTokens; key: ClientKey; everywhere: boolean }
type Options = { store: Store; scope: string; connect(key: ClientKey): ServerLine }

/** A sign-out that the server was not told yet, or could not be. Its key and tokens are kept for telling it, and for nothing else. */
export const createRevocations = ({ store, scope, connect }: Options) => {
  const name = `revocation ${scope}`
  let delivering: Promise<void> | undefined

  /** What the server refuses is over there too. */
  const tell = async (): Promise<void> => {
    const kept = await store.get(name)
    if (!v.is(revocation, kept)) return
    const { tokens, key, everywhere } = kept as Revocation
    const line = connect(key)
    try {
      const body = { refreshToken: tokens.refreshToken }
      const next = read(sessionTokens, await line({ method: 'POST', path: 'session/refresh', body }))
      await store.put(name, { tokens: next, key, everywhere })
      const { accessToken } = next
      await line({ method: 'POST', path: 'session/sign-out', body: { everywhere }, accessToken })
    } catch (thrown) {
      const { code } = Object(thrown) as { code?: unknown }
      if (code !== 'SESSION_REVOKED' && code !== 'SESSION_EXPIRED') return
    }
    await store.remove(name)
  }

  return {
    /** To be kept with what else a sign-out changes. */
    noteOf: (revocation: Revocation): Record<string, Revocation> => ({ [name]: revocation }),
    /** The server heard it. */
    drop: (): Promise<void> => store.remove(name),

    /** At the next start, and before the next login: the server takes all sessions of one client key for the one to end. */
    deliver: (): Promise<void> => {
      delivering ??= tell().finally(() => {
        delivering = undefined
      })
      return delivering
    },
  }
}

const revocation = v.object({
  tokens: sessionTokens,
  key: v.object({ privateKey: v.instance(CryptoKey) }),
  everywhere: v.boolean(),
})
