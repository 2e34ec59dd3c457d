import type { ConnectorType, CustomWallet, PageWallet } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { featuredWalletsOf, recommendedWalletsOf } from '@appkit-frame/loader/protocol/api/walletRanking.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { walletImageUrl } from '../api/wallets.ts'
import type { RecentWallet } from '../state/recent.ts'
import type { ConnectorKind } from './types.ts'

export type WalletIdsByNamespace = { [namespace in ChainNamespace]?: string }

/** A row of the wallet list. A click on a row with a `connectorId` connects at once, without a link or a QR code. */
export type WalletRow = {
  id: string
  name: string
  iconUrl?: string
  tag?: 'qrCode' | 'installed' | 'recent' | 'legacy'
  kind: ConnectorType
  connectorId: ConnectorKind | null
  /** The ids of a page wallet, one for each of its namespaces. */
  walletIds?: WalletIdsByNamespace
  /**
   * The id that a page wallet has in the directory. Without the page's wallet, the list offers the wallet under this
   * id.
   */
  offeredId?: string | undefined
  /** Whether the row only reserves the place of a wallet that the directory has not named yet. */
  isPending?: boolean
  /** The directory's data of a wallet that the host page does not have. */
  wallet?: DirectoryWallet
}

export type WalletOrderInput = {
  pageWallets: PageWallet[]
  /** The directory ids of page wallets, by their rdns. */
  directoryIds: Record<string, string>
  icons: Record<string, string>
  directory: DirectoryWallet[]
  /** Ids of featured wallets for which the directory was asked. */
  pendingWalletIds: string[]
  customWallets: CustomWallet[]
  recents: RecentWallet[]
  /** Whether the project has a relay, through which wallets on other devices connect. */
  hasRelay: boolean
  connectorTypeOrder: ConnectorType[]
  featuredWalletIds: string[]
  includeWalletIds: string[]
  excludeWalletIds: string[]
}

/** The order of connector types if neither the project nor the page sets one. */
export const defaultOrder: ConnectorType[] = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'recommended',
]

/**
 * Makes one row per wallet, ordered by connector type. Types that the order omits follow in the default order. A legacy
 * wallet from `window.ethereum` comes last, because no announcement proves its name.
 */
export const orderWallets = (input: WalletOrderInput): WalletRow[] => {
  const groups = groupWallets(input)
  const order = [...new Set([...input.connectorTypeOrder, ...defaultOrder])]
  const rows = order.flatMap((kind) => groups[kind] ?? [])
  return [...rows.filter(({ tag }) => tag !== 'legacy'), ...rows.filter(({ tag }) => tag === 'legacy')]
}

