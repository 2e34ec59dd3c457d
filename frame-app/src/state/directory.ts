import { atom } from 'jotai/vanilla'
import type { DirectoryWallet } from 'loader/protocol/serverApi.ts'
import { bootstrapAtom, optionsAtom } from './options.ts'

const fetchedAtom = atom<DirectoryWallet[]>([])

/** Rows of the directory: those that came with the document, and those that the host named beside them. */
export const directoryAtom = atom((get) => [...get(bootstrapAtom).wallets, ...get(fetchedAtom)])
export const addWalletsAtom = atom(null, (get, set, wallets: DirectoryWallet[]) =>
  set(fetchedAtom, [...get(fetchedAtom), ...wallets]),
)

/** What the host features or includes, and the document did not bring. */
export const missingWalletIdsAtom = atom((get) => {
  const { featuredWalletIds, includeWalletIds } = get(optionsAtom)
  const known = get(directoryAtom).map(({ id }) => id)
  return [...featuredWalletIds, ...includeWalletIds].filter((id) => !known.includes(id))
})
