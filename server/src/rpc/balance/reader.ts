import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { NodeClient } from '../upstreams/nodeClient.ts'

/** Reads native balances in one namespace, in base units. */
export type BalanceReader = {
  /** Whether `read` uses the RPC URLs or the REST URLs of a network. */
  source: 'rpc' | 'rest'
  /** Checks what the pattern of the namespace can't check in an address, such as a checksum. */
  isAddress?(address: string): boolean
  /** Reads the balance of an address that matches the pattern of its namespace. Throws if the balance can't be read. */
  read(client: NodeClient, network: Network, address: string): Promise<bigint>
}
