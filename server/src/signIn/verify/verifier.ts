import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { RpcRequest } from '../../rpc/requests.ts'

/** A signed message and its claimed signer. */
type Signed = {
  message: string
  signature: string
  address: string
  network: Network
}

/** Sends one request to the nodes of a network. Throws RESOURCE_UNAVAILABLE if no node can answer. */
export type SendNodeRequest = (
  request: Pick<RpcRequest, 'method' | 'params'>,
) => Promise<{ result: unknown } | 'failed'>

/** Checks the addresses and message signatures of one namespace. Both functions return false for malformed input. */
export type SignatureVerifier = {
  isAddress: (address: string, network: Network) => boolean
  verify: (signed: Signed, askChain: SendNodeRequest) => boolean | Promise<boolean>
}

/** Runs a decoder. Returns undefined if the decoder throws, which means that the input is malformed. */
export const tryDecode = <Value>(decode: () => Value): Value | undefined => {
  try {
    return decode()
  } catch {
    return undefined
  }
}
