import { unreadableAnswerError } from '../../rpc/upstreams/httpAnswer.ts'
import {
  type Currency,
  currencies,
  type PriceAdaptor,
  type PricedAsset,
  type PriceRequest,
  priceNetworks,
  readPrice,
} from './priceAdaptor.ts'

const tokensPerRequest = 30

/** Reads prices from CoinGecko's API (https://docs.coingecko.com). */
export const coingeckoAdaptor: PriceAdaptor = {
  currencies,
  read: async (request) => {
    const prices = new Map<PricedAsset, number>()
    const coins = request.assets.filter(({ address }) => address === undefined)
    await readInto(prices, request, coins, 'simple/price', 'ids', ({ chainId }) => priceNetworks.get(chainId)?.coin)
    for (const [chainId, { coingecko }] of priceNetworks) {
      const tokens = request.assets.filter(
        (asset) => asset.chainId === chainId && /^[0-9a-zA-Z]+$/.test(asset.address ?? ''),
      )
      for (let at = 0; at < tokens.length; at += tokensPerRequest) {
        const part = tokens.slice(at, at + tokensPerRequest)
        await readInto(prices, request, part, `simple/token_price/${coingecko}`, 'contract_addresses', nameToken)
      }
    }
    return prices
  },
}

/** CoinGecko answers the address of an EVM token in lower case. */
const nameToken = ({ address }: PricedAsset): string | undefined =>
  address?.startsWith('0x') ? address.toLowerCase() : address

const readInto = async (
  prices: Map<PricedAsset, number>,
  { ask, currency }: PriceRequest,
  assets: readonly PricedAsset[],
  path: string,
  parameter: string,
  nameOf: (asset: PricedAsset) => string | undefined,
): Promise<void> => {
  const names = [...new Set(assets.flatMap((asset) => nameOf(asset) ?? []))]
  if (names.length === 0) return
  const query = new URLSearchParams({ [parameter]: names.join(','), vs_currencies: currency })
  const answer = await ask(({ get }) => get(`${path}?${query}`))
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) throw unreadableAnswerError()
  for (const asset of assets) {
    const name = nameOf(asset)
    const found = name !== undefined && Object.hasOwn(answer, name) ? Object(answer)[name] : undefined
    const price = readQuote(found, currency)
    if (price !== undefined) prices.set(asset, price)
  }
}

/** Undefined for an asset that CoinGecko does not know, which it omits or answers without a quote. */
const readQuote = (found: unknown, currency: Currency): number | undefined => {
  if (found === undefined) return undefined
  const quotes = Object(found) as Record<string, unknown>
  if (quotes[currency] == null) return undefined
  const price = readPrice(quotes[currency])
  if (price === undefined) throw unreadableAnswerError()
  return price
}
