import { atom } from 'jotai/vanilla'
import { readStorageAtom, writeStorageAtom } from './storage.ts'

/** The storage key of the link that opens the connected wallet on this device, also for later requests. */
const key = 'wallet_link'

export const walletLinkAtom = atom((get) => {
  const stored = get(readStorageAtom)(key)
  // The scheme of the link is validated when a view uses it.
  return typeof stored === 'string' ? stored : undefined
})
export const rememberWalletLinkAtom = atom(null, (_get, set, link: string | null) => set(writeStorageAtom, key, link))