const groupWallets = (input: WalletOrderInput): { [Kind in ConnectorType]?: WalletRow[] } => {
  const { pageWallets, icons, directory, directoryIds, recents, hasRelay, featuredWalletIds } = input
  const isHidden = createFilter(input)
  // The page chose the wallet id, which may be the name of a property of Object.prototype.
  const iconOf = (id: string) => (Object.hasOwn(icons, id) ? icons[id] : undefined)
  const directoryRow = (wallet: DirectoryWallet, kind: 'recent' | 'featured' | 'recommended'): WalletRow => ({
    id: wallet.id,
    name: wallet.name,
    ...icon(iconOf(wallet.id) ?? walletImageUrl(wallet)),
    kind,
    connectorId: null,
    wallet,
  })
  // A second wallet with the same rdns may imitate the first, and has another id.
  const offeredIdOf = ({ id, rdns }: PageWallet) =>
    id === rdns ? (directory.find((wallet) => wallet.rdns === rdns)?.id ?? directoryIds[rdns]) : undefined
  const installed = pageWallets
    .filter((wallet) => !isHidden(wallet.id, wallet.rdns))
    .map((wallet) => ({
      ...pageRow(wallet, iconOf(wallet.id)),
      offeredId: offeredIdOf(wallet),
    }))
  // An installed extension needs no second row that offers its download.
  const here = new Set(pageWallets.flatMap(({ id, rdns }) => (rdns ? [id, rdns] : [id])))
  const offered = directory.filter(
    (wallet) => !isHidden(wallet.id, wallet.rdns) && !(wallet.rdns && here.has(wallet.rdns)),
  )
  const recent = recents.flatMap((known): WalletRow[] => {
    // A recent wallet also counts as installed if its phone app connected first and the visitor installed its extension
    // later.
    const row = installed.find(
      ({ id, offeredId, tag }) => tag !== 'legacy' && (id === known.id || offeredId === known.id),
    )
    if (row) return [{ ...row, kind: 'recent', tag: 'recent' }]
    if (!hasRelay || !known.supports_wc || isHidden(known.id, undefined)) return []
    const custom = input.customWallets.find(({ id }) => id === known.id)
    if (custom) return [{ ...customRow(custom), kind: 'recent', tag: 'recent' }]
    const wallet = directory.find(({ id }) => id === known.id) ?? { chains: [], ...known }
    return [{ ...directoryRow(wallet, 'recent'), tag: 'recent' }]
  })
  const isRecent = ({ id }: { id: string }) => recent.some((row) => row.id === id)
  const pending = input.pendingWalletIds
    .filter((id) => !isHidden(id, undefined) && !installed.some(({ offeredId }) => offeredId === id))
    .map((id): DirectoryWallet => ({ ...pendingWallet, id }))
  const others = [...offered, ...pending].filter((wallet) => !isRecent(wallet))
  const featured = featuredWalletsOf(others, featuredWalletIds)
  const recommended = recommendedWalletsOf(others, featuredWalletIds)
  return {
    walletConnect: hasRelay ? [{ ...walletConnectRow, ...icon(iconOf('walletConnect')) }] : [],
    recent,
    injected: installed.filter((row) => !isRecent(row)),
    featured: featured.map((wallet) =>
      pending.includes(wallet) ? pendingRow(wallet.id) : directoryRow(wallet, 'featured'),
    ),
    custom: input.customWallets
      .filter(({ id }) => !installed.some((row) => row.id === id) && !isRecent({ id }))
      .map((wallet) => customRow(wallet)),
    recommended: recommended.map((wallet) => directoryRow(wallet, 'recommended')),
  }
}

/** Site options may name a wallet by its id in the page, its rdns or a directory id. */
const createFilter = ({ directory, directoryIds, includeWalletIds, excludeWalletIds }: WalletOrderInput) => {
  const excluded = new Set<string | undefined>(excludeWalletIds)
  const included = new Set<string | undefined>(includeWalletIds)
  return (id: string, rdns: string | undefined): boolean => {
    const rows = directory.filter((wallet) => wallet.id === id || (rdns && wallet.rdns === rdns))
    const names = [id, rdns, rdns && directoryIds[rdns], ...rows.flatMap(idsOf)]
    const matches = (set: Set<string | undefined>) => names.some((name) => set.has(name))
    return matches(excluded) || (included.size > 0 && !matches(included))
  }
}

const idsOf = ({ id, other_id }: DirectoryWallet) => [id, other_id]

const pageRow = ({ id, name, legacy }: PageWallet, iconUrl: string | undefined): WalletRow => ({
  id,
  name,
  ...icon(iconUrl),
  tag: legacy ? 'legacy' : 'installed',
  kind: 'injected',
  connectorId: 'injected',
})

/** The row that shows a QR code for any wallet. */
const walletConnectRow: WalletRow = {
  id: 'walletConnect',
  name: 'WalletConnect',
  tag: 'qrCode',
  kind: 'walletConnect',
  connectorId: null,
}

const pendingWallet = { name: '', chains: [] }

/** A row that looks as the document's script reserves it, so that React takes it over. */
const pendingRow = (id: string): WalletRow => ({
  id,
  name: '',
  iconUrl: 'data:,',
  tag: 'installed',
  kind: 'featured',
  connectorId: null,
  isPending: true,
})

const customRow = ({ id, name, imageUrl, ...links }: CustomWallet): WalletRow => ({
  id,
  name,
  ...icon(imageUrl),
  kind: 'custom',
  connectorId: null,
  wallet: {
    id,
    name,
    chains: [],
    homepage: links.homepage,
    mobile_link: links.mobileLink,
    desktop_link: links.desktopLink,
    webapp_link: links.webappLink,
    app_store: links.appStore,
    play_store: links.playStore,
    chrome_store: links.chromeStore,
    // A link may be undefined here, while the server leaves it out.
  } as DirectoryWallet,
})

const icon = (iconUrl: string | undefined) => (iconUrl ? { iconUrl } : {})
