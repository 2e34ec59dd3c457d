import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { LRUCache } from 'lru-cache'
import { type PriceAdaptorName, priceAdaptorUrls } from '../../config/adaptors.ts'
import type { Settings } from '../../config/settings.ts'
import { reasonOf } from '../../rpc/balance/nativeBalances.ts'
import { answerWithinMs, type Upstreams } from '../../rpc/upstreams/upstreams.ts'
import { coingeckoAdaptor } from './coingecko.ts'
import { defillamaAdaptor } from './defillama.ts'
import type { Currency, PriceAdaptor, PricedAsset } from './priceAdaptor.ts'

const priceAdaptors: Readonly<Record<PriceAdaptorName, PriceAdaptor>> = {
  defillama: defillamaAdaptor,
  coingecko: coingeckoAdaptor,
}

const freshMs = 15_000
const limitBytes = 512 * 1_024
const keptPrices = 20_000

/** The price of an asset, or why the sources could not be asked. Both are undefined if no source knows the asset. */
type Quote = { price?: number; failure?: ReturnType<typeof reasonOf> }
type Options = { settings: Pick<Settings, 'data'>; upstreams: Upstreams; now: () => number }

/**
 * Reads prices from the adaptors that the operator configured, in order, and caches each for 15 seconds. The sources get
 * the addresses of tokens and nothing about the account.
 */
export const createPrices = ({ settings, upstreams, now }: Options) => {
  const quotes = new LRUCache<string, { at: number; quote: Promise<Quote> }>({
    maxSize: keptPrices,
    sizeCalculation: () => 1,
  })
  const { prices: sources } = settings.data

  const readAll = async (
    projectId: string,
    currency: Currency,
    assets: readonly PricedAsset[],
  ): Promise<Map<PricedAsset, Quote>> => {
    const found = new Map<PricedAsset, Quote>()
    let failure: Quote['failure']
    const end = now() + answerWithinMs
    for (const [index, { adaptor, url = priceAdaptorUrls[adaptor] }] of sources.entries()) {
      const open = assets.filter((asset) => !found.has(asset))
      const { currencies, read } = priceAdaptors[adaptor]
      if (open.length === 0 || !currencies.includes(currency)) continue
      const deadline = now() + (end - now()) / (sources.length - index)
      const group = { name: adaptor, urls: [url], projectId, limitBytes, deadline }
      try {
        const prices = await read({ ask: (readClient) => upstreams.ask(group, readClient), currency, assets: open })
        for (const [asset, price] of prices) found.set(asset, { price })
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause
        failure = reasonOf(cause)
      }
    }
    if (failure) for (const asset of assets) if (!found.has(asset)) found.set(asset, { failure })
    return found
  }

  /** Returns the quotes of the assets in their order. Assets of several callers share their reads. */
  return async (projectId: string, currency: Currency, assets: readonly PricedAsset[]): Promise<Quote[]> => {
    if (sources.length === 0) return assets.map(() => ({}))
    const keyOf = ({ chainId, address }: PricedAsset) => [currency, chainId, address].join(' ')
    const isFresh = (asset: PricedAsset) => now() - (quotes.get(keyOf(asset))?.at ?? Number.NEGATIVE_INFINITY) < freshMs
    const stale = assets.filter((asset) => !isFresh(asset))
    const reading = stale.length > 0 ? readAll(projectId, currency, stale) : undefined
    const readOne = async (asset: PricedAsset): Promise<Quote> => (await reading)?.get(asset) ?? {}
    for (const asset of stale) quotes.set(keyOf(asset), { at: now(), quote: readOne(asset) })
    return Promise.all(assets.map(async (asset) => (await quotes.get(keyOf(asset))?.quote) ?? {}))
  }
}

export type Prices = ReturnType<typeof createPrices>
