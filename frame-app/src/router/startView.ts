import type { OpenableView } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { SecurePanel } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import type { Screen } from './screen.ts'

type Situation = {
  requested: OpenableView | undefined
  /** What the secure frame waits to show. */
  panel: SecurePanel | null
  isConnected: boolean
  /** A request waits in a wallet app, and that is what the modal was opened for. */
  isAsked: boolean
  /** The wallet stands on a network that is not ours, and the project wants that settled first. */
  mustSwitch: boolean
  /** The visitor has to sign in, or the page asks for it with this very visit. */
  mustSignIn: false | 'SIWXSignMessage' | 'ConnectingSiwe'
}

/** The view that opening starts with. */
export const startView = ({ requested, panel, isConnected, isAsked, mustSwitch, mustSignIn }: Situation): Screen => {
  if (panel) return { view: 'SecurePanel', data: { panel: panel.view } }
  if (isAsked && requested === undefined) return { view: 'ConfirmInWallet' }
  if (isConnected && mustSwitch) return { view: 'UnsupportedChain' }
  // Another wallet is a way out of it.
  if (isConnected && mustSignIn && requested !== 'Connect') return { view: mustSignIn }
  if (!isConnected && (requested === 'Account' || requested === 'ProfileWallets')) return { view: 'Connect' }
  return { view: requested ?? (isConnected ? 'Account' : 'Connect') }
}
