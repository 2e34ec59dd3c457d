import type { DirectoryPage, DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { hasAnyWalletId } from '@appkit-frame/loader/protocol/api/walletRanking.ts'
import { isChainNamespace } from '@appkit-frame/loader/protocol/caip/caip.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import * as v from 'valibot'
import { chainRules } from '../config/chainRules.ts'

const listed = (limit: number, shape: RegExp, name: string) =>
  v.exactOptional(
    v.pipe(
      v.string(),
      v.transform((value) => value.split(',').filter(Boolean)),
      v.maxLength(limit, `must list at most ${limit}`),
      v.everyItem((item) => shape.test(item), `must list ${name}`),
    ),
  )
const words = /^[^\p{C}]{1,100}$/u
const chainIds = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
const counted = (highest: number, preset: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,6}$/, 'must be a number'),
      v.transform(Number),
      v.minValue(1, 'must be at least 1'),
      v.maxValue(highest, `must be at most ${highest}`),
    ),
    String(preset),
  )

type Namespaces = readonly string[] | undefined

/** Tells whether the app of a wallet has a browser in which the wallet connects in one of the namespaces. */
const isBrowsable = ({ browse_links = {} }: DirectoryWallet, wanted: Namespaces): boolean =>
  Object.keys(browse_links).some((namespace) => !wanted || wanted.includes(namespace))

const walletFields = {
  ios: ({ mobile_link, app_store }) => Boolean(mobile_link || app_store),
  android: ({ mobile_link, play_store }) => Boolean(mobile_link || play_store),
  mobile: (wallet, wanted) => Boolean(wallet.mobile_link || wallet.webapp_link) || isBrowsable(wallet, wanted),
  browse: (wallet, wanted) => isBrowsable(wallet, wanted),
  desktop: ({ desktop_link }) => Boolean(desktop_link),
  web: ({ webapp_link }) => Boolean(webapp_link),
  browser: ({ chrome_store, rdns, injected }) => Boolean(chrome_store || rdns || injected?.length),
} as const satisfies Record<string, (wallet: DirectoryWallet, wanted: Namespaces) => boolean>

type Platform = keyof typeof walletFields
const platforms = Object.keys(walletFields) as Platform[]

/** The query of `getWallets`. Other fields (project id, sdk type and version) are ignored. */
export const walletQuerySchema = v.object({
  page: counted(100_000, 1),
  entries: counted(100, 40),
  include: listed(200, words, 'wallet ids'),
  exclude: listed(200, words, 'wallet ids'),
  chains: listed(200, chainIds, 'CAIP-2 ids'),
  names: listed(200, words, 'names'),
  rdns: listed(200, words, 'reverse domain names'),
  search: v.optional(v.pipe(v.string(), v.maxLength(100, 'must be at most 100 characters')), ''),
  badge_type: v.exactOptional(v.picklist(['none', 'certified'], 'must be none or certified')),
  platform: v.exactOptional(v.picklist(platforms, `must be one of ${platforms.join(', ')}`)),
})
export type WalletQuery = v.InferOutput<typeof walletQuerySchema> & {
  /**
   * Namespaces of which a wallet must support one. A wallet without chains may support any. Only the server itself asks
   * for namespaces.
   */
  namespaces?: readonly ChainNamespace[]
}

/** Returns one page of the wallets that match a query. */
export const searchWallets = (wallets: readonly DirectoryWallet[], query: WalletQuery): DirectoryPage => {
  const found = findWallets(wallets, query)
  const start = (query.page - 1) * query.entries
  return { data: found.slice(start, start + query.entries), count: found.length }
}

/**
 * Returns all wallets that match a query, in the directory's order. Wallets whose names start with the search come
 * first.
 */
export const findWallets = (wallets: readonly DirectoryWallet[], query: WalletQuery): DirectoryWallet[] => {
  const wanted = fold(query.search)
  const { namespaces } = query
  const wantedNamespaces =
    namespaces ?? (named(query.chains) ? query.chains.map((chain) => chain.split(':')[0] ?? '') : undefined)
  const found = wallets.filter(
    (wallet) =>
      (!named(query.include) || hasAnyWalletId(wallet, query.include)) &&
      !hasAnyWalletId(wallet, query.exclude) &&
      (!named(query.chains) || query.chains.some((chain) => supports(wallet, chain))) &&
      (!namespaces || wallet.chains.length === 0 || namespaces.some((namespace) => isIn(wallet, namespace))) &&
      (!named(query.names) || query.names.some((name) => fold(name) === fold(wallet.name))) &&
      (!named(query.rdns) || query.rdns.some((rdns) => rdns.toLowerCase() === wallet.rdns?.toLowerCase())) &&
      (query.badge_type !== 'certified' || wallet.badge_type === 'certified') &&
      (query.badge_type !== 'none' || wallet.badge_type === undefined) &&
      (!query.platform || walletFields[query.platform](wallet, wantedNamespaces)) &&
      (fold(wallet.name).includes(wanted) || (wallet.rdns?.toLowerCase().includes(wanted) ?? false)),
  )
  return wanted === '' ? found : found.toSorted((one, other) => rank(one, wanted) - rank(other, wanted))
}

/** Tells whether a list of the query filters wallets. An empty list doesn't. */
const named = (list: string[] | undefined): list is string[] => list !== undefined && list.length > 0

/** In some namespaces a wallet can add any network, so a wallet that lists one network supports all of them. */
const supports = ({ chains }: DirectoryWallet, chain: string): boolean => {
  const [namespace = ''] = chain.split(':')
  return isChainNamespace(namespace) && chainRules[namespace].isOneForAll
    ? isIn({ chains }, namespace)
    : chains.includes(chain)
}

const isIn = ({ chains }: Pick<DirectoryWallet, 'chains'>, namespace: string): boolean =>
  chains.some((chain) => chain.startsWith(`${namespace}:`))

const rank = ({ name }: DirectoryWallet, wanted: string): number => (fold(name).startsWith(wanted) ? 0 : 1)
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
