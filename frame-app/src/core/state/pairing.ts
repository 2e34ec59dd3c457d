import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { atom } from 'jotai/vanilla'
import { bootstrapAtom } from './options.ts'

/** What a WalletConnect pairing shows. */
export type Pairing =
  | { status: 'idle' }
  /** The client loads, the relay is being reached. */
  | { status: 'preparing' }
  /** `expiresAt` in ms since the epoch; renewed silently while a view holds it. */
  | { status: 'ready'; uri: string; expiresAt: number }
  /** The wallet said yes, the session settles. */
  | { status: 'approved' }
  /** USER_REJECTED, PAIRING_EXPIRED, RELAY_UNREACHABLE, OFFLINE, INVALID_PROJECT_ID, ORIGIN_NOT_ALLOWED, SESSION_EXPIRED. */
  | { status: 'failed'; error: AppError }

/** The wallet that the visitor chose; none where they scan with whichever they have. */
export type PairingWallet = Pick<
  DirectoryWallet,
  'id' | 'name' | 'image_id' | 'mobile_link' | 'desktop_link' | 'webapp_link'
>

const pairingSourceAtom = atom<Pairing>({ status: 'idle' })
const holdsAtom = atom(0)
const isExpectedAtom = atom(false)
const retriesAtom = atom(0)
const walletSourceAtom = atom<PairingWallet | null>(null)

export const pairingAtom = atom((get) => get(pairingSourceAtom))
/** Written by `effects/pairing.ts` alone. */
export const setPairingAtom = atom(null, (_get, set, pairing: Pairing) => set(pairingSourceAtom, pairing))

/** Whether a view shows a pairing, so that a live one has to be at hand. */
export const isPairingHeldAtom = atom((get) => get(holdsAtom) > 0)
/** Returns the end of it. Ending twice counts once. */
export const holdPairingAtom = atom(null, (get, set): (() => void) => {
  let isHeld = true
  set(holdsAtom, get(holdsAtom) + 1)
  return () => {
    if (isHeld) set(holdsAtom, (count) => count - 1)
    isHeld = false
  }
})

/** Whether one is wanted, or may be at the next click: its code should be here by then. */
export const isPairingNearAtom = atom((get) => get(isExpectedAtom) || get(isPairingHeldAtom))
/** The visitor reaches for something that needs one. */
export const expectPairingAtom = atom(null, (get, set) =>
  set(isExpectedAtom, get(bootstrapAtom).walletConnect !== undefined),
)

/** Grows each time the visitor asks for a new try; the effect starts one then. */
export const pairingRetriesAtom = atom((get) => get(retriesAtom))
export const retryPairingAtom = atom(null, (_get, set) => set(retriesAtom, (count) => count + 1))

/** For the link that opens the wallet, for "recent", and for the link after each request. */
export const pairingWalletAtom = atom((get) => get(walletSourceAtom))
export const pairWithAtom = atom(null, (_get, set, wallet: PairingWallet | null) => set(walletSourceAtom, wallet))
