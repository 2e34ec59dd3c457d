import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import * as v from 'valibot'
import type { NodeClient } from '../../session/node.ts'

const limitMs = 180_000
const firstDelayMs = 200
/** The delay between two requests doubles up to this limit, because most networks make a block every few seconds. */
const longestDelayMs = 4_000
/** After more failed requests in a row than this, the wallet stops waiting for the node. */
const retryLimit = 6

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

type Clock = { now(): number; sleep(ms: number): Promise<void> }
const realClock: Clock = { now: Date.now, sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) }

/**
 * Waits until the transaction is in a block. Rejects with REQUEST_TIMEOUT, or with the node's error after more than six
 * failures in a row.
 */
export const waitForReceipt = async (
  node: NodeClient,
  chainId: CaipNetworkId,
  hash: string,
  clock: Clock = realClock,
): Promise<Receipt> => {
  const deadline = clock.now() + limitMs
  let failures = 0
  for (let delay = firstDelayMs; clock.now() < deadline; delay = Math.min(delay * 2, longestDelayMs)) {
    try {
      const answered = await node.ask(chainId, 'eth_getTransactionReceipt', [hash])
      failures = 0
      if (answered !== null) return v.parse(receipt, answered)
    } catch (thrown) {
      failures++
      if (failures > retryLimit) throw thrown
    }
    await clock.sleep(delay)
  }
  throw new AppError(commonErrors.REQUEST_TIMEOUT)
}
