import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { type Device, isPhone } from '../../core/domain/device.ts'

/** How a wallet that is not in the page can be reached. */
export type Platform = 'mobile' | 'qrCode' | 'browser' | 'desktop' | 'web'

/** What the wallet has, on this device, the first being the one to begin with. Never empty. */
export const platformsOf = (wallet: DirectoryWallet, device: Device, hasRelay: boolean): Platform[] => {
  const { mobile_link, desktop_link, webapp_link, supports_wc } = wallet
  const platforms: Platform[] = []
  if (hasRelay && (mobile_link || desktop_link || webapp_link || supports_wc)) {
    // Who holds a phone can't scan what it shows, so a code is there for a second device only.
    if (isPhone(device) && mobile_link) platforms.push('mobile')
    else platforms.push('qrCode')
    if (!isPhone(device) && isExtension(wallet)) platforms.push('browser')
    if (!isPhone(device) && desktop_link) platforms.push('desktop')
    if (webapp_link) platforms.push('web')
  }
  return platforms.length > 0 ? platforms : ['browser']
}

const isExtension = ({ chrome_store, rdns, injected }: DirectoryWallet): boolean =>
  Boolean(chrome_store || rdns || injected?.length)
