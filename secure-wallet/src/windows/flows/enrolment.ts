import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'

/**
 * An enrolment (SECURITY-MODEL.md 2.6, "new host, same browser"). A secure frame that has no share set asks for the
 * wallet, and a wallet window that has a share set gives it. The flow seals request and answer, and the window's worker
 * seals the vault key once more.
 */
export const enrolRequestSchema = v.strictObject({
  /**
   * Origin of the host page, as the secure frame's browser attested it. The window compares it with the host that the
   * server names.
   */
  host: v.pipe(v.string(), v.maxLength(255)),
  walletId: v.pipe(v.string(), v.maxLength(64)),
  /** The account's e-mail address, which the window fills into its login. */
  email: v.pipe(v.string(), v.maxLength(512)),
  publicKey: v.pipe(v.string(), v.regex(/^[\w-]{87}$/)),
})
export type EnrolRequest = v.InferOutput<typeof enrolRequestSchema>

const bytes = v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(1_024))
export const enrolAnswerSchema = v.variant('isEnabled', [
  v.strictObject({
    isEnabled: v.literal(true),
    handover: v.strictObject({ publicKey: bytes, sealed: v.strictObject({ iv: bytes, data: bytes }) }),
  }),
  v.strictObject({ isEnabled: v.literal(false), why: v.picklist(['refused', 'wrongNumber']) }),
])
export type EnrolAnswer = v.InferOutput<typeof enrolAnswerSchema>

/**
 * The number that the secure frame shows and that the visitor types in the window. A visitor who got the window's URL
 * from an attacker sees no frame that shows the number. The number is derived from the URL alone, so neither the
 * request nor the server can change it.
 */
export const enrolmentNumber = ({ flowId, key }: { flowId: string; key: string }): string => {
  const hash = sha256(utf8ToBytes(`enrol/1|number|${flowId}|${key}`))
  return String(10 + (new DataView(hash.buffer, hash.byteOffset).getUint32(0) % 90))
}
