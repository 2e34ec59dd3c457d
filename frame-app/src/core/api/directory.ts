import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { DirectoryWallet, WalletPage } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { fetchJson } from './http.ts'

const timeoutMs = 10_000

/** The most that the server puts on one page. */
const longestPage = 100

/** Rows of the directory by their ids; an id that the server does not know brings none. */
export const fetchWallets = async (projectId: string, ids: readonly string[]): Promise<DirectoryWallet[]> => {
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
  /** From 1. */
  page: number
  entries: number
  search: string
  certifiedOnly: boolean
  /** Only wallets that this device can open. */
  onPhone: boolean
  chains: readonly CaipNetworkId[]
  include: readonly string[]
  exclude: readonly string[]
}

/** One page of the directory, and how many wallets all of them have. */
export const findWallets = ({ certifiedOnly, onPhone, chains, include, exclude, ...query }: DirectoryQuery) => {
  const { projectId, page, entries, search } = query
  return fetchPage(
    new URLSearchParams({
      projectId,
      page: `${page}`,
      entries: `${entries}`,
      ...(search && { search }),
      ...(certifiedOnly && { badge_type: 'certified' }),
      ...(onPhone && { platform: 'mobile' }),
      ...(chains.length > 0 && { chains: chains.join() }),
      ...(include.length > 0 && { include: include.join() }),
      ...(exclude.length > 0 && { exclude: exclude.join() }),
    }),
  )
}

// Our own server's answer, of the shape that both are compiled against.
const fetchPage = (query: URLSearchParams) => fetchJson(`/getWallets?${query}`, { timeoutMs }) as Promise<WalletPage>
