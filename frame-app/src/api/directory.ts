import type { CaipNetworkId } from 'loader/protocol/frameApi.ts'
import type { DirectoryWallet, WalletPage } from 'loader/protocol/serverApi.ts'
import { fetchJson } from './http.ts'

const timeoutMs = 10_000

/** Rows of the directory by their ids; an id that the server does not know brings none. */
export const fetchWallets = async (projectId: string, ids: readonly string[]): Promise<DirectoryWallet[]> => {
  const query = new URLSearchParams({ projectId, include: ids.join(), entries: '100' })
  const { data } = await fetchPage(query)
  return data
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
