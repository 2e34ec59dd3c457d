import type { Store } from './store.ts'

/** Identifies this browser on this site to the server: a non-extractable ES256 key. */
export type ClientKey = CryptoKeyPair

export const clientKeyName = (scope: string): string => `clientKey ${scope}`

/**
 * Returns the stored client key of this scope, or creates one. `scope` is a project and a site, so a sign-out on one
 * site keeps the keys of other sites.
 */
export const findClientKey = async (store: Store, scope: string): Promise<ClientKey> => {
  const name = clientKeyName(scope)
  const stored = await store.get(name)
  if (isPair(stored)) return stored
  const created = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  await store.put(name, created)
  return created
}

const isPair = (value: unknown): value is ClientKey => {
  const { privateKey, publicKey } = Object(value) as Partial<CryptoKeyPair>
  return privateKey instanceof CryptoKey && publicKey instanceof CryptoKey && !privateKey.extractable
}
