import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import type { Pairing } from '../connectors/walletConnect/pairing.ts'
import { isPhone, readDevice } from '../domain/device.ts'
import { asAppError } from '../state/attempts.ts'
import { connectorAtom, finishConnectionAtom } from '../state/connections.ts'
import {
  isPairedByPageAtom,
  isPairingHeldAtom,
  openedLinkAtom,
  pageUriAtom,
  pairingRetriesAtom,
  pairingWalletAtom,
  setPairingAtom,
} from '../state/pairing.ts'
import { rememberRecentWalletAtom } from '../state/recent.ts'
import { rememberWalletLinkAtom } from '../state/walletLink.ts'
import type { EffectContext, Store } from './context.ts'

/** The time before the expiry of a pairing at which a new pairing replaces it. */
const leastLifeMs = 10_000
const retryGapMs = 1_000
/** How long the relay keeps a pairing. The page renews its own link by another call of `open`. */
const pageUriMs = 300_000

/**
 * Keeps a live pairing while a view shows one. A pairing that the visitor has scanned connects even after the view
 * closed.
 */
export const keepPairing = ({ store }: EffectContext): void => {
  let current: Pairing | undefined
  let renewing: ReturnType<typeof setTimeout>
  const isHeld = () => store.get(isPairingHeldAtom)
  const isLive = () => current !== undefined && current.expiresAt - Date.now() > leastLifeMs
  const fail = (error: unknown): void => {
    current = undefined
    store.set(setPairingAtom, { status: 'failed', error: asAppError(error) })
  }
  /** Shows the live pairing, and prepares the next one before it expires. */
  const show = (): void => {
    if (!current) return
    const { uri, expiresAt } = current
    store.set(setPairingAtom, { status: 'ready', uri, expiresAt })
    clearTimeout(renewing)
    renewing = setTimeout(prepare, Math.max(0, expiresAt - Date.now() - leastLifeMs))
  }
  const attempts = createAttempts()
  const prepare = async (): Promise<void> => {
    clearTimeout(renewing)
    const isCurrent = attempts.start()
    try {
      await attempts.waitForGap()
      if (!isCurrent()) return
      attempts.noteTry()
      const pairing = await store.get(connectorAtom)('walletConnect').pair()
      void follow(pairing)
      if (!isCurrent()) return
      current = pairing
      if (isHeld()) show()
    } catch (error) {
      if (isCurrent() && isHeld()) fail(error)
    }
  }
  const follow = async (pairing: Pairing): Promise<void> => {
    try {
      await pairing.settled
    } catch (error) {
      // A pairing that a newer one replaced ends without a failure on screen.
      if (current !== pairing) return
      const isShown = isHeld() && isLive()
      current = undefined
      // The tab that owns the relay connection closed, which ends its pairings. So this tab prepares another pairing.
      if (isShown && error instanceof AppError && error.code === 'DISCONNECTED') void prepare()
      else if (isShown) fail(error)
      return
    }
    clearTimeout(renewing)
    attempts.start()
    current = undefined
    await adopt(store, fail)
  }

  const update = (): void => {
    if (!isHeld()) clearTimeout(renewing)
    else if (store.get(isPairedByPageAtom)) {
      const uri = store.get(pageUriAtom)
      store.set(
        setPairingAtom,
        uri ? { status: 'ready', uri, expiresAt: Date.now() + pageUriMs } : { status: 'preparing' },
      )
    } else if (isLive()) show()
    else {
      store.set(setPairingAtom, { status: 'preparing' })
      void prepare()
    }
  }
  store.sub(isPairingHeldAtom, update)
  store.sub(pageUriAtom, update)
  store.sub(pairingRetriesAtom, () => {
    current?.end()
    current = undefined
    update()
  })
  update()
}

/** Counts attempts, so that the result of an older attempt is ignored. Keeps a minimum gap between attempts. */
const createAttempts = () => {
  let count = 0
  let lastTry = 0
  return {
    /** Starts an attempt. Returns a function that tells whether the attempt is still the newest. */
    start: (): (() => boolean) => {
      const attempt = ++count
      return () => attempt === count
    },
    waitForGap: async (): Promise<void> => {
      const gap = lastTry + retryGapMs - Date.now()
      if (gap > 0) await new Promise((resolve) => setTimeout(resolve, gap))
    },
    noteTry: (): void => {
      lastTry = Date.now()
    },
  }
}

/** Connects the page to the session that the wallet just settled. */
const adopt = async (store: Store, fail: (error: unknown) => void): Promise<void> => {
  store.set(setPairingAtom, { status: 'approved' })
  try {
    const { namespace, account } = await store.get(connectorAtom)('walletConnect').adopt()
    const wallet = store.get(pairingWalletAtom)
    if (wallet) store.set(rememberRecentWalletAtom, { ...wallet, supports_wc: true })
    // On a phone also a wallet that got a copied link is an app of this device.
    const appLink = isPhone(readDevice(window)) ? wallet?.mobile_link : undefined
    store.set(rememberWalletLinkAtom, store.get(openedLinkAtom) ?? appLink ?? null)
    store.set(setPairingAtom, { status: 'idle' })
    store.set(finishConnectionAtom, namespace, account)
  } catch (error) {
    fail(error)
  }
}
