import type { JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { Network, NetworkEndpoints } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { Rpc } from '../api/jsonRpc.ts'

/** Asks the connected wallet. */
export type WalletRequest = (request: JsonRpcRequest) => Promise<unknown>

/** Whose signature is asked for: the account as the wallet writes it. */
export type Signer = { address: string; network: Network }

/** Asks our own server: a node's JSON-RPC by way of it, or what it knows itself of the project's networks. */
export type ChainReads = {
  rpc: Rpc
  projectId: string
  /** The visitor's own wish, which no cache stands against. */
  isForced: boolean
}

/** What one chain namespace can do, and how. Nothing outside its folder asks which namespace it is. */
export type ChainAdapter = {
  features: { balance: boolean }
  /** Whether it can be what stands after the namespace in CAIP-2. */
  isReference(id: string): boolean
  /** Whether it is an address of this very network: its checksum holds, and it begins as addresses do there. */
  isAddress(address: string, network: Network): boolean
  /** As people compare it on this network: with a checksum or the network's own prefix where the chain has one. */
  displayAddress(address: string, network: Network | null): string | Promise<string>
  /** In base units. */
  balance(reads: ChainReads, network: Network, address: string): Promise<bigint>
  /** The wallet's signature of a text, written as our server reads those of this namespace. */
  signMessage(request: WalletRequest, text: string, signer: Signer): Promise<string>
  /** `endpoints` is asked where the wallet has to learn the network first. */
  switchNetwork(request: WalletRequest, network: Network, endpoints: () => Promise<NetworkEndpoints>): Promise<void>
}
