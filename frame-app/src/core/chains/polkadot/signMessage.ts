import type { Signer, WalletRequest } from '../adapter.ts'
import { readSignature } from '../readSignature.ts'

/** The wallet puts the text between `<Bytes>` marks, so that it can't be a transaction. */
export const signMessage = async (request: WalletRequest, text: string, { address }: Signer): Promise<string> => {
  const params = { address, message: text }
  return readSignature(await request({ method: 'polkadot_signMessage', params }), /^0x(?:[0-9a-f]{2})+$/i)
}
