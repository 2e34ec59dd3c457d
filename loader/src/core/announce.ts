import type { Eip1193Provider } from '../../index.d.ts'
import { defaultIcon } from '../../protocol/origins/announcement.ts'
import { appKitName, appKitRdns } from '../origins.ts'

/** Announces AppKit as an EIP-6963 wallet, for pages that discover wallets themselves. */
export const announceAppKit = (provider: Eip1193Provider): void => {
  const info = {
    name: appKitName,
    rdns: appKitRdns,
    icon: defaultIcon,
    // Only secure contexts have `randomUUID`.
    uuid: crypto.randomUUID?.(),
  }
  const detail = Object.freeze({ provider, info })
  const dispatch = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', dispatch)
  dispatch()
}

/**
 * Lists rdns, name and icon of the page's wallets that answer at once. The values become strings, because a
 * structured clone throws on a function, and a page may announce anything.
 */
export const listAnnouncedWallets = (): string[][] => {
  const wallets: string[][] = []
  const note = (event: Event): void => {
    try {
      const { info } = (event as CustomEvent).detail
      // AppKit's own announcement arrives too and is left out. The frame refuses icons of more than 16 KiB.
      if (info.rdns !== appKitRdns && !wallets[5] && info.icon.length < 16_384)
        wallets.push([info.rdns, info.name, info.icon].map((text) => `${text}`))
    } catch {
      // A malformed announcement is ignored.
    }
  }
  addEventListener('eip6963:announceProvider', note)
  dispatchEvent(new Event('eip6963:requestProvider'))
  // A copy, since the listener stays and would add wallets that announce themselves later.
  return [...wallets]
}
