import { base58 } from '@scure/base'
import type { ChainAdapter } from './adapter.ts'
import { commonAdapter } from './commonAdapter.ts'
import { readSignature } from './readSignature.ts'

/** Base58 decoding takes quadratic time, so text longer than any address is rejected before decoding. */
const longestAddress = 44

/** A Solana address is a public key or a program address. Both have 32 bytes. */
const isAddress = (address: string): boolean => {
  if (address.length > longestAddress) return false
  try {
    return base58.decode(address).length === 32
  } catch {
    return false
  }
}

const signMessage: ChainAdapter['signMessage'] = async (request, text, { address }) => {
  const params = { message: base58.encode(new TextEncoder().encode(text)), pubkey: address }
  return readSignature(await request({ method: 'solana_signMessage', params }), /^[1-9A-HJ-NP-Za-km-z]{1,90}$/)
}

export default { ...commonAdapter, isAddress, signMessage } satisfies ChainAdapter
