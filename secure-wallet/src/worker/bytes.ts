import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { base64urlnopad } from '@scure/base'

/** Bytes over a buffer of their own, which is what WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>

export const toText = (bytes: Uint8Array): string => base64urlnopad.encode(bytes)

export const fromText = (text: string): Bytes => {
  try {
    return new Uint8Array(base64urlnopad.decode(text))
  } catch (cause) {
    throw new AppError(walletErrors.KEY_NOT_UNLOCKED, { cause })
  }
}

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

export const join = (...parts: readonly Uint8Array[]): Bytes => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let place = 0
  for (const part of parts) {
    whole.set(part, place)
    place += part.length
  }
  return whole
}

export const areSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, place) => byte === other[place])

export const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

/** Best effort: the engine may have made copies that nobody can reach. */
export const wipe = (...secrets: (Uint8Array | null | undefined)[]): void => {
  for (const secret of secrets) secret?.fill(0)
}
