import { createECDH } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import type { Secrets } from '../config/secrets.ts'
import { type GuardianKeys, guardianSuite } from './envelope.ts'

/** From the one secret that the operator keeps, so that there is no second one to lose; a mac of it tells nothing of it. */
export const openGuardianKeys = async (secrets: Secrets): Promise<GuardianKeys> => {
  const halves = ['1', '2'].map((half) => Buffer.from(secrets.mac('envelope', `key ${half}`), 'base64url'))
  // More bits than the key has, so that every key is as likely as any other.
  const secret = p256.utils.randomSecretKey(new Uint8Array(Buffer.concat(halves).subarray(0, 48)))
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  const raw = pair.getPublicKey()
  const coordinate = (from: number): string => raw.subarray(from, from + 32).toString('base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: Buffer.from(secret).toString('base64url'),
    x: coordinate(1),
    y: coordinate(33),
  }
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const privateKey = await crypto.subtle.importKey('jwk', jwk, curve, false, ['deriveBits'])
  const publicKey = await guardianSuite.kem.deserializePublicKey(raw)
  return { pair: { privateKey, publicKey }, publicKey: raw.toString('base64url') }
}
