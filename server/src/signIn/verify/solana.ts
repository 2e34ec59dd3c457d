import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { type SignatureVerifier, tryDecode } from './verifier.ts'

/** Verifies an Ed25519 signature in base58 over the bytes of the signed text. */
export const solanaVerifier: SignatureVerifier = {
  isAddress: (address) => decode(address, 32) !== undefined,
  verify: ({ message, signature, address }) => {
    const publicKey = decode(address, 32)
    const bytes = decode(signature, 64)
    if (!publicKey || !bytes) return false
    // `zip215: false` means strict RFC 8032: rejects keys of small order and non-canonical encodings of a point or of
    // s.
    return ed25519.verify(bytes, new TextEncoder().encode(message), publicKey, { zip215: false })
  },
}

const decode = (text: string, length: number): Uint8Array | undefined => {
  // Decoding base58 takes quadratic time, so refuse long input first.
  if (text.length > 128) return undefined
  const bytes = tryDecode(() => base58.decode(text))
  return bytes?.length === length ? bytes : undefined
}
