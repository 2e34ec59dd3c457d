import {
  type GuardianEnvelope,
  type GuardianRequest,
  guardianHpkeLabels,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { guardianHpkeSuite } from '../src/guardian/envelope.ts'

const { kem } = guardianHpkeSuite

/**
 * Seals a request as the secure frame does, and returns a function that opens the guardian's answer. `badReplyKey`
 * replaces the public key for which the guardian seals its answer, so that a test can send an invalid key.
 */
export const sealForGuardian = async (
  guardianKey: string,
  request: GuardianRequest,
  sentAt: number,
  badReplyKey?: string,
) => {
  const reply = await kem.generateKeyPair()
  const sender = await guardianHpkeSuite.createSenderContext({
    recipientPublicKey: await kem.deserializePublicKey(Buffer.from(guardianKey, 'base64url')),
    info: Buffer.from(guardianHpkeLabels.request),
  })
  const psk = { key: await sender.export(Buffer.from(guardianHpkeLabels.psk), 32), id: new Uint8Array(sender.enc) }
  const replyKey = badReplyKey ?? toText(await kem.serializePublicKey(reply.publicKey))
  const ciphertext = await sender.seal(Buffer.from(JSON.stringify({ sentAt, replyKey, request })))
  const envelope: GuardianEnvelope = { enc: toText(sender.enc), ciphertext: toText(ciphertext) }
  const open = async (answer: GuardianEnvelope): Promise<unknown> => {
    const recipient = await guardianHpkeSuite.createRecipientContext({
      recipientKey: reply,
      enc: Buffer.from(answer.enc, 'base64url'),
      info: Buffer.from(guardianHpkeLabels.answer),
      psk,
    })
    return JSON.parse(Buffer.from(await recipient.open(Buffer.from(answer.ciphertext, 'base64url'))).toString())
  }
  return { envelope, open }
}

const toText = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('base64url')
