import { createECDH } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'

/**
 * Derives a P-256 key pair by a MAC from the operator's only secret, so that all processes with that secret have the
 * same pair. `publicKey` is the raw uncompressed point.
 */
export const deriveP256Key = (mac: (text: string) => string) => {
  const halves = ['1', '2'].map((half) => Buffer.from(mac(`key ${half}`), 'base64url'))
  // Use 384 bits of key material, so that their reduction modulo the curve order has no noticeable bias.
  const secret = p256.utils.randomSecretKey(new Uint8Array(Buffer.concat(halves).subarray(0, 48)))
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  const publicKey = pair.getPublicKey()
  const coordinate = (from: number): string => publicKey.subarray(from, from + 32).toString('base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: Buffer.from(secret).toString('base64url'),
    x: coordinate(1),
    y: coordinate(33),
  }
  return { jwk, publicKey }
}
