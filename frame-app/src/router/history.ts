import type { Screen } from './screen.ts'

/** The screens that the visitor has visited, never empty. The last one is on display. */
export type History = readonly [Screen, ...Screen[]]

export const startHistory = (screen: Screen): History => [screen]

export const currentScreen = (history: History): Screen => history.at(-1) ?? history[0]

/** Ignores a push of the view that is already on display. */
export const pushScreen = (history: History, screen: Screen): History =>
  currentScreen(history).view === screen.view ? history : [...history, screen]

export const replaceScreen = (history: History, screen: Screen): History =>
  history.length === 1 ? [screen] : [history[0], ...history.slice(1, -1), screen]

/**
 * The history after going back. Null means that going back closes the modal. UnsupportedChain is always the first
 * screen, and a declined switch leads back to it.
 */
export const goBack = (history: History, isConnected: boolean): History | null => {
  if (history.length === 1 || currentScreen(history).view === 'UnsupportedChain') return null
  const [first, ...rest] = history
  const shorter: History = [first, ...rest.slice(0, -1)]
  // A visitor who connected meanwhile does not need the Connect view. The Connect view stays for a visitor who opened
  // it to add another wallet.
  return isConnected && shorter.length === 1 && currentScreen(shorter).view === 'Connect'
    ? replaceScreen(shorter, { view: 'Account' })
    : shorter
}
