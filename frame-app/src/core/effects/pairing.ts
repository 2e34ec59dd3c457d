import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import type { Pairing } from '../connectors/walletConnect/pairing.ts'
import { asAppError } from '../state/attempts.ts'
import { connectorAtom, finishConnectionAtom } from '../state/connections.ts'
import { isPairingHeldAtom, pairingRetriesAtom, pairingWalletAtom, setPairingAtom } from '../state/pairing.ts'
import { rememberWalletAtom } from '../state/recent.ts'
import { rememberWalletLinkAtom } from '../state/walletLink.ts'
import type { EffectContext } from './context.ts'

/** Specification 9: a code with less life than this is replaced. */
const leastLifeMs = 10_000
const retryGapMs = 1_000

/** While a view shows a pairing there is a live one. One that was scanned counts also after the view is gone. */
export const keepPairing = ({ store }: EffectContext): void => {
  let current: Pairing | undefined
  let renewing: ReturnType<typeof setTimeout>
  let lastTry = 0
  // What an older try answers changes nothing any more.
  let tries = 0

  const isHeld = () => store.get(isPairingHeldAtom)
  const isLive = () => current !== undefined && current.expiresAt - Date.now() > leastLifeMs
  const show = ({ uri, expiresAt }: Pairing) => store.set(setPairingAtom, { status: 'ready', uri, expiresAt })

  const prepare = async (): Promise<void> => {
    clearTimeout(renewing)
    const attempt = ++tries
    const isCurrent = () => attempt === tries
    try {
      const wait = lastTry + retryGapMs - Date.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      if (!isCurrent()) return
      lastTry = Date.now()
      const pairing = await store.get(connectorAtom)('walletConnect').pair()
      void take(pairing)
      if (!isCurrent()) return
      current = pairing
      if (isHeld()) hold()
    } catch (error) {
      if (isCurrent() && isHeld()) fail(error)
    }
  }
  /** Shows the live pairing, and has the next one ready before it ends. */
  const hold = (): void => {
    if (!current) return
    show(current)
    clearTimeout(renewing)
    renewing = setTimeout(prepare, Math.max(0, current.expiresAt - Date.now() - leastLifeMs))
  }
  const fail = (error: unknown): void => {
    current = undefined
    store.set(setPairingAtom, { status: 'failed', error: asAppError(error) })
  }
  /** The end of a pairing: a session, or that the wallet said no. That it was replaced is no end to tell. */
  const take = async (pairing: Pairing): Promise<void> => {
    try {
      await pairing.settled
    } catch (error) {
      if (current !== pairing) return
      // Behind a closed view nobody is told, but a dead code is never shown again.
      const isShown = isHeld() && isLive()
      current = undefined
      // The tab that had the line is gone, and with it the code; this one gets another.
      if (isShown && error instanceof AppError && error.code === 'DISCONNECTED') void prepare()
      else if (isShown) fail(error)
      return
    }
    clearTimeout(renewing)
    tries += 1
    current = undefined
    store.set(setPairingAtom, { status: 'approved' })
    try {
      const { namespace, account } = await store.get(connectorAtom)('walletConnect').adopt()
      const wallet = store.get(pairingWalletAtom)
      if (wallet) store.set(rememberWalletAtom, { ...wallet, supports_wc: true })
      store.set(rememberWalletLinkAtom, wallet?.mobile_link ?? null)
      store.set(setPairingAtom, { status: 'idle' })
      store.set(finishConnectionAtom, namespace, account)
    } catch (error) {
      fail(error)
    }
  }

  const follow = (): void => {
    if (!isHeld()) clearTimeout(renewing)
    else if (isLive()) hold()
    else {
      store.set(setPairingAtom, { status: 'preparing' })
      void prepare()
    }
  }
  store.sub(isPairingHeldAtom, follow)
  store.sub(pairingRetriesAtom, () => {
    current?.end()
    current = undefined
    follow()
  })
  follow()
}
