import { atom } from 'jotai/vanilla'
import type { Navigation, Store } from '../effects/context.ts'
import { activeAccountAtom, chooseNamespaceAtom, connectedNamespacesAtom } from '../state/accounts.ts'
import { cancelAttemptAtom } from '../state/connections.ts'
import { closeAtom, openAtom } from '../state/modal.ts'
import { connectForAtom, mustSwitchAtom } from '../state/networks.ts'
import { cancelSwitchAtom } from '../state/switching.ts'
import { waitingRequestAtom } from '../state/waitingRequest.ts'
import { current } from './history.ts'
import { connecting } from './purposes.ts'
import { resetAtom, screenAtom, settleAtom } from './router.ts'
import { forgetRefusalAtom, safeCloseAtom } from './safeClose.ts'
import { historyAtom } from './screens.ts'
import { startView } from './startView.ts'

/** Whether the visitor was connected when the modal opened: then a settled network is no connection made here. */
const cameConnectedAtom = atom(false)

/** Closes with what came of it. */
const finishAtom = atom(null, async (get, set) => {
  const account = get(activeAccountAtom)
  if (!account || get(cameConnectedAtom)) return set(closeAtom, { outcome: 'closed' })
  const { namespace, caipAddress } = account
  await set(closeAtom, { outcome: 'connected', namespace, caipAddress })
})

/** Long enough to see that the line between the two ends closed. */
const doneMs = 200
const waiting = new Set([
  'ConnectingExternal',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
  'SwitchNetwork',
])

export const createNavigation = (store: Store): Navigation => {
  let visit = 0
  return {
    start: ({ view, namespace }) => {
      visit++
      // The page wants an account of this namespace: the one that there is, or else a wallet for it.
      const isMissing = namespace !== undefined && !store.get(connectedNamespacesAtom).includes(namespace)
      store.set(connectForAtom, isMissing ? namespace : null)
      if (namespace && !isMissing) store.set(chooseNamespaceAtom, namespace)
      const isConnected = !isMissing && store.get(activeAccountAtom) !== null
      store.set(cancelAttemptAtom)
      store.set(cancelSwitchAtom)
      store.set(forgetRefusalAtom)
      store.set(cameConnectedAtom, isConnected && view !== 'Connect')
      const isAsked = store.get(waitingRequestAtom) !== null
      const mustSwitch = store.get(mustSwitchAtom)
      store.set(resetAtom, startView({ requested: view, isConnected, isAsked, mustSwitch }))
    },
    close: (force) => (force ? store.set(closeAtom, { outcome: 'closed' }) : store.set(safeCloseAtom)),
    follow: (consequence) => {
      const { view } = current(store.get(historyAtom))
      if (consequence === 'lost') void store.set(closeAtom, { outcome: 'closed' })
      if (consequence === 'connected') store.set(cameConnectedAtom, false)
      if (consequence === 'mustSwitch') store.set(resetAtom, { view: 'UnsupportedChain' })
      const ownVisit = visit
      const goOn = () => {
        // The visitor or the wallet may have gone another way meanwhile, or the visitor left and came back.
        if (ownVisit !== visit || !store.get(openAtom) || !store.get(activeAccountAtom) || store.get(mustSwitchAtom))
          return
        if (store.set(settleAtom, consequence)) return
        void store.set(finishAtom)
      }
      if (consequence !== 'networkChanged' && !(consequence === 'connected' && connecting.has(view))) return
      if (waiting.has(view)) setTimeout(goOn, doneMs)
      else goOn()
    },
    view: () => store.get(screenAtom).view,
  }
}
