import { atom } from 'jotai/vanilla'
import { storeAtom, storedAtom } from './storage.ts'

/** The link of the wallet that was opened to connect: each later request is answered in that one. */
const key = 'wallet_link'

export const walletLinkAtom = atom((get) => {
  const stored = get(storedAtom)(key)
  // Where it is used its scheme is checked again.
  return typeof stored === 'string' ? stored : undefined
})
export const rememberWalletLinkAtom = atom(null, (_get, set, link: string | null) => set(storeAtom, key, link))
