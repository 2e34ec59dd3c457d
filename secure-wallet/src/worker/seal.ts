import type { SealedText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { fromBase64url, randomBytes, toBase64url, utf8 } from './bytes.ts'
import type { Bytes } from './contract.ts'

const ivLength = 12

type KeyDerivationInput = { secret: Bytes; salt: string; info: string }

/** Derives a separate key for each purpose. Callers join the parts of `info` and `aad` with `|`. */
const deriveKey = async ({ secret, salt, info }: KeyDerivationInput): Promise<CryptoKey> => {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: utf8(salt), info: utf8(info) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

/** Encrypts bytes under a derived key. Draws a random IV each time, because one key may encrypt several messages. */
export const seal = async (key: KeyDerivationInput, aad: string, content: Bytes): Promise<SealedText> => {
  const iv = randomBytes(ivLength)
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: utf8(aad) },
    await deriveKey(key),
    content,
  )
  return { iv: toBase64url(iv), data: toBase64url(new Uint8Array(data)) }
}

/**
 * Decrypts bytes. Rejects if the key or the context is wrong or if one bit has changed, so it never returns wrong
 * bytes.
 */
export const openSealed = async (key: KeyDerivationInput, aad: string, { iv, data }: SealedText): Promise<Bytes> => {
  const parameters = { name: 'AES-GCM', iv: fromBase64url(iv), additionalData: utf8(aad) }
  const sealed = fromBase64url(data)
  const derived = await deriveKey(key)
  try {
    return new Uint8Array(await crypto.subtle.decrypt(parameters, derived, sealed))
  } catch (cause) {
    throw new AppError(walletErrors.KEY_NOT_UNLOCKED, { cause })
  }
}
