import { type GuardianEnvelope, guardianHpkeLabels } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { deriveP256Key } from '../config/derivedKey.ts'
import type { Secrets } from '../config/secrets.ts'
import { parseTimedRequest } from './requests.ts'

/** `publicKey` is the raw uncompressed point in base64url, as the secure frame's document contains it. */
export type GuardianKeys = { pair: CryptoKeyPair; publicKey: string }

export const guardianHpkeSuite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes128Gcm(),
})

/**
 * Decrypts a request that was sealed for this guardian. Rejects any other request. The returned `sealAnswer` seals the
 * answer for the request's reply key.
 */
export const openEnvelope = async (keys: GuardianKeys, { enc, ciphertext }: GuardianEnvelope) => {
  const encBytes = Buffer.from(enc, 'base64url')
  const recipient = await guardianHpkeSuite.createRecipientContext({
    recipientKey: keys.pair,
    enc: encBytes,
    info: Buffer.from(guardianHpkeLabels.request),
  })
  const plain = await recipient.open(Buffer.from(ciphertext, 'base64url'))
  const { sentAt, replyKey, request } = parseTimedRequest(JSON.parse(Buffer.from(plain).toString()))
  const recipientPublicKey = await guardianHpkeSuite.kem.deserializePublicKey(Buffer.from(replyKey, 'base64url'))
  const psk = { key: await recipient.export(Buffer.from(guardianHpkeLabels.psk), 32), id: encBytes }

  const sealAnswer = async (answer: unknown): Promise<GuardianEnvelope> => {
    const info = Buffer.from(guardianHpkeLabels.answer)
    const sender = await guardianHpkeSuite.createSenderContext({ recipientPublicKey, info, psk })
    const sealed = await sender.seal(Buffer.from(JSON.stringify(answer)))
    return {
      enc: Buffer.from(sender.enc).toString('base64url'),
      ciphertext: Buffer.from(sealed).toString('base64url'),
    }
  }
  return { sentAt, request, sealAnswer }
}

/** Derives the guardian's key pair from the operator's only secret. */
export const deriveGuardianKeys = async (secrets: Secrets): Promise<GuardianKeys> => {
  const { jwk, publicKey: raw } = deriveP256Key((text) => secrets.mac('envelope', text))
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const privateKey = await crypto.subtle.importKey('jwk', jwk, curve, false, ['deriveBits'])
  const publicKey = await guardianHpkeSuite.kem.deserializePublicKey(raw)
  return { pair: { privateKey, publicKey }, publicKey: raw.toString('base64url') }
}
