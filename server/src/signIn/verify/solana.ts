import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { decoded, type Verifier } from './verifier.ts'

/** Ed25519 over the text's bytes, the signature in base58. */
export const solana: Verifier = {
  isAddress: (address) => decode(address, 32) !== undefined,
  verify: ({ message, signature, address }) => {
    const publicKey = decode(address, 32)
    const bytes = decode(signature, 64)
    if (!publicKey || !bytes) return false
    // RFC 8032 strictly: no key of small order, no second way to write a point or s.
    return ed25519.verify(bytes, new TextEncoder().encode(message), publicKey, { zip215: false })
  },
}

const decode = (text: string, length: number): Uint8Array | undefined => {
  // Base58 takes time by the square of the length.
  if (text.length > 128) return undefined
  const bytes = decoded(() => base58.decode(text))
  return bytes?.length === length ? bytes : undefined
}
