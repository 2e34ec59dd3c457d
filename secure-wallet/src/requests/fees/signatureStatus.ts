import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import * as v from 'valibot'
import type { NodeClient } from '../../session/node.ts'

/** Null for a signature that the node does not know (yet). `err` is null if the transaction succeeded. */
const status = v.nullable(v.object({ err: v.unknown(), confirmationStatus: v.nullish(v.string()) }))
const answer = v.object({ value: v.tuple([status]) })

/** Whether the Solana transaction succeeded. Null as long as the network has not confirmed it. */
export const readSignatureStatus = async (
  node: NodeClient,
  chainId: CaipNetworkId,
  signature: string,
): Promise<boolean | null> => {
  const [found] = v.parse(answer, await node.ask(chainId, 'getSignatureStatuses', [[signature]])).value
  // Another fork may still replace a block that is only processed.
  const isConfirmed = found?.confirmationStatus === 'confirmed' || found?.confirmationStatus === 'finalized'
  return isConfirmed ? found?.err === null : null
}
