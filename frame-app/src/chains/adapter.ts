import type { JsonRpcRequest } from 'loader/protocol/frameApi.ts'
import type { Network } from 'loader/protocol/serverApi.ts'
import type { Rpc } from '../api/jsonRpc.ts'

/** Asks the connected wallet. */
export type WalletRequest = (request: JsonRpcRequest) => Promise<unknown>

/** What one chain namespace can do, and how. Nothing outside its folder asks which namespace it is. */
export type ChainAdapter = {
  features: { balance: boolean }
  /** As people compare it: with a checksum where the chain has one. */
  displayAddress(address: string): string | Promise<string>
  /** In base units. */
  balance(rpc: Rpc, network: Network, address: string): Promise<bigint>
  switchNetwork(request: WalletRequest, network: Network): Promise<void>
}
