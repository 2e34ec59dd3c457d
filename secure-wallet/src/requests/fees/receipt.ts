import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import * as v from 'valibot'
import type { NodeClient } from '../../session/node.ts'
import { type Clock, pollNode } from './pollNode.ts'

const hex = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]*$/))
const receipt = v.object({
  status: v.nullish(hex),
  blockHash: hex,
  blockNumber: hex,
  gasUsed: hex,
  transactionHash: hex,
  logs: v.array(v.object({ address: hex, data: hex, topics: v.array(hex) })),
})
export type Receipt = v.InferOutput<typeof receipt>

/** Receipts of old blocks have no status. */
export const hasSucceeded = ({ status }: Pick<Receipt, 'status'>): boolean => status !== '0x0'

/** Waits until the transaction is in a block. Rejects as `pollNode` does. */
export const waitForReceipt = (
  node: NodeClient,
  chainId: CaipNetworkId,
  hash: string,
  clock?: Clock,
): Promise<Receipt> =>
  pollNode(async () => {
    const answered = await node.ask(chainId, 'eth_getTransactionReceipt', [hash])
    return answered === null ? null : v.parse(receipt, answered)
  }, clock)
