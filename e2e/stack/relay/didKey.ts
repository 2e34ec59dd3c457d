import { createPublicKey, type KeyObject } from 'node:crypto'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Multicodec's mark of an Ed25519 public key. */
const codec = [0xed, 0x01]
/** What stands before the 32 bytes of an Ed25519 key in DER (RFC 8410), the only form that node reads. */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** The Ed25519 key that a `did:key:z…` spells out; undefined if it spells none. */
export function readDidKey(did: string): KeyObject | undefined {
  const bytes = did.startsWith('did:key:z') ? decodeBase58(did.slice('did:key:z'.length)) : undefined
  if (bytes?.length !== 34 || bytes[0] !== codec[0] || bytes[1] !== codec[1]) return undefined
  return createPublicKey({ key: Buffer.concat([derPrefix, bytes.subarray(2)]), format: 'der', type: 'spki' })
}

export const writeDidKey = (publicKey: Uint8Array): string =>
  `did:key:z${encodeBase58(Buffer.from([...codec, ...publicKey]))}`

/** The marked key begins with 0xed, so leading zeros, which base58 writes apart, can't occur. */
function decodeBase58(text: string): Buffer | undefined {
  let value = 0n
  for (const letter of text) {
    const digit = alphabet.indexOf(letter)
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
