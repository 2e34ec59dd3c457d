import { concatBytes } from '@noble/hashes/utils.js'
import type { Bytes } from '../src/worker/contract.ts'

export type PasskeyAlgorithm = 'ES256' | 'EdDSA' | 'RS256'
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const rsa = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
}
const algorithms = { ES256: ecdsa, EdDSA: { name: 'Ed25519' }, RS256: rsa }
/** The numbers of COSE. */
export const coseNumbers = { ES256: -7, EdDSA: -8, RS256: -257 } as const

/** Creates the keys of a passkey. */
export const makePasskeyKeys = async (
  algorithm: PasskeyAlgorithm,
): Promise<{ signing: CryptoKeyPair; spki: Bytes }> => {
  const signing = (await crypto.subtle.generateKey(algorithms[algorithm], true, ['sign', 'verify'])) as CryptoKeyPair
  return { signing, spki: new Uint8Array(await crypto.subtle.exportKey('spki', signing.publicKey)) }
}

/** Signs an assertion as an authenticator does. */
export const signAssertion = async (
  algorithm: PasskeyAlgorithm,
  key: CryptoKey,
  authenticatorData: Bytes,
  clientDataJSON: Bytes,
): Promise<Bytes> => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', clientDataJSON))
  const signed = new Uint8Array(concatBytes(authenticatorData, hash))
  const signature = new Uint8Array(await crypto.subtle.sign(algorithms[algorithm], key, signed))
  return algorithm === 'ES256' ? toDer(signature) : signature
}

/** WebCrypto makes an ECDSA signature of both numbers in 32 bytes each; authenticators write them in DER. */
const toDer = (raw: Uint8Array): Bytes => {
  const numbers = [raw.subarray(0, 32), raw.subarray(32)].map((number) => {
    const start = number.findIndex((byte) => byte !== 0)
    const short = number.subarray(start)
    const bytes = (short[0] ?? 0) < 0x80 ? [...short] : [0, ...short]
    return [0x02, bytes.length, ...bytes]
  })
  const content = numbers.flat()
  return Uint8Array.of(0x30, content.length, ...content)
}
