import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { Upstream } from './upstream.ts'

/** Reads the native balance of an account in one namespace, in base units. */
export type BalanceReader = {
  /** Which URLs of a network `read` gets. */
  source: 'rpc' | 'rest'
  /** Checks more of an address than the pattern of the namespace, such as a checksum. */
  isAddress?(address: string): boolean
  /** Throws if the balance is unknown. The address already matches the pattern of the namespace. */
  read(upstream: Upstream, network: Network, address: string): Promise<bigint>
}
