import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { join, utf8 } from './bytes.ts'

/** EIP-191, version 0x45. */
export const personalDigest = (text: string): Uint8Array => {
  const message = utf8(text)
  return keccak_256(join(utf8(`\x19Ethereum Signed Message:\n${message.length}`), message))
}

export const textDigest = (text: string): Uint8Array => keccak_256(utf8(text))

export const toHex = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`
