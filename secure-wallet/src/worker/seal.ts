import type { Sealed } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { type Bytes, fromText, randomBytes, toText, utf8 } from './bytes.ts'

const ivLength = 12

type KeyParts = { secret: Bytes; salt: string; info: string }

/** One key for one purpose. `info` and the texts of `aad` have their parts joined by `|`. */
const deriveKey = async ({ secret, salt, info }: KeyParts): Promise<CryptoKey> => {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: utf8(salt), info: utf8(info) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

/** A fresh random IV each time: the same key may seal more than once. */
export const seal = async (key: KeyParts, aad: string, content: Bytes): Promise<Sealed> => {
  const iv = randomBytes(ivLength)
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: utf8(aad) },
    await deriveKey(key),
    content,
  )
  return { iv: toText(iv), data: toText(new Uint8Array(data)) }
}

/** Whatever is wrong, key, place or a single bit, ends here and never in other bytes. */
export const open = async (key: KeyParts, aad: string, { iv, data }: Sealed): Promise<Bytes> => {
  const parameters = { name: 'AES-GCM', iv: fromText(iv), additionalData: utf8(aad) }
  const sealed = fromText(data)
  const derived = await deriveKey(key)
  try {
    return new Uint8Array(await crypto.subtle.decrypt(parameters, derived, sealed))
  } catch (cause) {
    throw new AppError(walletErrors.KEY_NOT_UNLOCKED, { cause })
  }
}
