import { currentScreen, type History } from './history.ts'
import { signInViews } from './viewPurposes.ts'

/**
 * A second close attempt within this time disconnects the wallet and closes the modal, so that no visitor is locked in.
 */
export const secondCloseAttemptMs = 3_000

type CloseAnswer = 'close' | 'shake' | 'disconnectAndClose'

/** Decides whether Esc, the backdrop and the close button close the modal, shake it, or disconnect first. */
export const decideClose = (
  history: History,
  sinceRefusedMs: number | null,
  isSignInRequired: boolean,
): CloseAnswer => {
  const { view } = currentScreen(history)
  const isBlocked =
    view === 'UnsupportedChain' ||
    (signInViews.has(view) && isSignInRequired) ||
    (view === 'SwitchNetwork' && history.some((screen) => screen.view === 'UnsupportedChain'))
  if (!isBlocked) return 'close'
  return sinceRefusedMs !== null && sinceRefusedMs <= secondCloseAttemptMs ? 'disconnectAndClose' : 'shake'
}
