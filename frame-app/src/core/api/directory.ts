import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { DirectoryPage, DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { fetchJson } from './http.ts'

const timeoutMs = 10_000

/** The server's maximum number of wallets on one page of the directory. */
const longestPage = 100

/** Fetches directory wallets by id. Skips unknown ids. */
export const fetchWalletsById = async (projectId: string, ids: readonly string[]): Promise<DirectoryWallet[]> => {
  const starts = Array.from({ length: Math.ceil(ids.length / longestPage) }, (_, page) => page * longestPage)
  const pages = await Promise.all(
    starts.map((start) => {
      const include = ids.slice(start, start + longestPage).join()
      return fetchPage(new URLSearchParams({ projectId, include, entries: `${longestPage}` }))
    }),
  )
  return pages.flatMap(({ data }) => data)
}

export type DirectoryQuery = {
  projectId: string
  /** The number of the wanted page of the directory. The first page has number 1. */
  page: number
  entries: number
  search: string
  certifiedOnly: boolean
  /** Limits the list to wallets that a phone can open: all of them, or those with a browser for the page. */
  platform: 'mobile' | 'browse' | undefined
  chains: readonly CaipNetworkId[]
  include: readonly string[]
  exclude: readonly string[]
}

/** Fetches one page of the directory, with the number of wallets on all pages. */
export const fetchDirectoryPage = ({ certifiedOnly, platform, chains, include, exclude, ...query }: DirectoryQuery) => {
  const { projectId, page, entries, search } = query
  return fetchPage(
    new URLSearchParams({
      projectId,
      page: `${page}`,
      entries: `${entries}`,
      ...(search && { search }),
      ...(certifiedOnly && { badge_type: 'certified' }),
      ...(platform && { platform }),
      ...(chains.length > 0 && { chains: chains.join() }),
      ...(include.length > 0 && { include: include.join() }),
      ...(exclude.length > 0 && { exclude: exclude.join() }),
    }),
  )
}

// The server's answer is not validated, because frame and server are built from the same types.
const fetchPage = (query: URLSearchParams) => fetchJson(`/getWallets?${query}`, { timeoutMs }) as Promise<DirectoryPage>
