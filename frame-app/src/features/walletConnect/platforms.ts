import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { browseTemplateOf } from '../../core/domain/browseLink.ts'
import { type Device, isPhone } from '../../core/domain/device.ts'

/** How a visitor reaches a wallet that is not in the page. `browse` opens the page in the browser of the wallet's app. */
export type Platform = 'mobile' | 'qrCode' | 'browser' | 'desktop' | 'web' | 'browse'

/** The ways to reach a wallet from this device, the default one first. The list is never empty. */
export const platformsOfWallet = (
  wallet: DirectoryWallet,
  device: Device,
  hasRelay: boolean,
  namespaces: readonly ChainNamespace[],
): Platform[] => {
  const { mobile_link, desktop_link, webapp_link, supports_wc } = wallet
  const platforms: Platform[] = []
  if (hasRelay && (mobile_link || desktop_link || webapp_link || supports_wc)) {
    // A phone cannot scan its own screen, so a QR code serves only a second device.
    if (isPhone(device) && mobile_link) platforms.push('mobile')
    else platforms.push('qrCode')
    if (!isPhone(device) && isExtension(wallet)) platforms.push('browser')
    if (!isPhone(device) && desktop_link) platforms.push('desktop')
    if (webapp_link) platforms.push('web')
  }
  if (!isPhone(device)) return platforms.length > 0 ? platforms : ['browser']
  // The directory's sources use WalletConnect on EVM networks. Elsewhere only the wallet's own browser is certain.
  const isReached = platforms[0] === 'mobile' && namespaces.includes('eip155')
  return platforms.length === 0 || (!isReached && browseTemplateOf(wallet, namespaces))
    ? ['browse', ...platforms]
    : platforms
}

const isExtension = ({ chrome_store, rdns, injected }: DirectoryWallet): boolean =>
  Boolean(chrome_store || rdns || injected?.length)
