import type { DirectoryWallet, WalletPage } from 'loader/protocol/serverApi.ts'
import { fetchJson } from './http.ts'

const timeoutMs = 10_000

/** Rows of the directory by their ids; an id that the server does not know brings none. */
export const fetchWallets = async (projectId: string, ids: readonly string[]): Promise<DirectoryWallet[]> => {
  const query = new URLSearchParams({ projectId, include: ids.join(), entries: '100' })
  // Our own server's answer, of the shape that both are compiled against.
  const { data } = (await fetchJson(`/getWallets?${query}`, { timeoutMs })) as WalletPage
  return data
}
