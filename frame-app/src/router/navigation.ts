import { atom } from 'jotai/vanilla'
import type { Navigation, Store } from '../effects/context.ts'
import { activeAccountAtom } from '../state/accounts.ts'
import { cancelAttemptAtom } from '../state/connections.ts'
import { closeAtom, openAtom } from '../state/modal.ts'
import { mustSwitchAtom } from '../state/networks.ts'
import { cancelSwitchAtom } from '../state/switching.ts'
import { current } from './history.ts'
import { resetAtom, screenAtom, settleNetworkAtom } from './router.ts'
import { safeCloseAtom } from './safeClose.ts'
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

/** Views that connect: an account that comes while one of them shows is what the visitor came for. */
const connecting = new Set(['Connect', 'ConnectingExternal', 'WhatIsAWallet', 'UnsupportedChain'])

export const createNavigation = (store: Store): Navigation => ({
  start: ({ view }) => {
    const isConnected = store.get(activeAccountAtom) !== null
    store.set(cancelAttemptAtom)
    store.set(cancelSwitchAtom)
    store.set(cameConnectedAtom, isConnected && view !== 'Connect')
    store.set(resetAtom, startView({ requested: view, isConnected, mustSwitch: store.get(mustSwitchAtom) }))
  },
  close: (force) => (force ? store.set(closeAtom, { outcome: 'closed' }) : store.set(safeCloseAtom)),
  follow: (consequence) => {
    if (!store.get(openAtom)) return
    const { view } = current(store.get(historyAtom))
    if (consequence === 'lost') void store.set(closeAtom, { outcome: 'closed' })
    if (consequence === 'mustSwitch') store.set(resetAtom, { view: 'UnsupportedChain' })
    if (consequence === 'connected' && connecting.has(view)) void store.set(finishAtom)
    if (consequence === 'networkChanged' && !store.set(settleNetworkAtom)) void store.set(finishAtom)
  },
  view: () => store.get(screenAtom).view,
})
