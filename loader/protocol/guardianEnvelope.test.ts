import { beforeAll, expect, test } from 'vitest'
import type { GuardianEnvelope, GuardianRequest } from './api/walletApi.ts'
import { type GuardianKeys, openAtGuardian, sealForGuardian } from './guardianEnvelope.ts'

const request: GuardianRequest = { kind: 'release', challengeId: 'c1', clientKey: 'k1' }
const answer = { ok: true, kind: 'release', share: 'canary-share', setId: 's1' }

const makeGuardian = async (): Promise<GuardianKeys> => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])
  const raw = await crypto.subtle.exportKey('raw', pair.publicKey)
  return { privateKey: pair.privateKey, publicKey: Buffer.from(raw).toString('base64url') }
}

let guardian: GuardianKeys
beforeAll(async () => {
  guardian = await makeGuardian()
})

test('the guardian reads the request, and only who asked reads the answer', async () => {
  const sent = await sealForGuardian(guardian.publicKey, request, 1_000)
  const { timed, sealAnswer } = await openAtGuardian(guardian, sent.envelope)
  expect(timed).toEqual({ sentAt: 1_000, request })
  const envelope = await sealAnswer(answer)
  expect(await sent.open(envelope)).toEqual(answer)
  const other = await sealForGuardian(guardian.publicKey, request, 1_000)
  await expect(other.open(envelope)).rejects.toThrow()
})

test('neither text shows in what passes by, and no two envelopes share a key or an iv', async () => {
  const passing: GuardianEnvelope[] = []
  for (let count = 0; count < 50; count++) {
    const sent = await sealForGuardian(guardian.publicKey, request, 1_000)
    const { sealAnswer } = await openAtGuardian(guardian, sent.envelope)
    passing.push(sent.envelope, await sealAnswer(answer))
  }
  expect(JSON.stringify(passing)).not.toMatch(/canary|release/)
  expect(new Set(passing.map(({ ephemeralKey }) => ephemeralKey)).size).toBe(passing.length)
  expect(new Set(passing.map(({ sealed }) => sealed.iv)).size).toBe(passing.length)
})

test('another guardian can neither read the request nor answer it', async () => {
  const sent = await sealForGuardian(guardian.publicKey, request, 1_000)
  const other = await makeGuardian()
  await expect(openAtGuardian(other, sent.envelope)).rejects.toThrow()
  // It makes up an answer as if to a request of its own, under the ephemeral key that it saw.
  const own = await sealForGuardian(other.publicKey, request, 1_000)
  const { sealAnswer } = await openAtGuardian(other, own.envelope)
  await expect(sent.open(await sealAnswer(answer))).rejects.toThrow()
})

test('a request is no answer', async () => {
  const sent = await sealForGuardian(guardian.publicKey, request, 1_000)
  await expect(sent.open(sent.envelope)).rejects.toThrow()
})

const flip = (text: string, at: number): string => {
  const bytes = Buffer.from(text, 'base64url')
  bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ 1
  return bytes.toString('base64url')
}

test.each([
  [
    'key',
    ({ ephemeralKey, sealed }: GuardianEnvelope, at: number) => ({ ephemeralKey: flip(ephemeralKey, at), sealed }),
  ],
  [
    'iv',
    ({ ephemeralKey, sealed }: GuardianEnvelope, at: number) => ({
      ephemeralKey,
      sealed: { ...sealed, iv: flip(sealed.iv, at) },
    }),
  ],
  [
    'text',
    ({ ephemeralKey, sealed }: GuardianEnvelope, at: number) => ({
      ephemeralKey,
      sealed: { ...sealed, data: flip(sealed.data, at) },
    }),
  ],
])('one changed bit of the %s closes it, both ways', async (_, change) => {
  const sent = await sealForGuardian(guardian.publicKey, request, 1_000)
  const { sealAnswer } = await openAtGuardian(guardian, sent.envelope)
  const back = await sealAnswer(answer)
  for (let at = 0; at < 65; at++) {
    await expect(openAtGuardian(guardian, change(sent.envelope, at))).rejects.toThrow()
    await expect(sent.open(change(back, at))).rejects.toThrow()
  }
})
