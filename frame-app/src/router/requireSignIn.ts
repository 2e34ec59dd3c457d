import type { SignInSession } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { atom } from 'jotai/vanilla'
import { disconnectAtom } from '../core/state/connections.ts'
import { showToastAtom } from '../core/state/notices.ts'
import { siteSignInAtom } from '../core/state/options.ts'
import { signInModeAtom, signInSubjectAtom, signInViewAtom } from '../features/signIn/signInAtoms.ts'
import { current } from './history.ts'
import { historyAtom } from './historyAtom.ts'
import { resetAtom } from './router.ts'

/**
 * Leads to the sign-in where the account needs one. True where it did, and so nothing else is to follow; `isElsewhere`
 * tells that the visitor or the wallet went another way while the server was asked.
 */
export const requireSignInAtom = atom(null, async (get, set, isElsewhere: () => boolean): Promise<boolean> => {
  const subject = get(signInSubjectAtom)
  if (get(signInModeAtom) === 'none' || !subject) return false
  let session: SignInSession | null
  try {
    const { checkSessionAtom } = await import('../features/signIn/siwx.ts')
    session = await set(checkSessionAtom)
  } catch {
    if (isElsewhere() || (get(signInModeAtom) !== 'required' && !get(siteSignInAtom))) return false
    await set(giveUpAtom)
    return true
  }
  if (isElsewhere() || get(signInSubjectAtom)?.key !== subject.key) return true
  // The page may have said only now that it signs nobody in.
  if (session || get(signInModeAtom) === 'none') return false
  const view = get(signInViewAtom)
  if (current(get(historyAtom)).view !== view) set(resetAtom, { view })
  return true
})

const isLeavingAtom = atom(false)
/** Specification 8: who can't sign in, and has to, starts over. */
const giveUpAtom = atom(null, async (get, set) => {
  // A new connection asks more than once.
  if (get(isLeavingAtom)) return
  set(isLeavingAtom, true)
  // Before the connection is gone, since that closes the modal on every other view.
  set(resetAtom, { view: 'Connect' })
  set(showToastAtom, { variant: 'error', word: 'noSignIn' })
  try {
    await set(disconnectAtom)
  } catch {
    // The wallet would not let go. The site knows nobody without a session all the same.
  }
  set(isLeavingAtom, false)
})
