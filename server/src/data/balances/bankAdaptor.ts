import { readDecimalAmount } from '../../rpc/balance/amounts.ts'
import { unreadableAnswerError } from '../../rpc/upstreams/httpAnswer.ts'
import type { HeldToken, TokenAdaptor } from './tokenAdaptor.ts'

const pageLimit = 200

/**
 * Reads the coins of a Cosmos account, without the currency, from the REST API of the bank module. A coin names itself
 * only by its denomination, whose decimals nobody states, so its amount is in base units.
 */
export const bankAdaptor: TokenAdaptor = {
  source: 'rest',
  limitBytes: 256 * 1_024,
  read: async ({ ask, served, address }) => {
    const path = `cosmos/bank/v1beta1/balances/${address}?pagination.limit=${pageLimit}`
    const { coins, hasMore } = await ask(async ({ get }) => readCoins(await get(path)))
    const { denom: currency } = served.network.nativeCurrency
    return {
      tokens: coins.filter(({ address: denom, amount }) => denom !== currency && amount > 0n),
      missing: hasMore ? [{ reason: 'TOO_MANY' }] : [],
    }
  },
}

const readCoins = (answer: unknown): { coins: HeldToken[]; hasMore: boolean } => {
  const { balances, pagination } = Object(answer) as { balances?: unknown; pagination?: unknown }
  if (!Array.isArray(balances)) throw unreadableAnswerError()
  const coins = balances.map((row): HeldToken => {
    const { denom, amount } = Object(row) as { denom?: unknown; amount?: unknown }
    if (typeof denom !== 'string' || !/^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/.test(denom)) throw unreadableAnswerError()
    return {
      address: denom,
      name: denom,
      symbol: denom,
      decimals: 0,
      amount: readDecimalAmount(amount),
      isListed: false,
    }
  })
  if (new Set(coins.map(({ address }) => address)).size < coins.length) throw unreadableAnswerError()
  const { next_key: nextKey } = Object(pagination) as { next_key?: unknown }
  return { coins, hasMore: nextKey != null && nextKey !== '' }
}
