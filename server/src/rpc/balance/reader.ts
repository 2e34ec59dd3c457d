import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { Upstream } from './upstream.ts'

/** Reads the native balance of an account in one namespace, in base units. */
export type BalanceReader = {
  /** Which of a network's URLs to ask. */
  source: 'rpc' | 'rest'
  /** A check beyond the namespace's address shape. */
  isAddress?(address: string): boolean
  /** Throws if the balance is unknown. The address has the namespace's shape. */
  read(upstream: Upstream, network: Network, address: string): Promise<bigint>
}
