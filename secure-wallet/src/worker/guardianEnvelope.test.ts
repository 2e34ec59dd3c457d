import {
  type GuardianEnvelope,
  type GuardianRequest,
  guardianHpkeLabels,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { beforeAll, expect, test } from 'vitest'
import { makeGuardianKeys } from '../../test/guardian.ts'
import { fromBase64url, toBase64url, utf8 } from './bytes.ts'
import { sealForGuardian } from './guardianEnvelope.ts'

const request: GuardianRequest = { kind: 'release', challengeId: 'c1', clientKey: 'k1' }
const answer = { ok: true, kind: 'release', share: 'canary-share', setId: 's1' }

let guardian: Awaited<ReturnType<typeof makeGuardianKeys>>
beforeAll(async () => {
  guardian = await makeGuardianKeys()
})

test('only the guardian reads the request, and only the sender of the request reads the answer', async () => {
  const sent = await sealForGuardian(guardian.publicKey, request, 1_000)
  const { timed, sealAnswer } = await guardian.open(sent.envelope)
  expect(timed).toMatchObject({ sentAt: 1_000, request })
  const envelope = await sealAnswer(answer)
  expect(await sent.open(envelope)).toEqual(answer)
  const other = await sealForGuardian(guardian.publicKey, request, 1_000)
  await expect(other.open(envelope)).rejects.toThrow()
})

test('a stolen guardian key opens no recorded answer', async () => {
  const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() })
  const sent = await sealForGuardian(guardian.publicKey, request, 1_000)
  const { psk, sealAnswer } = await guardian.open(sent.envelope)
  const recorded = await sealAnswer(answer)
  const info = utf8(guardianHpkeLabels.answer)
  const attempt = async (recipientKey: CryptoKeyPair, secret?: typeof psk): Promise<ArrayBuffer> => {
    const own = secret ? { psk: secret } : {}
    const recipient = await suite.createRecipientContext({
      recipientKey,
      enc: fromBase64url(recorded.enc),
      info,
      ...own,
    })
    return recipient.open(fromBase64url(recorded.ciphertext))
  }
  // A thief of the guardian's key can open the request and export the PSK of the answer, but lacks the reply key.
  await expect(attempt(guardian.pair, psk)).rejects.toThrow()
  await expect(attempt(guardian.pair)).rejects.toThrow()
  await expect(attempt(await suite.kem.generateKeyPair(), psk)).rejects.toThrow()
  expect(await sent.open(recorded)).toEqual(answer)
})

test("refuses an answer that is sealed without the request's PSK, even if it is sealed for the right key", async () => {
  const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() })
  const sent = await sealForGuardian(guardian.publicKey, request, 1_000)
  const { timed, psk } = await guardian.open(sent.envelope)
  const recipientPublicKey = await suite.kem.deserializePublicKey(fromBase64url(timed.replyKey))
  const info = utf8(guardianHpkeLabels.answer)
  const wrong = { key: new Uint8Array(32).fill(1).buffer, id: psk.id }
  for (const own of [{}, { psk: wrong }]) {
    const sender = await suite.createSenderContext({ recipientPublicKey, info, ...own })
    const sealed = await sender.seal(utf8(JSON.stringify(answer)))
    const forged = { enc: toBase64url(new Uint8Array(sender.enc)), ciphertext: toBase64url(new Uint8Array(sealed)) }
    await expect(sent.open(forged)).rejects.toThrow()
  }
})

test('guardian envelopes contain no plain text and share no key', async () => {
  const passing: GuardianEnvelope[] = []
  for (let count = 0; count < 50; count++) {
    const sent = await sealForGuardian(guardian.publicKey, request, 1_000)
    const { sealAnswer } = await guardian.open(sent.envelope)
    passing.push(sent.envelope, await sealAnswer(answer))
  }
  const texts = passing.map(({ ciphertext }) => Buffer.from(ciphertext, 'base64url').toString('latin1'))
  expect(texts.join()).not.toMatch(/canary|release/)
  expect(new Set(passing.map(({ enc }) => enc)).size).toBe(passing.length)
})

test('another guardian can neither read nor answer a request', async () => {
  const sent = await sealForGuardian(guardian.publicKey, request, 1_000)
  const other = await makeGuardianKeys()
  await expect(other.open(sent.envelope)).rejects.toThrow()
  const own = await sealForGuardian(other.publicKey, request, 1_000)
  const { sealAnswer } = await other.open(own.envelope)
  await expect(sent.open(await sealAnswer(answer))).rejects.toThrow()
})

test('refuses a request envelope that is sent back as the answer', async () => {
  const sent = await sealForGuardian(guardian.publicKey, request, 1_000)
  await expect(sent.open(sent.envelope)).rejects.toThrow()
})

test.each(['enc', 'ciphertext'] as const)('refuses a request or an answer with one changed bit of %s', async (part) => {
  const flip = (envelope: GuardianEnvelope, at: number): GuardianEnvelope => {
    const bytes = fromBase64url(envelope[part])
    return { ...envelope, [part]: toBase64url(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))) }
  }
  const sent = await sealForGuardian(guardian.publicKey, request, 1_000)
  const { sealAnswer } = await guardian.open(sent.envelope)
  const back = await sealAnswer(answer)
  for (let at = 0; at < 65; at++) {
    await expect(guardian.open(flip(sent.envelope, at))).rejects.toThrow()
    await expect(sent.open(flip(back, at))).rejects.toThrow()
  }
})
