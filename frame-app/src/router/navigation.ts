import type { ConnectionChange } from '../core/effects/connectionChange.ts'
import type { Navigation, Store } from '../core/effects/context.ts'
import { activeAccountAtom, chooseNamespaceAtom, connectedNamespacesAtom } from '../core/state/accounts.ts'
import { cancelConnectionAttemptAtom } from '../core/state/connections.ts'
import { isPhoneAtom } from '../core/state/device.ts'
import { securePanelAtom } from '../core/state/embedded.ts'
import { closeAtom, isClosingAtom, isOpenAtom, visitAtom } from '../core/state/modal.ts'
import { mustSwitchNetworkAtom, setConnectNamespaceAtom } from '../core/state/networks.ts'
import { isLegalConsentMissingAtom } from '../core/state/options.ts'
import { isPairedByPageAtom, setPageUriAtom } from '../core/state/pairing.ts'
import { cancelNetworkSwitchAtom } from '../core/state/switching.ts'
import { waitingRequestAtom } from '../core/state/waitingRequest.ts'
import {
  hasNamespaceSessionAtom,
  mayHaveSessionAtom,
  opensWithSignInAtom,
  signInModeAtom,
  signInSessionAtom,
  signInSubjectAtom,
  signInViewAtom,
  startSignInVisitAtom,
} from '../features/signIn/signInAtoms.ts'
import { chooseWalletAtom } from './chooseRow.ts'
import { closeWithOutcomeAtom, setWasConnectedAtOpenAtom, wasConnectedAtOpenAtom } from './finish.ts'
import { currentScreen } from './history.ts'
import { historyAtom } from './historyAtom.ts'
import { requireSignInAtom } from './requireSignIn.ts'
import { removeFinishedViewsAtom, screenAtom, startHistoryAtom } from './router.ts'
import { forgetRefusedCloseAtom, safeCloseAtom } from './safeClose.ts'
import { asksToConnect, chooseStartView } from './startView.ts'
import { connectViews, signInViews } from './viewPurposes.ts'

/**
 * The time before the modal leaves a finished view, so that the visitor sees the line of the connection diagram close.
 */
const doneMs = 200
const waitingViews = new Set([
  'ConnectingExternal',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
  'SwitchNetwork',
])

export const createNavigation = (store: Store): Navigation => {
  let visit = 0
  store.sub(securePanelAtom, async () => (await import('./followSecurePanel.ts')).followSecurePanel(store))
  /**
   * Returns a function. It tells whether, since this call, the visit ended, the wallet disconnected or a network switch
   * became necessary.
   */
  const watchVisit = () => {
    const startedVisit = visit
    return () =>
      startedVisit !== visit ||
      !store.get(isOpenAtom) ||
      !store.get(activeAccountAtom) ||
      store.get(mustSwitchNetworkAtom) === true
  }
  store.sub(visitAtom, () => prepareVisit(store))
  store.sub(activeAccountAtom, () => prepareVisit(store))
  return {
    start: ({ wallet, uri, view, namespace, signIn }, row) => {
      visit++
      store.set(setPageUriAtom, uri ?? null)
      // If the page names a namespace, the connected account of that namespace becomes active. Without such an account,
      // the modal offers wallets for the namespace.
      const isMissing = namespace !== undefined && !store.get(connectedNamespacesAtom).includes(namespace)
      store.set(setConnectNamespaceAtom, isMissing ? namespace : null)
      if (namespace && !isMissing) store.set(chooseNamespaceAtom, namespace)
      const isConnected = !isMissing && store.get(activeAccountAtom) !== null
      const showsCode = uri || (!isConnected && store.get(isPairedByPageAtom))
      const codeView = store.get(isPhoneAtom) ? 'AllWallets' : 'ConnectingWalletConnectBasic'
      const requested = view ?? (wallet ? 'Connect' : showsCode ? codeView : undefined)
      const isConnecting = requested !== undefined && asksToConnect(requested)
      store.set(cancelConnectionAttemptAtom)
      store.set(cancelNetworkSwitchAtom)
      store.set(forgetRefusedCloseAtom)
      store.set(startSignInVisitAtom, signIn)
      store.set(setWasConnectedAtOpenAtom, isConnected && !isConnecting)
      const hasWaitingRequest = store.get(waitingRequestAtom) !== null
      const mustSwitch = store.get(mustSwitchNetworkAtom)
      const isUnsigned =
        store.get(opensWithSignInAtom) && store.get(signInSubjectAtom) !== null && !store.get(signInSessionAtom)
      // If a SIWX session may be stored, the server or the site must first confirm it. Until then the visitor counts as
      // signed in.
      const mustSignIn = isUnsigned && !store.get(mayHaveSessionAtom) && store.get(signInViewAtom)
      store.set(
        startHistoryAtom,
        chooseStartView({
          requested,
          panel: store.get(securePanelAtom),
          isConnected,
          hasWaitingRequest,
          mustSwitch,
          mustSignIn,
        }),
      )
      if (row && !store.get(isLegalConsentMissingAtom) && store.get(screenAtom).view === 'Connect')
        store.set(chooseWalletAtom, row)
      if (isUnsigned && !mustSignIn && !isConnecting) void store.set(requireSignInAtom, watchVisit())
    },
    close: (force) => (force ? store.set(closeAtom, { outcome: 'closed' }) : store.set(safeCloseAtom)),
    follow: (change) => {
      const { view } = currentScreen(store.get(historyAtom))
      // The Connect view stays open, because it needs no connection.
      if (change === 'lost' && view !== 'Connect') void store.set(closeAtom, { outcome: 'closed' })
      if (change === 'connected') store.set(setWasConnectedAtOpenAtom, false)
      if (change === 'mustSwitch') store.set(startHistoryAtom, { view: 'UnsupportedChain' })
      const hasMovedOn = watchVisit()
      const isSignInDue = () =>
        store.get(signInModeAtom) !== 'none' &&
        (!store.get(wasConnectedAtOpenAtom) || store.get(opensWithSignInAtom) || store.get(hasNamespaceSessionAtom))
      const proceed = async () => {
        if (hasMovedOn()) return
        const isSettled = store.set(removeFinishedViewsAtom, change)
        if (isSignInDue() && ((await store.set(requireSignInAtom, hasMovedOn)) || hasMovedOn())) return
        const isSigning = signInViews.has(currentScreen(store.get(historyAtom)).view)
        if (!isSigning && (isSettled || change === 'accountChanged')) return
        void store.set(closeWithOutcomeAtom)
      }
      if (change === 'connected' ? !connectViews.has(view) : !accountChanges.has(change)) return
      if (waitingViews.has(view)) setTimeout(proceed, doneMs)
      else void proceed()
    },
    view: () => store.get(screenAtom).view,
  }
}

/** Renders the view with which the next visit will probably start, while the modal is closed. */
const prepareVisit = (store: Store): void => {
  if (store.get(isOpenAtom) || store.get(isClosingAtom)) return
  const isConnected = store.get(activeAccountAtom) !== null
  store.set(
    startHistoryAtom,
    chooseStartView({
      requested: undefined,
      panel: store.get(securePanelAtom),
      isConnected,
      hasWaitingRequest: false,
      mustSwitch: store.get(mustSwitchNetworkAtom),
      mustSignIn: false,
    }),
  )
}

const accountChanges = new Set<ConnectionChange>(['networkChanged', 'accountChanged'])
