import { atom } from 'jotai/vanilla'
import type { Consequence } from '../core/effects/rules.ts'
import { activeAccountAtom, connectedNamespacesAtom } from '../core/state/accounts.ts'
import { connectNamespaceAtom } from '../core/state/networks.ts'
import { back, current, type History, push, reset } from './history.ts'
import { historyAtom } from './historyAtom.ts'
import { safeCloseAtom } from './safeClose.ts'
import type { Screen } from './screen.ts'
import { connectViews, networkViews } from './viewPurposes.ts'

export const screenAtom = atom((get) => current(get(historyAtom)))
/** The direction of the animation between two views. */
export const directionAtom = atom((get) => get(directionSourceAtom))
/** True if the header shows the back button. */
export const canGoBackAtom = atom((get) => get(historyAtom).length > 1 && !isUnsupported(get(historyAtom)))

const directionSourceAtom = atom<'forward' | 'back' | 'none'>('none')
const isUnsupported = (history: History) => current(history).view === 'UnsupportedChain'

export const pushAtom = atom(null, (get, set, screen: Screen) => {
  set(directionSourceAtom, 'forward')
  set(historyAtom, push(get(historyAtom), screen))
})

export const resetAtom = atom(null, (get, set, screen: Screen) => {
  set(directionSourceAtom, 'none')
  const [first, ...others] = get(historyAtom)
  // The same screen needs no new rendering.
  if (others.length > 0 || first.view !== screen.view || 'data' in screen) set(historyAtom, reset(screen))
})

export const backAtom = atom(null, async (get, set) => {
  const namespace = get(connectNamespaceAtom)
  const isConnected = namespace ? get(connectedNamespacesAtom).includes(namespace) : get(activeAccountAtom) !== null
  const shorter = back(get(historyAtom), isConnected)
  if (!shorter) return set(safeCloseAtom)
  set(directionSourceAtom, 'back')
  set(historyAtom, shorter)
})

/**
 * Removes the views that have done their work after a connection or a network change. Returns false if no other view is
 * left.
 */
export const settleAtom = atom(null, (get, set, consequence: Consequence): boolean => {
  if (consequence !== 'networkChanged' && consequence !== 'connected') return false
  const isDone = (view: string) => networkViews.has(view) || (consequence === 'connected' && connectViews.has(view))
  const [first, ...rest] = get(historyAtom).filter(({ view }) => !isDone(view))
  if (!first) return false
  const settled: History = [first, ...rest]
  if (settled.length !== get(historyAtom).length) {
    set(directionSourceAtom, 'back')
    set(historyAtom, settled)
  }
  return true
})
