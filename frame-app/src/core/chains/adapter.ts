import type { JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { Network, NetworkEndpoints } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { Rpc } from '../api/jsonRpc.ts'

/** Sends a request to the connected wallet. */
export type WalletRequest = (request: JsonRpcRequest) => Promise<unknown>

/** `address` in the wallet's own spelling. */
type Signer = { address: string; network: Network }

export type ChainReads = {
  /** JSON-RPC of a node, through our server. */
  rpc: Rpc
  projectId: string
  /** The visitor asked for a fresh value, so caches are skipped. */
  isForced: boolean
}

/** One chain namespace. No code outside this folder branches on the namespace. */
export type ChainAdapter = {
  features: { balance: boolean }
  /** Whether the text is a valid CAIP-2 reference of this namespace. */
  isReference(id: string): boolean
  /** Whether checksum and prefix are valid on this network. */
  isAddress(address: string, network: Network): boolean
  /** The address in the spelling for visitors: with a checksum or the network's prefix if the chain has one. */
  displayAddress(address: string, network: Network | null): string | Promise<string>
  /** In base units. */
  balance(reads: ChainReads, network: Network, address: string): Promise<bigint>
  /** The wallet's signature of a text, in the encoding that our server verifies. */
  signMessage(request: WalletRequest, text: string, signer: Signer): Promise<string>
  /** `endpoints` is called if the wallet must add the network first. */
  switchNetwork(request: WalletRequest, network: Network, endpoints: () => Promise<NetworkEndpoints>): Promise<void>
}
