import { type GuardianEnvelope, guardianLabels } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { parseTimed } from './requests.ts'

/** `publicKey` is raw and uncompressed, as the operator names it in the secure frame's document, in base64url. */
export type GuardianKeys = { pair: CryptoKeyPair; publicKey: string }

export const guardianSuite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes128Gcm(),
})

/** Rejects what is no request to this guardian. `sealAnswer` is for the key that the request names. */
export const openEnvelope = async (keys: GuardianKeys, { enc, ciphertext }: GuardianEnvelope) => {
  const encBytes = Buffer.from(enc, 'base64url')
  const recipient = await guardianSuite.createRecipientContext({
    recipientKey: keys.pair,
    enc: encBytes,
    info: Buffer.from(guardianLabels.request),
  })
  const plain = await recipient.open(Buffer.from(ciphertext, 'base64url'))
  const { sentAt, replyKey, request } = parseTimed(JSON.parse(Buffer.from(plain).toString()))
  const recipientPublicKey = await guardianSuite.kem.deserializePublicKey(Buffer.from(replyKey, 'base64url'))
  const psk = { key: await recipient.export(Buffer.from(guardianLabels.psk), 32), id: encBytes }

  const sealAnswer = async (answer: unknown): Promise<GuardianEnvelope> => {
    const info = Buffer.from(guardianLabels.answer)
    const sender = await guardianSuite.createSenderContext({ recipientPublicKey, info, psk })
    const sealed = await sender.seal(Buffer.from(JSON.stringify(answer)))
    return {
      enc: Buffer.from(sender.enc).toString('base64url'),
      ciphertext: Buffer.from(sealed).toString('base64url'),
    }
  }
  return { sentAt, request, sealAnswer }
}
