import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { RpcRequest } from '../../rpc/requests.ts'

/** A signed message and its claimed signer. */
type Signed = {
  message: string
  signature: string
  address: string
  network: Network
}

/** One question to the network's nodes. Throws RESOURCE_UNAVAILABLE where none of them can say. */
export type AskChain = (request: Pick<RpcRequest, 'method' | 'params'>) => Promise<{ result: unknown } | 'failed'>

/** How one namespace writes its addresses and signs texts. Both answer false to whatever is not written as it should. */
export type Verifier = {
  isAddress: (address: string, network: Network) => boolean
  verify: (signed: Signed, askChain: AskChain) => boolean | Promise<boolean>
}

/** Decoders of foreign text throw; here that is one more way of being wrong. */
export const decoded = <Value>(decode: () => Value): Value | undefined => {
  try {
    return decode()
  } catch {
    return undefined
  }
}
