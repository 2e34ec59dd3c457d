import type { Store } from './store.ts'

/** Whom the server knows this browser by on this site: an ES256 key that never leaves the browser's key store. */
export type ClientKey = CryptoKeyPair

const name = 'clientKey'

export const findClientKey = async (store: Store): Promise<ClientKey> => {
  const kept = await store.get(name)
  if (isPair(kept)) return kept
  const made = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  await store.put(name, made)
  return made
}

export const forgetClientKey = (store: Store): Promise<void> => store.remove(name)

const isPair = (value: unknown): value is ClientKey => {
  const { privateKey, publicKey } = Object(value) as Partial<CryptoKeyPair>
  return privateKey instanceof CryptoKey && publicKey instanceof CryptoKey && !privateKey.extractable
}
