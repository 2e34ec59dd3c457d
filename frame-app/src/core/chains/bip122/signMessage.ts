import { base64, hex } from '@scure/base'
import type { Signer, WalletRequest } from '../adapter.ts'
import { readSignature } from '../readSignature.ts'

/** By BIP-322 or as of old, whichever the wallet has for this kind of address. */
export const signMessage = async (request: WalletRequest, text: string, { address }: Signer): Promise<string> => {
  const params = { account: address, address, message: text }
  const signature = readSignature(await request({ method: 'signMessage', params }), /^[A-Za-z0-9+/]+=*$/)
  // WalletConnect says hex, and many wallets answer in base64 as they show it. No signature in base64 is that few letters.
  return isHex(signature) ? base64.encode(hex.decode(signature.toLowerCase())) : signature
}

const isHex = (text: string): boolean => /^(?:[0-9a-f]{2})+$/i.test(text)
