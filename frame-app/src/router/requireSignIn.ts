import type { SignInSession } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { atom } from 'jotai/vanilla'
import { disconnectAtom } from '../core/state/connections.ts'
import { showToastAtom } from '../core/state/notices.ts'
import { signInOptionNameAtom } from '../core/state/options.ts'
import { signInModeAtom, signInSubjectAtom, signInViewAtom } from '../features/signIn/signInAtoms.ts'
import { currentScreen } from './history.ts'
import { historyAtom } from './historyAtom.ts'
import { startHistoryAtom } from './router.ts'

/**
 * Opens the sign-in view if the account has to sign in. Returns true if the caller has nothing else to do. `hasMovedOn`
 * tells whether visit, connection or network changed during the request to the server.
 */
export const requireSignInAtom = atom(null, async (get, set, hasMovedOn: () => boolean): Promise<boolean> => {
  const subject = get(signInSubjectAtom)
  if (get(signInModeAtom) === 'none' || !subject) return false
  let session: SignInSession | null
  try {
    const { checkSessionAtom } = await import('../features/signIn/siwx.ts')
    session = await set(checkSessionAtom)
  } catch {
    if (hasMovedOn() || (get(signInModeAtom) !== 'required' && !get(signInOptionNameAtom))) return false
    await set(giveUpAtom)
    return true
  }
  if (hasMovedOn() || get(signInSubjectAtom)?.key !== subject.key) return true
  // The page may have turned its sign-in functions off during the request.
  if (session || get(signInModeAtom) === 'none') return false
  const view = get(signInViewAtom)
  if (currentScreen(get(historyAtom)).view !== view) set(startHistoryAtom, { view })
  return true
})

const isLeavingAtom = atom(false)
/** Disconnects and shows the Connect view, because the required sign-in is impossible. */
const giveUpAtom = atom(null, async (get, set) => {
  // After one new connection this can run more than once, but it must disconnect only once.
  if (get(isLeavingAtom)) return
  set(isLeavingAtom, true)
  // Shows Connect before the disconnect, because on every other view a lost connection closes the modal.
  set(startHistoryAtom, { view: 'Connect' })
  set(showToastAtom, { variant: 'error', text: 'noSignIn' })
  try {
    await set(disconnectAtom)
  } catch {
    // If the wallet fails to disconnect, it stays connected, but the site has no SIWX session of the visitor.
  }
  set(isLeavingAtom, false)
})
