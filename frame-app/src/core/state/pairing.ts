import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { atom } from 'jotai/vanilla'
import { bootstrapAtom } from './options.ts'

/** State of a WalletConnect pairing for the views. */
export type Pairing =
  | { status: 'idle' }
  /** The client loads and connects to the relay. */
  | { status: 'preparing' }
  /** `expiresAt` in ms since the epoch. The pairing is renewed while a view shows it. */
  | { status: 'ready'; uri: string; expiresAt: number }
  /** The wallet approved, and the session settles. */
  | { status: 'approved' }
  /** USER_REJECTED, PAIRING_EXPIRED, RELAY_UNREACHABLE, OFFLINE, INVALID_PROJECT_ID, ORIGIN_NOT_ALLOWED, SESSION_EXPIRED. */
  | { status: 'failed'; error: AppError }

/** The wallet that the visitor chose. Null if they scan with any wallet. */
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
/** Written by `effects/keepPairing.ts` only. */
export const setPairingAtom = atom(null, (_get, set, pairing: Pairing) => set(pairingSourceAtom, pairing))

/** Whether a view shows a pairing and needs a live one. */
export const isPairingHeldAtom = atom((get) => get(holdsAtom) > 0)
/** Returns a function that ends the hold. A second call has no effect. */
export const holdPairingAtom = atom(null, (get, set): (() => void) => {
  let isHeld = true
  set(holdsAtom, get(holdsAtom) + 1)
  return () => {
    if (isHeld) set(holdsAtom, (count) => count - 1)
    isHeld = false
  }
})

/** Whether a pairing is needed now or after the next click, so that its code loads in time. */
export const isPairingNearAtom = atom((get) => get(isExpectedAtom) || get(isPairingHeldAtom))
/** The visitor points at something that needs a pairing. */
export const expectPairingAtom = atom(null, (get, set) =>
  set(isExpectedAtom, get(bootstrapAtom).walletConnect !== undefined),
)

/** Counts retries by the visitor. `effects/keepPairing.ts` starts a pairing on each change. */
export const pairingRetriesAtom = atom((get) => get(retriesAtom))
export const retryPairingAtom = atom(null, (_get, set) => set(retriesAtom, (count) => count + 1))

/** The wallet of the pairing, for its link and for the recent wallets. */
export const pairingWalletAtom = atom((get) => get(walletSourceAtom))
export const pairWithAtom = atom(null, (_get, set, wallet: PairingWallet | null) => set(walletSourceAtom, wallet))
