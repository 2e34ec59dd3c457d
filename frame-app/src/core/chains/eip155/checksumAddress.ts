import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** EIP-55: a digit's hash decides its case, so that a typing mistake shows. */
export const checksumAddress = (address: string): string => {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return `0x${[...digits].map((digit, at) => ((hash[at] ?? '0') >= '8' ? digit.toUpperCase() : digit)).join('')}`
}

/** Where all letters are small, none was meant to be checked. */
export const hasChecksum = (address: string): boolean =>
  /^0x[0-9a-f]{40}$/i.test(address) && (address === address.toLowerCase() || address === checksumAddress(address))
