import { base58 } from '@scure/base'

/** Decoding takes time by the square of the length, so nothing longer gets to it. */
const longest = 44

/** A public key, or the place of a program's data: 32 bytes, which 32 to 44 characters can also miss. */
export const isAddress = (address: string): boolean => {
  if (address.length > longest) return false
  try {
    return base58.decode(address).length === 32
  } catch {
    // A character that is none of the alphabet.
    return false
  }
}
