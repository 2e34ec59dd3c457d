import type { OpenableView } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { SecurePanel } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import type { Screen } from './screen.ts'

/** A view that the page names, or that follows from its other options. */
type RequestedView = OpenableView | 'ConnectingWalletConnectBasic'

/** Whether the page asks for a view that connects a wallet, also beside a connected one. */
export const asksToConnect = (requested: RequestedView): boolean =>
  ['Connect', 'AllWallets', 'ConnectingWalletConnectBasic'].includes(requested)

type Situation = {
  requested: RequestedView | undefined
  /** The panel of the secure frame that waits to be shown, or null. */
  panel: SecurePanel | null
  isConnected: boolean
  /** Whether a request waits in a wallet app, for which the modal opened. */
  hasWaitingRequest: boolean
  /** Whether the wallet uses a network that the site does not support, and the project requires a switch. */
  mustSwitch: boolean
  /** The sign-in view if the visitor has to sign in, or if the page asks for a sign-in on this visit. */
  mustSignIn: false | 'SIWXSignMessage' | 'ConnectingSiwe'
}

export const chooseStartView = ({
  requested,
  panel,
  isConnected,
  hasWaitingRequest,
  mustSwitch,
  mustSignIn,
}: Situation): Screen => {
  if (panel) return { view: 'SecurePanel', data: { panel: panel.view } }
  if (hasWaitingRequest && requested === undefined) return { view: 'ConfirmInWallet' }
  if (isConnected && mustSwitch) return { view: 'UnsupportedChain' }
  // The page can open the views that connect a wallet although a sign-in is required, because the visitor may connect
  // another wallet.
  if (isConnected && mustSignIn && !(requested && asksToConnect(requested))) return { view: mustSignIn }
  if (!isConnected && (requested === 'Account' || requested === 'ProfileWallets')) return { view: 'Connect' }
  return { view: requested ?? (isConnected ? 'Account' : 'Connect') }
}
