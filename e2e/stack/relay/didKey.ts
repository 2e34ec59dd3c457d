import { createPublicKey, type KeyObject } from 'node:crypto'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Multicodec's prefix of an Ed25519 public key. */
const codec = [0xed, 0x01]
/** The DER prefix of a 32-byte Ed25519 key (RFC 8410); node reads only DER. */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** Decodes the Ed25519 key of a `did:key:z…`, or returns undefined. */
export function readDidKey(did: string): KeyObject | undefined {
  const bytes = did.startsWith('did:key:z') ? decodeBase58(did.slice('did:key:z'.length)) : undefined
  if (bytes?.length !== 34 || bytes[0] !== codec[0] || bytes[1] !== codec[1]) return undefined
  return createPublicKey({ key: Buffer.concat([derPrefix, bytes.subarray(2)]), format: 'der', type: 'spki' })
}

export const writeDidKey = (publicKey: Uint8Array): string =>
  `did:key:z${encodeBase58(Buffer.from([...codec, ...publicKey]))}`

/** The prefixed key starts with 0xed, so base58's special case of leading zeros can't occur. */
function decodeBase58(text: string): Buffer | undefined {
  let value = 0n
  for (const character of text) {
    const digit = alphabet.indexOf(character)
    if (digit < 0) return undefined
    value = value * 58n + BigInt(digit)
  }
  const hex = value.toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
}

function encodeBase58(bytes: Buffer): string {
  let value = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = `${alphabet[Number(value % 58n)]}${text}`
  return text
}
