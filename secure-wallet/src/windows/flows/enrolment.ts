import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'

/**
 * What a document without a key asks of a window that has one (security 2.6, "new host, same browser"). Both texts are
 * sealed for the way by the key in the window's address; the vault key itself is sealed once more, by a key of its worker.
 */
export const enrolRequest = v.strictObject({
  /** Attested by the browser there; the server says by itself whose session asks. */
  host: v.pipe(v.string(), v.maxLength(255)),
  walletId: v.pipe(v.string(), v.maxLength(64)),
  /** So that nobody has to type it twice. */
  email: v.pipe(v.string(), v.maxLength(512)),
  publicKey: v.pipe(v.string(), v.regex(/^[\w-]{87}$/)),
})
export type EnrolRequest = v.InferOutput<typeof enrolRequest>

const bytes = v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(1_024))
export const enrolAnswer = v.variant('isEnabled', [
  v.strictObject({
    isEnabled: v.literal(true),
    handover: v.strictObject({ publicKey: bytes, sealed: v.strictObject({ iv: bytes, data: bytes }) }),
  }),
  v.strictObject({ isEnabled: v.literal(false), why: v.picklist(['refused', 'wrongNumber']) }),
])
export type EnrolAnswer = v.InferOutput<typeof enrolAnswer>

/**
 * The frame shows it, the window asks for it and shows it nowhere: who got the window's address from somebody else has
 * no frame that shows one. It comes from the address alone, so that neither text nor server can carry another.
 */
export const enrolNumber = ({ flowId, key }: { flowId: string; key: string }): string => {
  const hash = sha256(utf8ToBytes(`enrol/1|number|${flowId}|${key}`))
  return String(10 + (new DataView(hash.buffer, hash.byteOffset).getUint32(0) % 90))
}
