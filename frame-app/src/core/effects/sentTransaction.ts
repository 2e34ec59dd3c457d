import { refreshBalanceAtom } from '../../features/account/balances.ts'
import { activeNetworkAtom } from '../state/networks.ts'
import { sendToNodeAtom } from '../state/rpc.ts'
import type { Store } from './context.ts'

/** The times between the looks for a sent transaction in a block. The open modal refreshes every 30 s anyway. */
const waitsMs = [1_000, 2_000, 3_000, 4_000, 5_000, 5_000, 10_000]

/** Refreshes the balance after a wallet has sent a transaction, until the transaction is in a block. */
export const followSentTransaction = async (store: Store, answer: unknown): Promise<void> => {
  const network = store.get(activeNetworkAtom)
  const hash = typeof answer === 'string' && /^0x[\da-f]{64}$/i.test(answer) ? answer : undefined
  const isInBlock = async () => {
    if (!hash || !network) return false
    const request = { method: 'eth_getTransactionReceipt', params: [hash] }
    return (await store.set(sendToNodeAtom, request, network.caipNetworkId).catch(() => null)) !== null
  }
  for (const ms of waitsMs) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    const isDone = await isInBlock()
    // Without a hash, the balance itself shows whether the transaction is in a block.
    if (isDone || !hash) await store.set(refreshBalanceAtom, 'opened')
    if (isDone) return
  }
}
