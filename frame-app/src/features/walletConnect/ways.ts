import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { type Device, isPhone } from '../../core/domain/device.ts'

/** How a wallet that is not in the page can be reached. */
export type Way = 'mobile' | 'qrCode' | 'browser' | 'desktop' | 'web'

/** What the wallet has, on this device, the first being the one to begin with. Never empty. */
export const waysTo = (wallet: DirectoryWallet, device: Device, hasRelay: boolean): Way[] => {
  const { mobile_link, desktop_link, webapp_link, supports_wc } = wallet
  const ways: Way[] = []
  if (hasRelay && (mobile_link || desktop_link || webapp_link || supports_wc)) {
    // Who holds a phone can't scan what it shows, so a code is there for a second device only.
    if (isPhone(device) && mobile_link) ways.push('mobile')
    else ways.push('qrCode')
    if (!isPhone(device) && isExtension(wallet)) ways.push('browser')
    if (!isPhone(device) && desktop_link) ways.push('desktop')
    if (webapp_link) ways.push('web')
  }
  return ways.length > 0 ? ways : ['browser']
}

const isExtension = ({ chrome_store, rdns, injected }: DirectoryWallet): boolean =>
  Boolean(chrome_store || rdns || injected?.length)
