import type { JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { Network, NetworkEndpoints } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { Rpc } from '../api/jsonRpc.ts'

/** Sends a request to the connected wallet. */
export type WalletRequest = (request: JsonRpcRequest) => Promise<unknown>

/** The account that signs. `address` has the spelling that the wallet uses. */
type Signer = { address: string; network: Network }

export type BalanceReadContext = {
  /** Calls JSON-RPC methods of the network's node through our server. */
  rpc: Rpc
  projectId: string
  /** Whether the server skips its cache, because the visitor asked for a fresh balance. */
  isForced: boolean
}

/** The functions that differ between chain namespaces. No code outside this folder branches on the namespace. */
export type ChainAdapter = {
  features: { balance: boolean }
  /** Whether the text is a valid CAIP-2 reference of this namespace. */
  isReference(id: string): boolean
  /** Whether `address` has a valid checksum and the prefix of this network. */
  isAddress(address: string, network: Network): boolean
  /** The address in the spelling that visitors see: with a checksum or the network's prefix, if the chain has one. */
  displayAddress(address: string, network: Network | null): string | Promise<string>
  /** Reads the native balance of `address` in base units. */
  balance(reads: BalanceReadContext, network: Network, address: string): Promise<bigint>
  /** Lets the wallet sign a text. Returns the signature in the encoding that our server verifies. */
  signMessage(request: WalletRequest, text: string, signer: Signer): Promise<string>
  /** Asks the wallet to switch to `network`. Calls `endpoints` only if the wallet must add the network first. */
  switchNetwork(request: WalletRequest, network: Network, endpoints: () => Promise<NetworkEndpoints>): Promise<void>
}
