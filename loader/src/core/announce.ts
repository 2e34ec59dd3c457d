import type { Eip1193Provider } from '../../index.d.ts'
import { rdns } from '../origins.ts'

export const ownIcon =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle r='9'/></svg>"

/** Announces AppKit as an EIP-6963 wallet, for pages that discover wallets themselves. */
export const announce = (provider: Eip1193Provider): void => {
  const info = {
    name: 'AppKit',
    rdns,
    icon: ownIcon,
    // Only secure contexts have the function.
    uuid: crypto.randomUUID?.(),
  }
  const detail = Object.freeze({ provider, info })
  const dispatch = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', dispatch)
  dispatch()
}

/** Counts the wallets that answer at once, so that the first view reserves their rows. */
export const countWallets = (): number => {
  let count = -1 // AppKit answers too, and does not count.
  const note = () => count++
  addEventListener('eip6963:announceProvider', note)
  dispatchEvent(new Event('eip6963:requestProvider'))
  removeEventListener('eip6963:announceProvider', note)
  return Math.min(count, 6)
}
