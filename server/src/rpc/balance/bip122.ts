import { checkAmountRange, readNumberAmount } from './amounts.ts'
import type { BalanceReader } from './reader.ts'

/**
 * Reads a Bitcoin balance from Esplora's HTTP API. Counts incoming amounts once they are confirmed, and outgoing
 * amounts immediately.
 */
export const bip122BalanceReader: BalanceReader = {
  source: 'rest',
  read: async ({ get }, _, address) => {
    const { chain_stats, mempool_stats } = Object(await get(`address/${address}`)) as Record<string, unknown>
    const confirmed = checkAmountRange(difference(chain_stats))
    const pending = difference(mempool_stats)
    return checkAmountRange(pending < 0n ? confirmed + pending : confirmed)
  },
}

const difference = (stats: unknown): bigint => {
  const { funded_txo_sum, spent_txo_sum } = Object(stats) as Record<string, unknown>
  return readNumberAmount(funded_txo_sum) - readNumberAmount(spent_txo_sum)
}
