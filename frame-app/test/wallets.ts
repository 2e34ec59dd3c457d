import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { HttpResponse, http } from 'msw'
import { mockServer } from './server.ts'

/** Creates `count` directory wallets, ordered by number. */
export const createDirectoryWallets = (count: number): DirectoryWallet[] =>
  [...Array(count).keys()].map((index) => ({ id: `w${index}`, name: `Wallet ${index}`, chains: ['eip155:1'] }))

/**
 * Answers requests for the directory with these wallets, as the server would. Returns the list in which it records the
 * query of each request.
 */
export const serveWallets = (wallets: DirectoryWallet[]): URLSearchParams[] => {
  const queries: URLSearchParams[] = []
  mockServer.use(
    http.get('*/getWallets', ({ request }) => {
      const query = new URL(request.url).searchParams
      queries.push(query)
      const search = query.get('search')?.toLowerCase() ?? ''
      const isWanted = ({ name, badge_type }: DirectoryWallet) =>
        name.toLowerCase().includes(search) && (!query.has('badge_type') || badge_type === query.get('badge_type'))
      const found = wallets.filter(isWanted)
      const entries = Number(query.get('entries'))
      const start = (Number(query.get('page')) - 1) * entries
      return HttpResponse.json({ data: found.slice(start, start + entries), count: found.length })
    }),
  )
  return queries
}
