import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { atom } from 'jotai/vanilla'
import { rowLimit } from '../domain/reservedRows.ts'
import { bootstrapAtom, optionsAtom } from './options.ts'

const fetchedAtom = atom<DirectoryWallet[]>([])
const answeredIdsAtom = atom<string[]>([])

/** The directory wallets in the document, and those that were fetched for the host's options. */
export const directoryAtom = atom((get) => [...get(bootstrapAtom).wallets, ...get(fetchedAtom)])
/** Adds what the directory answered for these ids. It may know fewer wallets, or none after a failure. */
export const addDirectoryWalletsAtom = atom(null, (get, set, ids: string[], wallets: DirectoryWallet[]) => {
  set(fetchedAtom, [...get(fetchedAtom), ...wallets])
  set(answeredIdsAtom, [...get(answeredIdsAtom), ...ids])
})

/**
 * The length of a wallet's id in the WalletConnect explorer. Ids of our own directory are shorter, and the frame
 * computes them from the rdns.
 */
const explorerIdLength = 64

/**
 * Ids of directory wallets to fetch. These are featured and included wallets that the document lacks, and excluded
 * explorer ids. Only the directory knows which extension has an excluded explorer id.
 */
export const missingWalletIdsAtom = atom((get) => {
  const { featuredWalletIds, includeWalletIds, excludeWalletIds } = get(optionsAtom)
  const known = get(directoryAtom).flatMap(({ id, other_id }) => [id, other_id])
  const hidden = excludeWalletIds.filter(({ length }) => length === explorerIdLength)
  return [...featuredWalletIds, ...includeWalletIds, ...hidden].filter((id) => !known.includes(id))
})

/** The first featured wallets for which the directory has not answered yet. The wallet list reserves rows for them. */
export const pendingWalletIdsAtom = atom((get) => {
  const answered = get(answeredIdsAtom)
  const missing = get(missingWalletIdsAtom)
  return [...new Set(get(optionsAtom).featuredWalletIds)]
    .slice(0, rowLimit)
    .filter((id) => missing.includes(id) && !answered.includes(id))
})
