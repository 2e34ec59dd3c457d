import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { bech32 } from '@scure/base'

/** A key's hash has 20 bytes; contracts and modules have 32. */
const lengths = new Set([20, 32])

/** A chain of one's own without a prefix in the configuration takes any. */
export const isAddress = (address: string, { addressPrefix }: Network): boolean => {
  try {
    const { prefix, bytes } = bech32.decodeToBytes(address)
    return lengths.has(bytes.length) && (addressPrefix === undefined || prefix === addressPrefix)
  } catch {
    // A wrong checksum, or a character that is none of the alphabet.
    return false
  }
}
