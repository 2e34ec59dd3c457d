import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { atom } from 'jotai/vanilla'
import { bootstrapAtom, optionsAtom } from './options.ts'

const fetchedAtom = atom<DirectoryWallet[]>([])

/** Directory wallets of the document, and those fetched for the host's options. */
export const directoryAtom = atom((get) => [...get(bootstrapAtom).wallets, ...get(fetchedAtom)])
export const addWalletsAtom = atom(null, (get, set, wallets: DirectoryWallet[]) =>
  set(fetchedAtom, [...get(fetchedAtom), ...wallets]),
)

/** Length of an id of the WalletConnect explorer. The frame computes our own ids from the wallet's rdns. */
const explorerIdLength = 64

/**
 * Ids to fetch: featured and included wallets that the document lacks. Excluded explorer ids too, because only their
 * directory row says which extension they mean.
 */
export const missingWalletIdsAtom = atom((get) => {
  const { featuredWalletIds, includeWalletIds, excludeWalletIds } = get(optionsAtom)
  const known = get(directoryAtom).flatMap(({ id, other_id }) => [id, other_id])
  const hidden = excludeWalletIds.filter(({ length }) => length === explorerIdLength)
  return [...featuredWalletIds, ...includeWalletIds, ...hidden].filter((id) => !known.includes(id))
})
