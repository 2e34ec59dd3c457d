import type { CaipNetworkId } from 'loader/protocol/frameApi.ts'

/** One JSON-RPC read of the operator's own node. Throws an AppError made of the node's error. */
export type NodeClient = {
  ask(chainId: CaipNetworkId, method: string, params: unknown): Promise<unknown>
}
