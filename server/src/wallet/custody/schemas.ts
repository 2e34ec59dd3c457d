import { createPublicKey } from 'node:crypto'
import { durableUnlockMethods, type UnlockMethod } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import * as v from 'valibot'

/** Tells whether the bytes are a public key. */
const isPublicKey = (spki: string): boolean => {
  try {
    createPublicKey({ key: Buffer.from(spki, 'base64url'), format: 'der', type: 'spki' })
    return true
  } catch {
    return false
  }
}

export const uuidSchema = v.pipe(v.string(), v.uuid(), v.toLowerCase())
const bytes = (least: number, most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[\w-]*$/),
    v.minLength(Math.ceil((least * 4) / 3)),
    v.maxLength(Math.ceil((most * 4) / 3)),
  )
/** The output of AES-GCM. The data has at least 17 bytes: one byte of text and the tag of 16. */
export const sealedSchema = v.strictObject({ iv: bytes(12, 12), data: bytes(17, 256) })
export const labelSchema = v.pipe(v.string(), v.trim(), v.maxLength(64))
/** The fields of a passkey. A sealed public key of 4,096-bit RSA has about 900 bytes. */
export const passkeyFields = {
  credentialId: v.exactOptional(bytes(1, 1_023)),
  passkeyKey: v.exactOptional(v.strictObject({ iv: bytes(12, 12), data: bytes(17, 1_024) })),
}
/** A public key of 4,096-bit RSA has about 550 bytes. */
export const signInKeySchema = v.strictObject({
  algorithm: v.picklist([-7, -8, -257]),
  spki: v.pipe(bytes(40, 600), v.check(isPublicKey)),
})
export const unlockMethodSchema = v.picklist(['device', ...durableUnlockMethods] as [UnlockMethod, ...UnlockMethod[]])
/**
 * The fields of a share set whose browser made both shares, and tried them on the vault key before it sent the request.
 */
export const triedShareSetFields = {
  setId: uuidSchema,
  label: labelSchema,
  serverShare: bytes(32, 32),
  wrapped: sealedSchema,
}
/** A share set of type `device` or `vault`: its client share depends on a key in the browser's own storage. */
export const browserShareSetSchema = v.strictObject({ ...triedShareSetFields, type: v.picklist(['device', 'vault']) })
