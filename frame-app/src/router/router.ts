import { atom } from 'jotai/vanilla'
import type { ConnectionChange } from '../core/effects/connectionChange.ts'
import { activeAccountAtom, connectedNamespacesAtom } from '../core/state/accounts.ts'
import { connectNamespaceAtom } from '../core/state/networks.ts'
import { currentScreen, goBack, type History, pushScreen, startHistory } from './history.ts'
import { historyAtom } from './historyAtom.ts'
import { safeCloseAtom } from './safeClose.ts'
import type { Screen } from './screen.ts'
import { connectViews, networkViews } from './viewPurposes.ts'

export const screenAtom = atom((get) => currentScreen(get(historyAtom)))
/** The direction in which the animation between two views moves. */
export const animationDirectionAtom = atom((get) => get(directionSourceAtom))
/** True if the header shows the back button. */
export const canGoBackAtom = atom((get) => get(historyAtom).length > 1 && !isUnsupported(get(historyAtom)))

const pressedKeysAtom = atom<string[]>([])
/** The focus key of the row that the visitor pressed last in the current view. */
export const pressedKeyAtom = atom((get) => get(pressedKeysAtom)[get(historyAtom).length])
export const notePressAtom = atom(null, (get, set, focusKey: string) => {
  const keys = [...get(pressedKeysAtom)]
  keys[get(historyAtom).length] = focusKey
  set(pressedKeysAtom, keys)
})

const directionSourceAtom = atom<'forward' | 'back' | 'none'>('none')
const isUnsupported = (history: History) => currentScreen(history).view === 'UnsupportedChain'

export const pushAtom = atom(null, (get, set, screen: Screen) => {
  set(directionSourceAtom, 'forward')
  set(historyAtom, pushScreen(get(historyAtom), screen))
})

export const startHistoryAtom = atom(null, (get, set, screen: Screen) => {
  set(directionSourceAtom, 'none')
  set(pressedKeysAtom, [])
  const [first, ...others] = get(historyAtom)
  // If the screen stays the same, its history entry stays too, so that nothing renders again.
  if (others.length > 0 || first.view !== screen.view || 'data' in screen) set(historyAtom, startHistory(screen))
})

export const backAtom = atom(null, async (get, set) => {
  const namespace = get(connectNamespaceAtom)
  const isConnected = namespace ? get(connectedNamespacesAtom).includes(namespace) : get(activeAccountAtom) !== null
  const shorter = goBack(get(historyAtom), isConnected)
  if (!shorter) return set(safeCloseAtom)
  set(directionSourceAtom, 'back')
  set(historyAtom, shorter)
})

/**
 * Removes from the history the views that a connection or a network change has finished. Returns false if no other view
 * is left.
 */
export const removeFinishedViewsAtom = atom(null, (get, set, change: ConnectionChange): boolean => {
  if (change !== 'networkChanged' && change !== 'connected') return false
  const isDone = (view: string) => networkViews.has(view) || (change === 'connected' && connectViews.has(view))
  const [first, ...rest] = get(historyAtom).filter(({ view }) => !isDone(view))
  if (!first) return false
  const settled: History = [first, ...rest]
  if (settled.length !== get(historyAtom).length) {
    set(directionSourceAtom, 'back')
    set(historyAtom, settled)
  }
  return true
})
