import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

/** What extensions write where they know no network: the same account, valid on every one. */
const genericPrefix = 42
/** Decoding takes time by the square of the length, so nothing longer gets to it. */
const longest = 50

export const isAddress = (address: string, { addressPrefix }: Network): boolean => {
  const decoded = decode(address)
  if (!decoded) return false
  return addressPrefix === undefined || [Number(addressPrefix), genericPrefix].includes(decoded.prefix)
}

/** With the network's own prefix. What can't be read stays as it is. */
export const displayAddress = (address: string, network: Network | null): string => {
  const decoded = decode(address)
  if (!decoded || network?.addressPrefix === undefined) return address
  return encode(decoded.accountId, Number(network.addressPrefix))
}

/** SS58: prefix of one or two bytes, the account's key, and two bytes of checksum. */
const decode = (address: string): { prefix: number; accountId: Uint8Array } | null => {
  if (address.length > longest) return null
  try {
    const bytes = base58.decode(address)
    const [first = 0, second = 0] = bytes
    const prefixBytes = first < 64 ? 1 : 2
    if (first > 127 || bytes.length !== prefixBytes + 32 + 2) return null
    const body = bytes.subarray(0, -2)
    if (checksum(body).some((byte, at) => byte !== bytes[bytes.length - 2 + at])) return null
    const prefix = prefixBytes === 1 ? first : ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8)
    return { prefix, accountId: body.subarray(prefixBytes) }
  } catch {
    // A character that is none of the alphabet.
    return null
  }
}

const encode = (accountId: Uint8Array, prefix: number): string => {
  const start = prefix < 64 ? [prefix] : [((prefix & 0xfc) >> 2) | 0x40, (prefix >> 8) | ((prefix & 3) << 6)]
  const body = concatBytes(Uint8Array.from(start), accountId)
  return base58.encode(concatBytes(body, checksum(body)))
}

const checksum = (body: Uint8Array): Uint8Array => blake2b(concatBytes(utf8ToBytes('SS58PRE'), body)).subarray(0, 2)
