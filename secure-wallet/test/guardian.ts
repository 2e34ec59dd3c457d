import {
  type GuardianEnvelope,
  guardianHpkeLabels,
  type TimedGuardianRequest,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { fromBase64url, toBase64url, utf8 } from '../src/worker/bytes.ts'

const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() })

/**
 * Creates a guardian that opens and answers sealed requests. It uses another implementation of HPKE than the wallet.
 */
export const makeGuardianKeys = async () => {
  const pair = await suite.kem.generateKeyPair()
  const publicKey = toBase64url(new Uint8Array(await suite.kem.serializePublicKey(pair.publicKey)))
  const open = async ({ enc, ciphertext }: GuardianEnvelope) => {
    const info = utf8(guardianHpkeLabels.request)
    const recipient = await suite.createRecipientContext({ recipientKey: pair, enc: fromBase64url(enc), info })
    const timed: TimedGuardianRequest = JSON.parse(
      new TextDecoder().decode(await recipient.open(fromBase64url(ciphertext))),
    )
    const psk = { key: await recipient.export(utf8(guardianHpkeLabels.psk), 32), id: fromBase64url(enc) }
    const sealAnswer = async (answer: unknown): Promise<GuardianEnvelope> => {
      const sender = await suite.createSenderContext({
        recipientPublicKey: await suite.kem.deserializePublicKey(fromBase64url(timed.replyKey)),
        info: utf8(guardianHpkeLabels.answer),
        psk,
      })
      const sealed = await sender.seal(utf8(JSON.stringify(answer)))
      return { enc: toBase64url(new Uint8Array(sender.enc)), ciphertext: toBase64url(new Uint8Array(sealed)) }
    }
    return { timed, psk, sealAnswer }
  }
  return { pair, publicKey, open }
}
