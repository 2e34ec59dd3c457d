import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Signer, WalletRequest } from '../adapter.ts'
import { readSignature } from '../readSignature.ts'

/** EIP-191. A contract's signature can be of any length. */
export const signMessage = async (request: WalletRequest, text: string, { address }: Signer): Promise<string> => {
  const params = [`0x${bytesToHex(utf8ToBytes(text))}`, address]
  return readSignature(await request({ method: 'personal_sign', params }), /^0x(?:[0-9a-f]{2})+$/i)
}
