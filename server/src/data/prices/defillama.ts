import { unreadableAnswerError } from '../../rpc/upstreams/httpAnswer.ts'
import { type PriceAdaptor, type PricedAsset, priceNetworks, readPrice } from './priceAdaptor.ts'

const coinsPerRequest = 80
/** DefiLlama's own estimate of a price, from 0 to 1. A lower one comes from a pool that somebody could have made up. */
const leastConfidence = 0.9

/** Reads prices in US dollars from DefiLlama's API of coins (https://api-docs.defillama.com). */
export const defillamaAdaptor: PriceAdaptor = {
  currencies: ['usd'],
  read: async ({ ask, assets }) => {
    const named = assets.flatMap((asset) => {
      const coin = nameCoin(asset)
      return coin === undefined ? [] : [{ asset, coin }]
    })
    const prices = new Map<PricedAsset, number>()
    for (let at = 0; at < named.length; at += coinsPerRequest) {
      const part = named.slice(at, at + coinsPerRequest)
      const path = `prices/current/${[...new Set(part.map(({ coin }) => coin))].join(',')}`
      const { coins } = Object(await ask(({ get }) => get(path))) as { coins?: unknown }
      if (typeof coins !== 'object' || coins === null || Array.isArray(coins)) throw unreadableAnswerError()
      for (const { asset, coin } of part) {
        const found = Object.hasOwn(coins, coin) ? (coins as Record<string, unknown>)[coin] : undefined
        const price = found === undefined ? undefined : readCoin(found, asset)
        if (price !== undefined) prices.set(asset, price)
      }
    }
    return prices
  },
}

const nameCoin = ({ chainId, address }: PricedAsset): string | undefined => {
  const network = priceNetworks.get(chainId)
  if (!network) return undefined
  if (address === undefined) return `coingecko:${network.coin}`
  return /^[0-9a-zA-Z]+$/.test(address) ? `${network.defillama}:${address}` : undefined
}

/** Undefined for a price that is unsure, or of a token with other decimals. */
const readCoin = (found: unknown, asset: PricedAsset): number | undefined => {
  const { price, decimals, confidence } = Object(found) as Record<string, unknown>
  const value = readPrice(price)
  if (value === undefined) throw unreadableAnswerError()
  if (typeof confidence === 'number' && confidence < leastConfidence) return undefined
  return asset.address !== undefined && decimals !== undefined && decimals !== asset.decimals ? undefined : value
}
