import { base58 } from '@scure/base'
import type { Signer, WalletRequest } from '../adapter.ts'
import { readSignature } from '../readSignature.ts'

export const signMessage = async (request: WalletRequest, text: string, { address }: Signer): Promise<string> => {
  const params = { message: base58.encode(new TextEncoder().encode(text)), pubkey: address }
  return readSignature(await request({ method: 'solana_signMessage', params }), /^[1-9A-HJ-NP-Za-km-z]{1,90}$/)
}
