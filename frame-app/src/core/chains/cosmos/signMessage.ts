import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { base64 } from '@scure/base'
import type { Signer, WalletRequest } from '../adapter.ts'
import { readSignature } from '../readSignature.ts'

/** 64 bytes. */
const pattern = /^[A-Za-z0-9+/]{86}==$/

/** ADR-36. WalletConnect has no method for it, and there the wallet is given the document that it signs. */
export const signMessage = async (request: WalletRequest, text: string, signer: Signer): Promise<string> => {
  const { address, network } = signer
  try {
    const params = { chainId: network.id, signerAddress: address, data: text }
    return readSignature(await request({ method: 'cosmos_signArbitrary', params }), pattern)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'UNSUPPORTED_METHOD') throw error
    const params = { signerAddress: address, signDoc: writeSignDoc(text, address) }
    const answer = await request({ method: 'cosmos_signAmino', params })
    const { signature } = Object(answer) as { signature?: unknown }
    return readSignature(signature, pattern)
  }
}

const writeSignDoc = (text: string, signer: string) => ({
  chain_id: '',
  account_number: '0',
  sequence: '0',
  fee: { gas: '0', amount: [] },
  msgs: [{ type: 'sign/MsgSignData', value: { signer, data: base64.encode(new TextEncoder().encode(text)) } }],
  memo: '',
})
