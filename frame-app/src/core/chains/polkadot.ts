import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import type { ChainAdapter } from './adapter.ts'
import { commonAdapter } from './commonAdapter.ts'
import { readSignature } from './readSignature.ts'

/**
 * The SS58 prefix of an address that belongs to no network in particular. Extensions write addresses with this prefix,
 * and every network accepts them.
 */
const genericPrefix = 42
/** Base58 decoding takes quadratic time, so text longer than any address is rejected before decoding. */
const longestAddress = 50

const isAddress = (address: string, { addressPrefix }: Network): boolean => {
  const decoded = decode(address)
  if (!decoded) return false
  return addressPrefix === undefined || [Number(addressPrefix), genericPrefix].includes(decoded.prefix)
}

/** Writes the address with the network's prefix. */
const displayAddress = (address: string, network: Network | null): string => {
  const decoded = decode(address)
  if (!decoded || network?.addressPrefix === undefined) return address
  return encode(decoded.accountId, Number(network.addressPrefix))
}

/** An SS58 address consists of a prefix of one or two bytes, the account's key, and two bytes of checksum. */
const decode = (address: string): { prefix: number; accountId: Uint8Array } | null => {
  if (address.length > longestAddress) return null
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
    return null
  }
}

const encode = (accountId: Uint8Array, prefix: number): string => {
  const start = prefix < 64 ? [prefix] : [((prefix & 0xfc) >> 2) | 0x40, (prefix >> 8) | ((prefix & 3) << 6)]
  const body = concatBytes(Uint8Array.from(start), accountId)
  return base58.encode(concatBytes(body, checksum(body)))
}

const checksum = (body: Uint8Array): Uint8Array => blake2b(concatBytes(utf8ToBytes('SS58PRE'), body)).subarray(0, 2)

/** The wallet wraps the signed text in `<Bytes>`, so that the text can't be a transaction. */
const signMessage: ChainAdapter['signMessage'] = async (request, text, { address }) => {
  const params = { address, message: text }
  return readSignature(await request({ method: 'polkadot_signMessage', params }), /^0x(?:[0-9a-f]{2})+$/i)
}

export default { ...commonAdapter, isAddress, displayAddress, signMessage } satisfies ChainAdapter
