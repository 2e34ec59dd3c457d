import { atom } from 'jotai/vanilla'
import { storeAtom, storedAtom } from './storage.ts'

/** The link that opened the connected wallet, reused for its later requests. */
const key = 'wallet_link'

export const walletLinkAtom = atom((get) => {
  const stored = get(storedAtom)(key)
  // Its scheme is validated on use.
  return typeof stored === 'string' ? stored : undefined
})
export const rememberWalletLinkAtom = atom(null, (_get, set, link: string | null) => set(storeAtom, key, link))
