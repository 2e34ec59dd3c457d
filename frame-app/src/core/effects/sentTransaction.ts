import { refreshBalanceAtom } from '../../features/account/balances.ts'
import { sendToNodeAtom } from '../state/rpc.ts'
import { sentTransactionAtom } from '../state/sentTransaction.ts'
import type { Store } from './context.ts'

/** The times between the looks for a sent transaction in a block. The open modal refreshes every 30 s anyway. */
const waitsMs = [1_000, 2_000, 3_000, 4_000, 5_000, 5_000, 10_000]

/** Refreshes the balance after a wallet has sent a transaction, until the transaction is in a block. */
export const followSentTransaction = async (store: Store): Promise<void> => {
  const sent = store.get(sentTransactionAtom)
  if (!sent) return
  const { answer, caipNetworkId } = sent
  const isHash = typeof answer === 'string' && /^0x[\da-f]{64}$/i.test(answer)
  const isInBlock = async () => {
    const request = { method: 'eth_getTransactionReceipt', params: [answer] }
    return (await store.set(sendToNodeAtom, request, caipNetworkId).catch(() => null)) !== null
  }
  for (const ms of waitsMs) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    const isDone = isHash && (await isInBlock())
    // Without a hash, the balance itself shows whether the transaction is in a block.
    if (isDone || !isHash) await store.set(refreshBalanceAtom, 'opened')
    if (isDone) return
  }
}
