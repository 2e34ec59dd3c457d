import type { Store } from './store.ts'

/** Whom the server knows this browser by on this site: an ES256 key that never leaves the browser's key store. */
export type ClientKey = CryptoKeyPair

export const nameOfClientKey = (scope: string): string => `clientKey ${scope}`

/** `scope` is a project and a site: one that signs out takes no session from another. */
export const findClientKey = async (store: Store, scope: string): Promise<ClientKey> => {
  const name = nameOfClientKey(scope)
  const kept = await store.get(name)
  if (isPair(kept)) return kept
  const made = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  await store.put(name, made)
  return made
}

const isPair = (value: unknown): value is ClientKey => {
  const { privateKey, publicKey } = Object(value) as Partial<CryptoKeyPair>
  return privateKey instanceof CryptoKey && publicKey instanceof CryptoKey && !privateKey.extractable
}
