import type { Screen } from './screen.ts'

/** The visited screens; the last one is on display. Never empty. */
export type History = readonly [Screen, ...Screen[]]

export const reset = (screen: Screen): History => [screen]

export const current = (history: History): Screen => history.at(-1) ?? history[0]

/** Ignores a push of the view that is already on display. */
export const push = (history: History, screen: Screen): History =>
  current(history).view === screen.view ? history : [...history, screen]

export const replace = (history: History, screen: Screen): History =>
  history.length === 1 ? [screen] : [history[0], ...history.slice(1, -1), screen]

/**
 * Null means that going back closes the modal. UnsupportedChain is always the first screen; a declined switch leads
 * back to it.
 */
export const back = (history: History, isConnected: boolean): History | null => {
  if (history.length === 1 || current(history).view === 'UnsupportedChain') return null
  const [first, ...rest] = history
  const shorter: History = [first, ...rest.slice(0, -1)]
  // Connect is of no use to a visitor who connected meanwhile, unless they opened it to add another wallet.
  return isConnected && shorter.length === 1 && current(shorter).view === 'Connect'
    ? replace(shorter, { view: 'Account' })
    : shorter
}
