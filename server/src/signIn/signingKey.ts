import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { calculateJwkThumbprint, type JWK } from 'jose'
import { readOrMakeSecret } from '../config/secretFile.ts'

export type SigningKey = {
  privateKey: KeyObject
  publicKey: KeyObject
  jwk: JWK & { kid: string }
  /** Where the key came from: SIGNING_KEY, or the path of the key file. */
  source: string
}

const file = 'signing-key.pem'

/**
 * Opens the P-256 key that signs session tokens, in PEM (PKCS#8): from SIGNING_KEY, or from the data folder, where the
 * first start creates it. A changed key ends all sessions.
 */
export const openSigningKey = async (dataDir: string, given: string | undefined): Promise<SigningKey> => {
  const path = join(dataDir, 'sign-in', file)
  const source = given === undefined ? path : 'SIGNING_KEY'
  const privateKey = readKey(given ?? String(await readOrMakeSecret(path, makeKey)), source)
  const publicKey = createPublicKey(privateKey)
  const jwk = publicKey.export({ format: 'jwk' }) as JWK
  return {
    privateKey,
    publicKey,
    jwk: { ...jwk, kid: await calculateJwkThumbprint(jwk), use: 'sig', alg: 'ES256' },
    source,
  }
}

const readKey = (pem: string, name: string): KeyObject => {
  const problem = `${name} must contain a P-256 private key in PEM: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256`
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    // Leave out the cause of the error, because its message may quote the key.
    throw new Error(problem)
  }
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error(problem)
  return key
}

const makeKey = (): string =>
  String(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }))
