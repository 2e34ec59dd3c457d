import type { DirectoryPage, DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { LRUCache } from 'lru-cache'
import type { Directory } from '../../directory/read.ts'
import { staleWhileRevalidate } from '../http/staleWhileRevalidate.ts'
import { combinePages, neededUpstreamPages, walletsBeforeUpstream } from './combinePages.ts'
import type { UpstreamApi } from './upstream.ts'
import type { UpstreamPage } from './upstreamPage.ts'
import { searchWallets, type WalletQuery } from './walletSearch.ts'

/** How many pages are cached. A page has at most 1 MiB, usually some 60 KiB. */
const keptPages = 128
const keptIcons = 5_000
const freshMs = 5 * 60 * 1_000
const pauseMs = 30_000

type UpstreamIcon = { name?: string; address: string }
/**
 * Finds pages of wallets. Returns the same page object until the page changes, so that callers can cache what they
 * derive from a page.
 */
export type Listing = {
  find: (query: WalletQuery) => Promise<DirectoryPage>
  /**
   * Returns the cached page without waiting for the upstream listing. Without a cached page, returns the page of the
   * directory.
   */
  peek: (query: WalletQuery) => DirectoryPage
  /** The name and the URL of an image that only the upstream listing has. */
  upstreamIcon: (imageId: string) => UpstreamIcon | undefined
}

/** Lists only the wallets of the server's own directory. */
export const createDirectoryListing = ({ wallets }: Pick<Directory, 'wallets'>): Listing => {
  const kept = new LRUCache<string, DirectoryPage>({ max: keptPages })
  const peek = (query: WalletQuery): DirectoryPage => {
    const key = JSON.stringify(query)
    const page = kept.get(key) ?? searchWallets(wallets, query)
    kept.set(key, page)
    return page
  }
  return { find: (query) => Promise.resolve(peek(query)), peek, upstreamIcon: () => undefined }
}

/**
 * Lists the operator's wallets and then those of an upstream listing. If the upstream listing fails, lists the
 * directory.
 */
export const createUpstreamListing = (directory: Directory, upstream: UpstreamApi, now: () => number): Listing => {
  const own = createDirectoryListing(directory)
  const answers = staleWhileRevalidate<UpstreamPage>({ limit: keptPages, freshMs, pauseMs, now })
  const combined = new LRUCache<string, { of: readonly UpstreamPage[]; page: DirectoryPage }>({ max: keptPages })
  const icons = new LRUCache<string, UpstreamIcon>({ max: keptIcons })

  const load = async (query: WalletQuery): Promise<UpstreamPage> => {
    const answer = await upstream.ask(query)
    return { ...answer, rows: answer.rows.map((row) => row && keepIcon(row)) }
  }

  /**
   * Replaces a row's image URL by an id under which this server finds the image, because browsers fetch images only
   * from this server.
   */
  const keepIcon = ({ image_url, ...row }: DirectoryWallet): DirectoryWallet => {
    const usable = image_url !== undefined && upstream.isOwn(image_url)
    const imageId = row.image_id ?? (usable ? row.id : undefined)
    if (imageId === undefined) return row
    icons.set(imageId, { name: row.name, address: usable ? image_url : upstream.imageAddress(imageId) })
    return { ...row, image_id: imageId }
  }

  const needed = (query: WalletQuery): { key: string; query: WalletQuery }[] =>
    neededUpstreamPages(query, walletsBeforeUpstream(directory, query).length).map((page) => {
      const asked = { ...query, page }
      return { key: JSON.stringify(asked), query: asked }
    })

  const finish = (query: WalletQuery, found: readonly (UpstreamPage | undefined)[]): DirectoryPage => {
    const all = found.filter((page) => page !== undefined)
    if (all.length < found.length) return own.peek(query)
    const key = JSON.stringify(query)
    const kept = combined.get(key)
    if (kept?.of.every((page, at) => page === all[at])) return kept.page
    const page = combinePages(directory, query, all)
    combined.set(key, { of: all, page })
    return page
  }

  // Foreign listings don't know which wallets have a browser, and may refuse the question.
  const isOwn = ({ platform }: WalletQuery) => platform === 'browse'
  return {
    find: async (query) =>
      isOwn(query)
        ? own.find(query)
        : finish(query, await Promise.all(needed(query).map((part) => answers.get(part.key, () => load(part.query))))),
    peek: (query) =>
      isOwn(query)
        ? own.peek(query)
        : finish(
            query,
            needed(query).map((part) => answers.peek(part.key, () => load(part.query))),
          ),
    // A browser may know an image id from before this server started, so guess the URL of an unknown id.
    upstreamIcon: (imageId) =>
      icons.get(imageId) ??
      (/^[0-9a-zA-Z_-]{1,64}$/.test(imageId) ? { address: upstream.imageAddress(imageId) } : undefined),
  }
}
