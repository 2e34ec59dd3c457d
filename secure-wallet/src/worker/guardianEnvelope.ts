import {
  type GuardianEnvelope,
  type GuardianRequest,
  guardianHpkeLabels,
  type TimedGuardianRequest,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { fromBase64url, toBase64url, utf8 } from './bytes.ts'
import { generateKeyPair, setupBaseSender, setupPskRecipient } from './hpke.ts'

/**
 * Seals a request to the guardian, so that the main server, which relays the request, cannot read it. `open` rejects an
 * answer that another guardian sealed or that belongs to another request. Each request carries a new reply key, so a
 * stolen guardian key opens no recorded answer.
 */
export const sealForGuardian = async (guardianKey: string, request: GuardianRequest, sentAt: number) => {
  const reply = await generateKeyPair()
  const sender = await setupBaseSender(fromBase64url(guardianKey), utf8(guardianHpkeLabels.request))
  const psk = { key: sender.exportSecret(utf8(guardianHpkeLabels.psk), 32), id: sender.enc }
  const timed: TimedGuardianRequest = { sentAt, replyKey: toBase64url(reply.publicKey), request }
  const ciphertext = await sender.seal(utf8(JSON.stringify(timed)))
  const open = async (answer: GuardianEnvelope): Promise<unknown> => {
    const recipient = await setupPskRecipient(reply, fromBase64url(answer.enc), utf8(guardianHpkeLabels.answer), psk)
    return JSON.parse(new TextDecoder().decode(await recipient.open(fromBase64url(answer.ciphertext))))
  }
  return { envelope: { enc: toBase64url(sender.enc), ciphertext: toBase64url(ciphertext) }, open }
}
