import {
  type GuardianEnvelope,
  type GuardianRequest,
  guardianLabels,
  type TimedRequest,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { fromText, toText, utf8 } from './bytes.ts'
import { generateKeyPair, setupBaseSender, setupPskRecipient } from './hpke.ts'

/**
 * What passes the main server on its way to the guardian and back, readable by those two alone. `open` rejects where
 * the answer is not this guardian's to this very request. An answer is sealed to a key that only this request's sender has,
 * so that the guardian's own key, were it ever taken, opens no answer that somebody recorded.
 */
export const sealForGuardian = async (guardianKey: string, request: GuardianRequest, sentAt: number) => {
  const reply = await generateKeyPair()
  const sender = await setupBaseSender(fromText(guardianKey), utf8(guardianLabels.request))
  const psk = { key: sender.exportSecret(utf8(guardianLabels.psk), 32), id: sender.enc }
  const timed: TimedRequest = { sentAt, replyKey: toText(reply.publicKey), request }
  const ciphertext = await sender.seal(utf8(JSON.stringify(timed)))
  const open = async (answer: GuardianEnvelope): Promise<unknown> => {
    const recipient = await setupPskRecipient(reply, fromText(answer.enc), utf8(guardianLabels.answer), psk)
    return JSON.parse(new TextDecoder().decode(await recipient.open(fromText(answer.ciphertext))))
  }
  return { envelope: { enc: toText(sender.enc), ciphertext: toText(ciphertext) }, open }
}
