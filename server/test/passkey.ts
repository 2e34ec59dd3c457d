import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyLoginRequest, SignInKey } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { shopOrigin, walletOrigin } from './parts.ts'

/** The changes of an attacker to the answer of a passkey. */
export type AssertionChange = {
  clientData?: Record<string, unknown>
  rpId?: string
  /** User present and user verified, by default. */
  flags?: number
  signCount?: number
  userHandle?: string
}

const pairs = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
}
const numbers = { ES256: -7, EdDSA: -8, RS256: -257 }

/** A passkey of the wallet in a frame of the shop. */
export const makeTestPasskey = (userId: string, algorithm: keyof typeof pairs = 'ES256') => {
  const { privateKey, publicKey } = pairs[algorithm]()
  const credentialId = randomBytes(16).toString('base64url')
  const signInKey: SignInKey = {
    algorithm: numbers[algorithm],
    spki: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
  }
  const answer = (challenge: string, change: AssertionChange = {}): PasskeyLoginRequest => {
    const { clientData, rpId = new URL(walletOrigin).hostname, flags = 0x05, signCount = 0 } = change
    const clientDataJSON = Buffer.from(
      JSON.stringify({
        type: 'webauthn.get',
        challenge: Buffer.from(challenge).toString('base64url'),
        origin: walletOrigin,
        crossOrigin: true,
        topOrigin: shopOrigin,
        ...clientData,
      }),
    )
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(signCount)
    const authenticatorData = Buffer.concat([sha256(rpId), Buffer.of(flags), counter])
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)])
    return {
      projectId: 'shop',
      host: shopOrigin,
      locale: 'en',
      credentialId,
      userHandle: Buffer.from(change.userHandle ?? userId).toString('base64url'),
      clientDataJSON: clientDataJSON.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign(algorithm === 'EdDSA' ? null : 'sha256', signed, privateKey).toString('base64url'),
    }
  }
  return { credentialId, signInKey, answer }
}

export type TestPasskey = ReturnType<typeof makeTestPasskey>

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()
