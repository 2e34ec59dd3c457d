import { createHash } from 'node:crypto'
import type { Bootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import {
  featuredWalletsOf,
  recommendedWalletsOf,
  walletsNeededToRecommend,
} from '@appkit-frame/loader/protocol/api/walletRanking.ts'
import * as v from 'valibot'
import type { Project } from '../config/projects.ts'
import type { Listing } from './listing.ts'
import { type WalletQuery, walletQuerySchema } from './walletSearch.ts'

export type FirstViewWallets = Pick<Bootstrap, 'wallets' | 'walletCount'> & { version: string }

/**
 * Returns the wallets of the modal's first view: the featured wallets in their order, then the first wallets of the
 * listing. Visitors on a phone get only wallets that open there. Uses only cached pages, so that the frame's document
 * never waits for another server.
 */
export const createFirstViewWallets = (listing: Listing) => {
  const kept = new Map<string, FirstViewWallets & { of: readonly unknown[] }>()

  return (project: Project, isPhone: boolean): FirstViewWallets => {
    const queries = queriesOf(project, isPhone)
    const key = `${project.id} ${isPhone}`
    const featured = queries.featured && listing.peek(queries.featured)
    const all = listing.peek(queries.all)
    const known = kept.get(key)
    if (known?.of[0] === featured && known?.of[1] === all) return known

    const { featuredWalletIds } = project.options
    const wallets = [
      ...featuredWalletsOf(featured?.data ?? [], featuredWalletIds),
      ...recommendedWalletsOf(all.data, featuredWalletIds),
    ]
    const firstView = {
      wallets,
      walletCount: all.count,
      // A hash of the list, so that documents with equal lists share one cache entry.
      version: createHash('sha256')
        .update(JSON.stringify([wallets, all.count]))
        .digest('base64url'),
      of: [featured, all],
    }
    kept.set(key, firstView)
    return firstView
  }
}

type Queries = { featured: WalletQuery | undefined; all: WalletQuery }

const queriesOf = ({ options, networks, walletConnect }: Project, isPhone: boolean): Queries => {
  const { featuredWalletIds, includeWalletIds, excludeWalletIds } = options
  const namespaces = [...new Set(networks.map(({ chainNamespace }) => chainNamespace))]
  const base: WalletQuery = {
    ...v.parse(walletQuerySchema, {
      entries: String(Math.min(100, walletsNeededToRecommend(featuredWalletIds))),
      // Without a relay a page reaches an app only by opening in the app's browser.
      ...(isPhone && { platform: walletConnect ? 'mobile' : 'browse' }),
    }),
    namespaces,
  }
  return {
    featured: featuredWalletIds.length > 0 ? { ...base, entries: 100, include: featuredWalletIds } : undefined,
    all: {
      ...base,
      ...(includeWalletIds.length > 0 && { include: includeWalletIds }),
      ...(excludeWalletIds.length > 0 && { exclude: excludeWalletIds }),
    },
  }
}
