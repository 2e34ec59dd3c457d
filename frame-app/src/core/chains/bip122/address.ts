import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'

const base58check = createBase58check(sha256)

/** Decoding takes time by the square of the length, so nothing longer gets to it. */
const longestBase58 = 36

/** First bytes of P2PKH and P2SH, and how SegWit begins. All test networks of Bitcoin share theirs. */
const main = { versions: [0x00, 0x05], prefix: 'bc' }
const test = { versions: [0x6f, 0xc4], prefix: 'tb' }

export const isAddress = (address: string, { testnet }: Network): boolean => {
  const { versions, prefix } = testnet ? test : main
  return isSegwit(address, prefix) || isBase58(address, versions)
}

const isBase58 = (address: string, versions: number[]): boolean => {
  if (address.length > longestBase58) return false
  try {
    const [version = -1, ...hash] = base58check.decode(address)
    return hash.length === 20 && versions.includes(version)
  } catch {
    // A wrong checksum, or a character that is none of the alphabet.
    return false
  }
}

/** BIP-173 for version 0, BIP-350 for those after it. */
const isSegwit = (address: string, prefix: string): boolean => {
  try {
    const isFirst = address.toLowerCase().startsWith(`${prefix}1q`)
    const code = isFirst ? bech32 : bech32m
    const decoded = code.decode(address as `${string}1${string}`)
    const [version = -1, ...words] = decoded.words
    const { length } = code.fromWords(words)
    if (decoded.prefix !== prefix || version > 16 || length < 2 || length > 40) return false
    return isFirst ? length === 20 || length === 32 : version > 0
  } catch {
    return false
  }
}
