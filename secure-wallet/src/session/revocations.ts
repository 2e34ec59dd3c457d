import type { SessionTokens } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import * as v from 'valibot'
import type { ClientKey } from './clientKey.ts'
import type { ServerClient } from './serverClient.ts'
import { parseAnswer, sessionTokensSchema } from './serverSchemas.ts'
import type { Store } from './store.ts'

type Revocation = { tokens: SessionTokens; key: ClientKey }
type Options = { store: Store; scope: string; connect(key: ClientKey): ServerClient }

/** Stores a sign-out, with the client key and tokens that it needs, until the server has received it. */
export const createPendingSignOut = ({ store, scope, connect }: Options) => {
  const name = `revocation ${scope}`
  let delivering: Promise<void> | undefined

  const send = async (): Promise<void> => {
    const stored = await store.get(name)
    if (!v.is(revocation, stored)) return
    const { tokens, key } = stored as Revocation
    const server = connect(key)
    try {
      const body = { refreshToken: tokens.refreshToken }
      const next = parseAnswer(sessionTokensSchema, await server({ method: 'POST', path: 'session/refresh', body }))
      await store.put(name, { tokens: next, key })
      const { accessToken } = next
      await server({ method: 'POST', path: 'session/sign-out', body: {}, accessToken })
    } catch (thrown) {
      const { code } = Object(thrown) as { code?: unknown }
      // Both error codes mean that the session has already ended on the server.
      if (code !== 'SESSION_REVOKED' && code !== 'SESSION_EXPIRED') return
    }
    await store.remove(name)
  }

  return {
    /**
     * Returns the storage entry of a sign-out that the server must still receive. The sign-out stores the entry in the
     * same transaction as its other changes.
     */
    entryOf: (revocation: Revocation): Record<string, Revocation> => ({ [name]: revocation }),
    drop: (): Promise<void> => store.remove(name),

    /**
     * Sends the stored sign-out. Call `deliver` at the start and before a login, because the server ends every session
     * of the client key, even a newer one.
     */
    deliver: (): Promise<void> => {
      delivering ??= send().finally(() => {
        delivering = undefined
      })
      return delivering
    },
  }
}

const revocation = v.object({
  tokens: sessionTokensSchema,
  key: v.object({ privateKey: v.instance(CryptoKey) }),
})
