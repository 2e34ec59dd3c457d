import type { Eip1193Provider } from '../../index.d.ts'
import type { PageWallet } from '../../protocol/frameApi.ts'

/** A wallet of the page. `icon` is a `data:` URI, or '' where the wallet gave none that may be shown. */
export type Found = PageWallet & { icon: string; uuid: string; provider: Eip1193Provider }

const iconLimit = 16_384
const nameLimit = 64
/** As many as the frame takes. */
const walletLimit = 200

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Looks at an announcement as what it is: anything at all. Getters may throw, which the caller catches. */
const readAnnouncement = (detail: unknown): Omit<Found, 'id'> | undefined => {
  const { info, provider } = Object(detail)
  const { uuid, name, icon, rdns } = Object(info)
  if (!isText(uuid) || !isText(name) || !isText(rdns) || rdns.length + uuid.length > nameLimit * 2) return
  if (typeof Object(provider).request !== 'function') return
  const isIcon = isText(icon) && icon.length <= iconLimit && /^data:image\//i.test(icon)
  return { uuid, rdns, provider, name: name.slice(0, nameLimit), icon: isIcon ? icon : '' }
}

/** Finds wallets by EIP-6963, for as long as the page lives, and `window.ethereum` where nobody announced it. */
export const discover = (own: unknown, found: () => void) => {
  const announced: Found[] = []
  /** The global is no announcement: nobody vouches for its name. */
  const legacy = (): Found[] => {
    try {
      const provider = (window as { ethereum?: Eip1193Provider }).ethereum
      if (!provider || provider === own || typeof provider.request !== 'function') return []
      if (announced.some((wallet) => wallet.provider === provider)) return []
      return [{ id: 'legacy', name: 'Browser wallet', legacy: true, icon: '', uuid: '', provider }]
    } catch {
      // A getter that throws is no wallet.
      return []
    }
  }
  addEventListener('eip6963:announceProvider', (event) => {
    try {
      const wallet = readAnnouncement((event as CustomEvent).detail)
      if (!wallet || wallet.provider === own || announced.length >= walletLimit) return
      const { uuid, rdns = '' } = wallet
      if (announced.some((other) => other.uuid === uuid)) return
      // Two may share an rdns: the second is told apart by its uuid, which is new with each load.
      announced.push({ ...wallet, id: announced.some((other) => other.rdns === rdns) ? uuid : rdns })
      found()
    } catch {
      // What can't be read is no wallet.
    }
  })
  addEventListener('ethereum#initialized', found)
  dispatchEvent(new Event('eip6963:requestProvider'))
  return (): Found[] => [...announced, ...legacy()]
}
