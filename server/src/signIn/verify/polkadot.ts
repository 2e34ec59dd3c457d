import { ed25519 } from '@noble/curves/ed25519.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { base58, hex } from '@scure/base'
import * as sr25519 from '@scure/sr25519'
import { type SignatureVerifier, tryDecode } from './verifier.ts'

const checksumStart = new TextEncoder().encode('SS58PRE')
const keySize = 32
const checksumSize = 2
/** The generic Substrate prefix, which wallet extensions use for accounts that belong to no network. */
const genericPrefix = 42

/**
 * Verifies sr25519 and ed25519 signatures. Wallet extensions wrap the signed text in `<Bytes>`, so that the text can't
 * be a transaction.
 */
export const polkadotVerifier: SignatureVerifier = {
  isAddress: (address, { addressPrefix }) => {
    const prefix = decode(address)?.prefix
    if (prefix === undefined) return false
    return addressPrefix === undefined || prefix === genericPrefix || String(prefix) === addressPrefix
  },
  verify: ({ message, signature, address }) => {
    const publicKey = decode(address)?.publicKey
    const bytes = decodeSignature(signature)
    if (!publicKey || !bytes) return false
    const verify = isSr25519(bytes) ? sr25519.verify : verifyEd25519
    return [`<Bytes>${message}</Bytes>`, message].some((text) =>
      tryDecode(() => verify(new TextEncoder().encode(text), bytes, publicKey)),
    )
  },
}

const decode = (address: string): { prefix: number; publicKey: Uint8Array } | undefined => {
  const bytes = address.length > 64 ? undefined : tryDecode(() => base58.decode(address))
  const [first = 0xff, second = 0] = bytes ?? []
  // In an SS58 address, a first byte from 64 starts a prefix of two bytes. First bytes above 127 are reserved.
  const prefixSize = first < 64 ? 1 : 2
  if (!bytes || first > 127 || bytes.length !== prefixSize + keySize + checksumSize) return undefined
  const body = bytes.subarray(0, -checksumSize)
  const checksum = blake2b(new Uint8Array([...checksumStart, ...body]), { dkLen: 64 })
  if (bytes.at(-2) !== checksum[0] || bytes.at(-1) !== checksum[1]) return undefined
  const prefix = prefixSize === 1 ? first : ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8)
  return { prefix, publicKey: body.subarray(prefixSize) }
}

/** A signature has 64 bytes, or 65 bytes with the MultiSignature type in front. */
const decodeSignature = (signature: string): Uint8Array | undefined => {
  if (!/^0x(?:[0-9a-f]{128}|0[01][0-9a-f]{128})$/i.test(signature)) return undefined
  const bytes = hex.decode(signature.slice(2).toLowerCase())
  if (bytes.length === 64) return bytes
  const isMarked = bytes[0] === 1
  return isSr25519(bytes.subarray(1)) === isMarked ? bytes.subarray(1) : undefined
}

/** The highest bit of a signature tells its type: sr25519 sets this bit, and ed25519 never does. */
const isSr25519 = (signature: Uint8Array): boolean => ((signature[63] ?? 0) & 0x80) !== 0

const verifyEd25519 = (message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean =>
  ed25519.verify(signature, message, publicKey, { zip215: false })
