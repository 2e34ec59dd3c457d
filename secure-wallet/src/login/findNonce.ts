import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Finds the first nonce whose text has a SHA-256 that starts with `bits` zero bits. For short texts this library is five
 * times as fast as WebCrypto, which answers each hash asynchronously.
 */
export const findNonce = (textOf: (nonce: number) => string, bits: number): number => {
  for (let nonce = 0; ; nonce++) {
    const [first = 0, second = 0, third = 0, fourth = 0] = sha256(utf8ToBytes(textOf(nonce)))
    if (Math.clz32((first << 24) | (second << 16) | (third << 8) | fourth) >= bits) return nonce
  }
}
