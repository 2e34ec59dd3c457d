import { atom } from 'jotai/vanilla'

/** What the frame keeps between visits. Browsers deny a framed site its storage, so each key also lives in memory. */
const prefix = '@appkit/'
/** Specification 9. */
const recentLimit = 2

export type RecentWallet = { id: string; name: string }

const memoryAtom = atom<Record<string, unknown>>({})
const storageAtom = atom<Storage | null>(null)

/** Even the property throws where storage is denied. */
export const openStorage = (scope: { readonly localStorage: Storage }): Storage | null => {
  try {
    return scope.localStorage
  } catch {
    // Denied: memory is all there is.
    return null
  }
}
export const setStorageAtom = atom(null, (get, set, storage: Storage | null) => {
  set(storageAtom, storage)
  set(memoryAtom, { ...get(memoryAtom), recent_wallets: read(storage, 'recent_wallets') })
})

const read = (storage: Storage | null, key: string): unknown => {
  try {
    return JSON.parse(storage?.getItem(prefix + key) ?? 'null')
  } catch {
    // Denied, or not what we wrote.
    return null
  }
}

const storeAtom = atom(null, (get, set, key: string, value: unknown) => {
  set(memoryAtom, { ...get(memoryAtom), [key]: value })
  try {
    get(storageAtom)?.setItem(prefix + key, JSON.stringify(value))
  } catch {
    // Full or denied: it stays in memory for this visit.
  }
})

export const recentWalletsAtom = atom((get): RecentWallet[] => parseRecent(get(memoryAtom).recent_wallets))

export const rememberWalletAtom = atom(null, (get, set, { id, name }: RecentWallet) => {
  const others = get(recentWalletsAtom).filter((wallet) => wallet.id !== id)
  set(storeAtom, 'recent_wallets', [{ id, name }, ...others].slice(0, recentLimit))
})

const parseRecent = (value: unknown): RecentWallet[] =>
  (Array.isArray(value) ? value : [])
    .filter((entry): entry is RecentWallet => typeof entry?.id === 'string' && typeof entry?.name === 'string')
    .slice(0, recentLimit)
    .map(({ id, name }) => ({ id, name }))
