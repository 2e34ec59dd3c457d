import { atom } from 'jotai/vanilla'
import { AppError } from 'loader/protocol/errors.ts'
import type { SignInSession } from 'loader/protocol/frameApi.ts'
import { disconnectAtom } from '../state/connections.ts'
import { showToastAtom } from '../state/notices.ts'
import { signInModeAtom, signInSubjectAtom } from '../state/signIn.ts'
import { current } from './history.ts'
import { resetAtom } from './router.ts'
import { historyAtom } from './screens.ts'

/**
 * Leads to the sign-in where the account needs one. True where it did, and so nothing else is to follow; `isElsewhere`
 * tells that the visitor or the wallet went another way while the server was asked.
 */
export const askSignInAtom = atom(null, async (get, set, isElsewhere: () => boolean): Promise<boolean> => {
  const subject = get(signInSubjectAtom)
  if (get(signInModeAtom) === 'none' || !subject) return false
  const isRequired = get(signInModeAtom) === 'required'
  let session: SignInSession | null
  try {
    const { checkSessionAtom } = await import('../state/siwx.ts')
    session = await set(checkSessionAtom)
  } catch {
    if (isElsewhere() || !isRequired) return false
    await set(giveUpAtom)
    return true
  }
  if (isElsewhere() || get(signInSubjectAtom)?.key !== subject.key) return true
  if (session) return false
  if (current(get(historyAtom)).view !== 'SIWXSignMessage') set(resetAtom, { view: 'SIWXSignMessage' })
  return true
})

/** Specification 8: who can't sign in, and has to, starts over. */
const giveUpAtom = atom(null, async (_get, set) => {
  // Before the connection is gone, since that closes the modal on every other view.
  set(resetAtom, { view: 'Connect' })
  set(showToastAtom, { variant: 'error', message: new AppError('SIWX_NOT_INITIALIZED').message })
  try {
    await set(disconnectAtom)
  } catch {
    // The wallet would not let go. The site knows nobody without a session all the same.
  }
})
