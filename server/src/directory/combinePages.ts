import type { DirectoryPage, DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { hasAnyWalletId } from '@appkit-frame/loader/protocol/api/walletRanking.ts'
import type { Directory } from '../../directory/read.ts'
import { isSameWallet } from '../../directory/sameWallet.ts'
import type { UpstreamPage } from './upstreamPage.ts'
import { findWallets, type WalletQuery } from './walletSearch.ts'

type Known = Pick<Directory, 'wallets' | 'operatorWallets'>

/**
 * The wallets that come before those of the upstream listing: the operator's wallets. If the project lists the wallets
 * to include, these are all matching wallets of the directory, because the upstream listing may not know their ids.
 */
export const walletsBeforeUpstream = ({ wallets, operatorWallets }: Known, query: WalletQuery): DirectoryWallet[] =>
  findWallets(query.include && query.include.length > 0 ? wallets : operatorWallets, query)

/**
 * The numbers of the upstream listing's pages that one page of this server needs. `ahead` rows come before the first
 * upstream row.
 */
export const neededUpstreamPages = ({ page, entries }: WalletQuery, ahead: number): number[] => {
  const first = Math.max(0, (page - 1) * entries - ahead)
  const last = Math.max(first, page * entries - ahead - 1)
  const pages = [Math.floor(first / entries) + 1, Math.floor(last / entries) + 1]
  return [...new Set(pages)]
}

/**
 * Combines directory and upstream listing into one page without duplicates. `found` has the pages of
 * `neededUpstreamPages`, in order.
 */
export const combinePages = (known: Known, query: WalletQuery, found: readonly UpstreamPage[]): DirectoryPage => {
  const { page, entries } = query
  const ahead = walletsBeforeUpstream(known, query)
  const isAhead = (row: DirectoryWallet): boolean => ahead.some((wallet) => isSameWallet(row, wallet))
  const rows = found.flatMap((part) => Array.from({ length: entries }, (_, at) => part.rows[at]))
  const present = rows.filter((row) => row !== undefined)

  const start = (page - 1) * entries
  const first = ahead.slice(start, start + entries).map((wallet) => mergeInto(wallet, present, known))
  const skipped = Math.max(0, start - ahead.length) % entries
  const rest = rows.slice(skipped, skipped + entries - first.length).flatMap((row) => {
    if (row === undefined || isAhead(row)) return []
    const shipped = known.wallets.find((wallet) => isSameWallet(wallet, row))
    const filled = fillFrom(shipped, row)
    return isAllowed(query, filled) ? [filled] : []
  })
  const twice = present.filter(isAhead).length
  return { data: [...first, ...rest], count: ahead.length + Math.max(0, (found[0]?.count ?? 0) - twice) }
}

/** Fields of the operator's row override those of the upstream row, which override those of the shipped row. */
const mergeInto = (
  wallet: DirectoryWallet,
  rows: readonly DirectoryWallet[],
  { operatorWallets }: Known,
): DirectoryWallet => {
  const row = rows.find((other) => isSameWallet(other, wallet))
  if (!row) return wallet
  const merged = operatorWallets.includes(wallet) ? { ...row, ...wallet } : fillFrom(wallet, row)
  return { ...merged, ...idsOf(wallet, row) }
}

const fillFrom = (shipped: DirectoryWallet | undefined, row: DirectoryWallet): DirectoryWallet => {
  if (!shipped) return row
  const chains = [...new Set([...row.chains, ...shipped.chains])]
  return { ...shipped, ...row, chains, ...iconOf(shipped), ...idsOf(row, shipped) }
}

/** The id of the row that visitors see, and the id of the same wallet in the other source. */
const idsOf = (shown: DirectoryWallet, other: DirectoryWallet): Pick<DirectoryWallet, 'id' | 'other_id'> => ({
  id: shown.id,
  ...(other.id !== shown.id && { other_id: other.id }),
})

/** The shipped image replaces that of the upstream listing, because it needs no request to another host. */
const iconOf = ({ image_id }: DirectoryWallet): Pick<DirectoryWallet, 'image_id'> =>
  image_id === undefined ? {} : { image_id }

/**
 * Tells whether a project shows an upstream row. Its lists to include and exclude may name the row by the id of either
 * source.
 */
const isAllowed = ({ include, exclude }: WalletQuery, wallet: DirectoryWallet): boolean =>
  !hasAnyWalletId(wallet, exclude) && (!include || include.length === 0 || hasAnyWalletId(wallet, include))
