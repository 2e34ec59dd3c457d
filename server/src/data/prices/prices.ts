import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { LRUCache } from 'lru-cache'
import { type PriceAdaptorName, priceAdaptorUrls } from '../../config/adaptors.ts'
import type { Settings } from '../../config/settings.ts'
import { reasonOf } from '../../rpc/balance/nativeBalances.ts'
import type { Upstreams } from '../../rpc/upstreams/upstreams.ts'
import { coingeckoAdaptor } from './coingecko.ts'
import { defillamaAdaptor } from './defillama.ts'
import type { Currency, PriceAdaptor, PricedAsset } from './priceAdaptor.ts'

const priceAdaptors: Readonly<Record<PriceAdaptorName, PriceAdaptor>> = {
  defillama: defillamaAdaptor,
  coingecko: coingeckoAdaptor,
}

const freshMs = 15_000
/** A failure is kept for this long, so that not every caller waits for a failing source. */
const pauseMs = 3_000
const limitBytes = 512 * 1_024
const keptPrices = 20_000

/** The price of an asset, or why the sources could not be asked. Both are undefined if no source knows the asset. */
type Quote = { price?: number; failure?: ReturnType<typeof reasonOf> }
type Entry = { freshUntil: number; quote: Promise<Quote> }
type Options = { settings: Pick<Settings, 'data'>; upstreams: Upstreams; now: () => number }

/**
 * Reads prices from the adaptors that the operator configured, in order, and caches each for 15 seconds. The sources get
 * the addresses of tokens and nothing about the account.
 */
export const createPrices = ({ settings, upstreams, now }: Options) => {
  const quotes = new LRUCache<string, Entry>({
    maxSize: keptPrices,
    sizeCalculation: () => 1,
  })
  const { prices: sources } = settings.data

  const readAll = async (
    projectId: string,
    currency: Currency,
    assets: readonly PricedAsset[],
    end: number,
  ): Promise<Map<PricedAsset, Quote>> => {
    const found = new Map<PricedAsset, Quote>()
    let failure: Quote['failure']
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

  /**
   * Returns the quotes of the assets in their order. Assets of several callers share their reads. `deadline` is when the
   * caller stops waiting.
   */
  return async (
    projectId: string,
    currency: Currency,
    assets: readonly PricedAsset[],
    deadline: number,
  ): Promise<Quote[]> => {
    if (sources.length === 0) return assets.map(() => ({}))
    const keyOf = ({ chainId, address }: PricedAsset) => [currency, chainId, address].join(' ')
    const stale = assets.filter((asset) => now() >= (quotes.get(keyOf(asset))?.freshUntil ?? Number.NEGATIVE_INFINITY))
    const reading = stale.length > 0 ? readAll(projectId, currency, stale, deadline) : undefined
    for (const asset of stale) {
      const readOne = async (): Promise<Quote> => {
        const quote = (await reading)?.get(asset) ?? {}
        if (quote.failure) entry.freshUntil = now() + pauseMs
        return quote
      }
      const entry: Entry = { freshUntil: now() + freshMs, quote: readOne() }
      quotes.set(keyOf(asset), entry)
    }
    reading?.catch(() => stale.map((asset) => quotes.delete(keyOf(asset))))
    return Promise.all(assets.map(async (asset) => (await quotes.get(keyOf(asset))?.quote) ?? {}))
  }
}

export type Prices = ReturnType<typeof createPrices>
