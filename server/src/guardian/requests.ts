import type { GuardianRequest, TimedGuardianRequest } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import * as v from 'valibot'

const id = v.pipe(v.string(), v.uuid(), v.toLowerCase())
const clientKey = v.pipe(v.string(), v.minLength(16), v.maxLength(128))
const bytes32 = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))
const publicKey = v.pipe(v.string(), v.regex(/^[\w-]{87}$/))
const email = v.pipe(v.string(), v.maxLength(512))
const ways = v.pipe(v.array(id), v.maxLength(64))

export const envelopeSchema = v.strictObject({
  enc: publicKey,
  ciphertext: v.pipe(v.string(), v.regex(/^[\w-]{22,8192}$/)),
})

const device = v.exactOptional(v.strictObject({ publicKey, signature: v.pipe(v.string(), v.regex(/^[\w-]{86}$/)) }))

/** Anyone who knows the guardian's public key can seal a request, so check every field. */
const requestSchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('enrol'),
    walletId: id,
    setId: id,
    email,
    share: bytes32,
    owner: v.exactOptional(bytes32),
    locale: v.exactOptional(v.pipe(v.string(), v.maxLength(35))),
    ways: v.exactOptional(ways),
  }),
  v.strictObject({
    kind: v.literal('ways'),
    walletId: id,
    ownerKey: bytes32,
    change: v.exactOptional(v.strictObject({ version: v.pipe(v.number(), v.integer()), ways })),
    device,
  }),
  v.strictObject({
    kind: v.literal('recognise'),
    walletId: id,
    setId: id,
    ownerKey: bytes32,
    deviceKey: publicKey,
    skipsDelay: v.exactOptional(v.literal(false)),
  }),
  v.strictObject({
    kind: v.literal('forget'),
    walletId: id,
    ownerKey: bytes32,
    setId: v.exactOptional(v.union([id, v.picklist(['all', 'others'])])),
    device,
  }),
  v.strictObject({
    kind: v.literal('challenge'),
    walletId: id,
    setId: v.exactOptional(id),
    email,
    host: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
    clientKey,
  }),
  v.strictObject({
    kind: v.literal('verify'),
    challengeId: id,
    clientKey,
    device,
  }),
  v.strictObject({ kind: v.literal('withdraw'), challengeId: id, clientKey }),
  v.strictObject({ kind: v.literal('release'), challengeId: id, clientKey }),
  v.strictObject({
    kind: v.literal('recoveries'),
    walletId: id,
    ownerKey: bytes32,
    stop: v.exactOptional(v.literal(true)),
  }),
])
const timedSchema = v.strictObject({
  sentAt: v.pipe(v.number(), v.finite()),
  replyKey: publicKey,
  request: requestSchema,
})

export const parseTimedRequest = (value: unknown): TimedGuardianRequest => v.parse(timedSchema, value)
export type GuardianRequestOf<Kind extends GuardianRequest['kind']> = Extract<GuardianRequest, { kind: Kind }>
