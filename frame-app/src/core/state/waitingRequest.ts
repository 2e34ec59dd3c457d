import { atom } from 'jotai/vanilla'

/** A request that waits in a wallet app on this phone, and the link that opens the app. */
type WaitingRequest = { walletName: string; link: string }

const sourceAtom = atom<WaitingRequest | null>(null)
export const waitingRequestAtom = atom((get) => get(sourceAtom))
export const setWaitingRequestAtom = atom(null, (_get, set, request: WaitingRequest | null) => set(sourceAtom, request))
