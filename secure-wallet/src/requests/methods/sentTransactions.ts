import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { type Address, isAddressEqual } from 'viem'
import type { PlannedTransaction } from '../simulate/plan.ts'

/**
 * The transactions that this document has sent. While no block holds them, a simulation has to run them first, because
 * they change what the next transaction meets.
 */
export type SentTransactions = ReturnType<typeof createSentTransactions>

const limit = 50

export const createSentTransactions = () => {
  let sent: { chainId: CaipNetworkId; transaction: PlannedTransaction }[] = []
  return {
    add: (chainId: CaipNetworkId, transactions: readonly PlannedTransaction[]): void => {
      sent = [...sent, ...transactions.map((transaction) => ({ chainId, transaction }))].slice(-limit)
    },
    /** Returns the account's transactions with these nonces. Returns null if this document did not send one of them. */
    between: (chainId: CaipNetworkId, account: Address, from: number, to: number): PlannedTransaction[] | null => {
      const own = sent.filter((each) => each.chainId === chainId && isAddressEqual(each.transaction.from, account))
      const found = Array.from(
        { length: Math.max(0, to - from) },
        (_, index) => own.findLast(({ transaction }) => transaction.nonce === from + index)?.transaction,
      ).filter((each) => each !== undefined)
      return found.length === Math.max(0, to - from) ? found : null
    },
  }
}
