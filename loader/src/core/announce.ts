import type { Eip1193Provider } from '../../index.d.ts'
import { appKitRdns } from '../origins.ts'

export const appKitIcon =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle r='9'/></svg>"

/** Announces AppKit as an EIP-6963 wallet, for pages that discover wallets themselves. */
export const announceAppKit = (provider: Eip1193Provider): void => {
  const info = {
    name: 'AppKit',
    rdns: appKitRdns,
    icon: appKitIcon,
    // Only secure contexts have `randomUUID`.
    uuid: crypto.randomUUID?.(),
  }
  const detail = Object.freeze({ provider, info })
  const dispatch = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', dispatch)
  dispatch()
}

/** The frame refuses icons of more than 16 KiB. */
const iconLimit = 16_384

/**
 * Lists rdns, name and icon of the page's wallets that answer at once. The values become strings, because a
 * structured clone throws on a function, and a page may announce anything.
 */
export const listAnnouncedWallets = (): string[][] => {
  const wallets: string[][] = []
  const note = (event: Event): void => {
    try {
      const { info } = (event as CustomEvent).detail
      // AppKit's own announcement arrives too and is left out.
      if (info.rdns !== appKitRdns && !wallets[5] && info.icon.length < iconLimit)
        wallets.push([info.rdns, info.name, info.icon].map((text) => `${text}`))
    } catch {
      // A malformed announcement is ignored.
    }
  }
  addEventListener('eip6963:announceProvider', note)
  dispatchEvent(new Event('eip6963:requestProvider'))
  removeEventListener('eip6963:announceProvider', note)
  return wallets
}
