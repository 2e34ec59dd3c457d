import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { fetchBounded } from '../http/egress/fetchBounded.ts'
import type { Log } from '../http/log.ts'
import { parseUpstreamPage, type UpstreamPage } from './upstreamPage.ts'
import type { WalletQuery } from './walletSearch.ts'

const bounds = { timeoutMs: 4_000, limitBytes: 1024 * 1024, type: 'application/json' } as const
/** The most parallel requests to the listing. Above this limit visitors get the server's own directory. */
const atOnce = 16
/**
 * How long the server doesn't ask the listing after a failure, so that visitors don't wait for a listing that is down.
 */
const pauseMs = 30_000

/**
 * Asks a listing API that the operator chose. The API gets the visitor's search, but nothing else about the visitor.
 * The configured URL may have a query, such as a project id, which every request repeats.
 */
export const createUpstreamApi = (address: string, log: Log, now: () => number) => {
  let running = 0
  let pausedUntil = Number.NEGATIVE_INFINITY

  return {
    ask: async (query: WalletQuery): Promise<UpstreamPage> => {
      if (running >= atOnce || now() < pausedUntil) throw new AppError(commonErrors.RESOURCE_UNAVAILABLE)
      running++
      try {
        const json: unknown = JSON.parse((await fetchBounded(pageAddress(address, query), bounds)).toString())
        const page = parseUpstreamPage(json, query.entries)
        if (page.dropped > 0) log.write('listing rows were dropped', { count: page.dropped })
        return page
      } catch (cause) {
        pausedUntil = now() + pauseMs
        log.write('listing request failed')
        throw cause
      } finally {
        running--
      }
    },
    imageAddress: (imageId: string): string => below(address, `getWalletImage/${encodeURIComponent(imageId)}`).href,
    /** Tells whether an image URL is on the listing's own origin. Other image URLs are dropped. */
    isOwn: (imageUrl: string): boolean => URL.parse(imageUrl)?.origin === new URL(address).origin,
  }
}

export type UpstreamApi = ReturnType<typeof createUpstreamApi>

const pageAddress = (address: string, { page, entries, search, namespaces, ...rest }: WalletQuery): string => {
  const url = below(address, 'getWallets')
  url.searchParams.set('page', String(page))
  url.searchParams.set('entries', String(entries))
  if (search) url.searchParams.set('search', search)
  for (const [name, value] of Object.entries(rest)) if (value.length > 0) url.searchParams.set(name, String(value))
  return url.href
}

const below = (address: string, path: string): URL => {
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`
  return url
}
