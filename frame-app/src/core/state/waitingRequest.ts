import { atom } from 'jotai/vanilla'

/** A request that waits in a wallet on this very phone, and the link that brings that wallet to the front. */
type WaitingRequest = { walletName: string; link: string }

const sourceAtom = atom<WaitingRequest | null>(null)
export const waitingRequestAtom = atom((get) => get(sourceAtom))
export const setWaitingRequestAtom = atom(null, (_get, set, request: WaitingRequest | null) => set(sourceAtom, request))
