import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { Upstream } from './upstream.ts'

/** How the native balance of an account is read in one chain namespace, in base units. */
export type BalanceReader = {
  /** Which of a network's addresses are asked. */
  source: 'rpc' | 'rest'
  /** Where more than the namespace's shape is needed to ask at all. */
  isAddress?(address: string): boolean
  /** Throws where it can't be known. The address has the namespace's shape. */
  read(upstream: Upstream, network: Network, address: string): Promise<bigint>
}
