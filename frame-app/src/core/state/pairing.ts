import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { atom } from 'jotai/vanilla'
import { bootstrapAtom, optionsAtom } from './options.ts'

/** The state of a WalletConnect pairing, as the views show it. */
export type Pairing =
  | { status: 'idle' }
  /** `preparing`: the code of the WalletConnect client loads, and the client connects to the relay. */
  | { status: 'preparing' }
  /**
   * `expiresAt` is in ms since the epoch. While a view shows the pairing, a new pairing replaces it before it expires.
   */
  | { status: 'ready'; uri: string; expiresAt: number }
  /** `approved`: the wallet approved the pairing, and the WalletConnect session is not ready yet. */
  | { status: 'approved' }
  /**
   * `failed`: the error is one of USER_REJECTED, PAIRING_EXPIRED, RELAY_UNREACHABLE, OFFLINE, INVALID_PROJECT_ID,
   * ORIGIN_NOT_ALLOWED, SESSION_EXPIRED.
   */
  | { status: 'failed'; error: AppError }

/** The wallet that the visitor chose to pair with. Null if the visitor scans the code with any wallet. */
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
/** Only `effects/keepPairing.ts` sets the pairing. */
export const setPairingAtom = atom(null, (_get, set, pairing: Pairing) => set(pairingSourceAtom, pairing))

/** Whether a view shows a pairing and needs a live one. */
export const isPairingHeldAtom = atom((get) => get(holdsAtom) > 0)
/**
 * Keeps a pairing alive for a view. Returns a function that ends this hold; a second call of that function has no
 * effect.
 */
export const holdPairingAtom = atom(null, (get, set): (() => void) => {
  let isHeld = true
  set(holdsAtom, get(holdsAtom) + 1)
  return () => {
    if (isHeld) set(holdsAtom, (count) => count - 1)
    isHeld = false
  }
})

/** Whether a pairing is needed now or after the next click, so that the code of pairings loads in time. */
export const isPairingNeededSoonAtom = atom((get) => get(isExpectedAtom) || get(isPairingHeldAtom))
/**
 * Called when the visitor points at a control that needs a pairing, so that the code of pairings loads before the
 * click.
 */
export const expectPairingAtom = atom(null, (get, set) =>
  set(isExpectedAtom, get(bootstrapAtom).walletConnect !== undefined),
)

const pageUriSourceAtom = atom<string | null>(null)
/** The `wc:` link that the page asks to show. The page makes the session of this link itself. */
export const pageUriAtom = atom((get) => get(pageUriSourceAtom))
export const setPageUriAtom = atom(null, (_get, set, uri: string | null) => set(pageUriSourceAtom, uri))
/** Whether the page makes the WalletConnect sessions, so that this frame makes none. */
export const isPairedByPageAtom = atom(
  (get) => get(pageUriSourceAtom) !== null || get(optionsAtom).manualWalletConnect === true,
)
/** Whether the modal can connect wallets on other devices. */
export const canPairAtom = atom((get) => get(bootstrapAtom).walletConnect !== undefined || get(isPairedByPageAtom))

/** Counts how often the visitor asked for a new pairing. `effects/keepPairing.ts` starts a pairing on each change. */
export const pairingRetriesAtom = atom((get) => get(retriesAtom))
export const retryPairingAtom = atom(null, (_get, set) => set(retriesAtom, (count) => count + 1))

/**
 * The wallet that the visitor chose to pair with. Views build the link to this wallet, and after the connection it is
 * stored as a recent wallet.
 */
export const pairingWalletAtom = atom((get) => get(walletSourceAtom))
export const setPairingWalletAtom = atom(null, (_get, set, wallet: PairingWallet | null) => {
  set(walletSourceAtom, wallet)
  set(openedLinkSourceAtom, null)
})

const openedLinkSourceAtom = atom<string | null>(null)
/** The link by which the visitor opened the chosen wallet. Null if the wallet scanned the code. */
export const openedLinkAtom = atom((get) => get(openedLinkSourceAtom))
export const setOpenedLinkAtom = atom(null, (_get, set, link: string) => set(openedLinkSourceAtom, link))
