import type { Screen } from './screen.ts'

/** The screens that were passed, the last one showing. Never empty. */
export type History = readonly [Screen, ...Screen[]]

export const reset = (screen: Screen): History => [screen]

export const current = (history: History): Screen => history.at(-1) ?? history[0]

/** The screen that shows is not pushed again. */
export const push = (history: History, screen: Screen): History =>
  current(history).view === screen.view ? history : [...history, screen]

export const replace = (history: History, screen: Screen): History =>
  history.length === 1 ? [screen] : [history[0], ...history.slice(1, -1), screen]

/**
 * Null means that going back closes the modal. Nothing lies behind UnsupportedChain, but a network that was picked there
 * and then declined leads back to its list.
 */
export const back = (history: History, isConnected: boolean): History | null => {
  if (history.length === 1 || current(history).view === 'UnsupportedChain') return null
  const [first, ...rest] = history
  const shorter: History = [first, ...rest.slice(0, -1)]
  // Connect has nothing to offer to someone who connected meanwhile, but to one who went there for another wallet.
  return isConnected && shorter.length === 1 && current(shorter).view === 'Connect'
    ? replace(shorter, { view: 'Account' })
    : shorter
}
