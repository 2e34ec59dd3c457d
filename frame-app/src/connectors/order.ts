import type { ConnectorType, CustomWallet, PageWallet } from 'loader/protocol/frameApi.ts'
import type { DirectoryWallet } from 'loader/protocol/serverApi.ts'
import { walletImageUrl } from '../api/wallets.ts'
import type { ConnectorKind } from './connector.ts'

/** A row of the list of wallets. Only a row with a connector can be connected; another one shows where to get it. */
export type WalletRow = {
  id: string
  name: string
  iconUrl?: string
  tag?: 'installed' | 'recent' | 'legacy'
  kind: ConnectorType
  connectorId: ConnectorKind | null
  links?: WalletLinks
}
export type WalletLinks = Pick<
  DirectoryWallet,
  'homepage' | 'webapp_link' | 'app_store' | 'play_store' | 'chrome_store'
>

export type OrderInput = {
  pageWallets: PageWallet[]
  /** The directory's ids by rdns. */
  directoryIds: Record<string, string>
  icons: Record<string, string>
  directory: DirectoryWallet[]
  customWallets: CustomWallet[]
  recentIds: string[]
  connectorTypeOrder: ConnectorType[]
  featuredWalletIds: string[]
  includeWalletIds: string[]
  excludeWalletIds: string[]
}

/** Specification 2. */
export const defaultOrder: ConnectorType[] = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
]
const recommendedLimit = 4

/**
 * One row a wallet, in the order of the connector types; types that the order leaves out follow in the default order.
 * A wallet from `window.ethereum` stands last, because nobody vouches for its name.
 */
export const orderWallets = (input: OrderInput): WalletRow[] => {
  const groups = groupWallets(input)
  const order = [...new Set([...input.connectorTypeOrder, ...defaultOrder])]
  const rows = order.flatMap((kind) => groups[kind] ?? [])
  return [...rows.filter(({ tag }) => tag !== 'legacy'), ...rows.filter(({ tag }) => tag === 'legacy')]
}

const groupWallets = (input: OrderInput): { [Kind in ConnectorType]?: WalletRow[] } => {
  const { pageWallets, icons, directory, recentIds, featuredWalletIds } = input
  const isHidden = createFilter(input)
  const installed = pageWallets
    .filter((wallet) => !isHidden(wallet.id, wallet.rdns))
    // Own keys only: the page chose the id, which may be the name of something that every object has.
    .map((wallet) => pageRow(wallet, Object.hasOwn(icons, wallet.id) ? icons[wallet.id] : undefined))
  // An extension that is here needs no second row that says where to get it.
  const here = new Set(pageWallets.flatMap(({ id, rdns }) => (rdns ? [id, rdns] : [id])))
  const offered = directory.filter(
    (wallet) => !isHidden(wallet.id, wallet.rdns) && !(wallet.rdns && here.has(wallet.rdns)),
  )
  const featured = [...new Set(featuredWalletIds)].flatMap((id) => offered.find((wallet) => wallet.id === id) ?? [])
  const recommended = offered.filter((wallet) => !featured.includes(wallet)).slice(0, recommendedLimit)
  const recent = recentIds.flatMap((id) => installed.find((row) => row.id === id && row.tag !== 'legacy') ?? [])
  return {
    recent: recent.map((row) => ({ ...row, kind: 'recent', tag: 'recent' })),
    injected: installed.filter((row) => !recent.includes(row)),
    featured: featured.map((wallet) => directoryRow(wallet, 'featured')),
    custom: input.customWallets.filter(({ id }) => !installed.some((row) => row.id === id)).map(customRow),
    recommended: recommended.map((wallet) => directoryRow(wallet, 'recommended')),
  }
}

/** A wallet goes by its id in the page, its rdns and its id in the directory; any of them chooses it. */
const createFilter = ({ directoryIds, includeWalletIds, excludeWalletIds }: OrderInput) => {
  const excluded = new Set(excludeWalletIds)
  const included = new Set(includeWalletIds)
  return (id: string, rdns: string | undefined): boolean => {
    const names = [id, rdns, rdns && directoryIds[rdns]].filter((name) => name !== undefined)
    const matches = (set: Set<string>) => names.some((name) => set.has(name))
    return matches(excluded) || (included.size > 0 && !matches(included))
  }
}

const pageRow = ({ id, name, legacy }: PageWallet, iconUrl: string | undefined): WalletRow => ({
  id,
  name,
  ...icon(iconUrl),
  tag: legacy ? 'legacy' : 'installed',
  kind: 'injected',
  connectorId: 'injected',
})

const directoryRow = (wallet: DirectoryWallet, kind: 'featured' | 'recommended'): WalletRow => ({
  id: wallet.id,
  name: wallet.name,
  ...icon(walletImageUrl(wallet)),
  kind,
  connectorId: null,
  links: wallet,
})

const customRow = (wallet: CustomWallet): WalletRow => ({
  id: wallet.id,
  name: wallet.name,
  ...icon(wallet.imageUrl),
  kind: 'custom',
  connectorId: null,
  links: {
    ...(wallet.homepage ? { homepage: wallet.homepage } : {}),
    ...(wallet.webappLink ? { webapp_link: wallet.webappLink } : {}),
    ...(wallet.appStore ? { app_store: wallet.appStore } : {}),
    ...(wallet.playStore ? { play_store: wallet.playStore } : {}),
    ...(wallet.chromeStore ? { chrome_store: wallet.chromeStore } : {}),
  },
})

const icon = (iconUrl: string | undefined) => (iconUrl ? { iconUrl } : {})
