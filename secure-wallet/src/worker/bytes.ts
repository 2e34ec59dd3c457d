import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { base64urlnopad } from '@scure/base'
import type { Bytes } from './contract.ts'

export const toBase64url = (bytes: Uint8Array): string => base64urlnopad.encode(bytes)

export const fromBase64url = (text: string): Bytes => {
  try {
    return new Uint8Array(base64urlnopad.decode(text))
  } catch (cause) {
    throw new AppError(walletErrors.KEY_NOT_UNLOCKED, { cause })
  }
}

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

export const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

/** Overwrites secrets with zeros, as far as possible: the engine may hold copies that JavaScript cannot reach. */
export const wipe = (...secrets: (Uint8Array | null | undefined)[]): void => {
  for (const secret of secrets) secret?.fill(0)
}
