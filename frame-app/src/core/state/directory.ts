import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { atom } from 'jotai/vanilla'
import { bootstrapAtom, optionsAtom } from './options.ts'

const fetchedAtom = atom<DirectoryWallet[]>([])

/** Rows of the directory: those that came with the document, and those that the host named beside them. */
export const directoryAtom = atom((get) => [...get(bootstrapAtom).wallets, ...get(fetchedAtom)])
export const addWalletsAtom = atom(null, (get, set, wallets: DirectoryWallet[]) =>
  set(fetchedAtom, [...get(fetchedAtom), ...wallets]),
)

/** What the explorer's ids look like; ours can be worked out from a name that the wallet has in the page. */
const foreignLength = 64

/** What the host features or includes, and the document did not bring; and whose extension to hide, where no name says it. */
export const missingWalletIdsAtom = atom((get) => {
  const { featuredWalletIds, includeWalletIds, excludeWalletIds } = get(optionsAtom)
  const known = get(directoryAtom).flatMap(({ id, other_id }) => [id, other_id])
  const hidden = excludeWalletIds.filter(({ length }) => length === foreignLength)
  return [...featuredWalletIds, ...includeWalletIds, ...hidden].filter((id) => !known.includes(id))
})
