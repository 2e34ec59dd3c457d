import { unreadableAnswerError } from '../upstreams/httpAnswer.ts'
import { readDecimalAmount } from './amounts.ts'
import type { BalanceReader } from './reader.ts'

/** Reads a Cosmos balance from the REST API of the bank module, which returns zero for an unused account. */
export const cosmosBalanceReader: BalanceReader = {
  source: 'rest',
  read: async ({ get }, { nativeCurrency }, address) => {
    const { denom } = nativeCurrency
    if (denom === undefined) throw unreadableAnswerError()
    const query = new URLSearchParams({ denom })
    const answer = await get(`cosmos/bank/v1beta1/balances/${address}/by_denom?${query}`)
    const balance = Object(Object(answer).balance) as { denom?: unknown; amount?: unknown }
    if (balance.denom !== denom) throw unreadableAnswerError()
    return readDecimalAmount(balance.amount)
  },
}
