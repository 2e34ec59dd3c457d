import type { SignInSession } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { atom } from 'jotai/vanilla'
import { activeAccountAtom } from '../core/state/accounts.ts'
import { closeAtom } from '../core/state/modal.ts'
import { signInSessionAtom } from '../features/signIn/signInAtoms.ts'

/** True if the visitor was connected when the modal opened. Then the outcome of this visit is not a connection. */
const wasConnectedSourceAtom = atom(false)
export const wasConnectedAtOpenAtom = atom((get) => get(wasConnectedSourceAtom))
export const setWasConnectedAtOpenAtom = atom(null, (_get, set, isConnected: boolean) =>
  set(wasConnectedSourceAtom, isConnected),
)

/** Closes the modal and reports to the page what the visit led to. */
export const closeWithOutcomeAtom = atom(null, async (get, set, session?: SignInSession) => {
  const account = get(activeAccountAtom)
  // A wallet may connect and sign in with one request, so a new connection may have a SIWX session already.
  const current = session ?? (get(wasConnectedSourceAtom) ? null : get(signInSessionAtom))
  if (current) return set(closeAtom, { outcome: 'signedIn', session: current })
  if (!account || get(wasConnectedSourceAtom)) return set(closeAtom, { outcome: 'closed' })
  const { namespace, caipAddress } = account
  await set(closeAtom, { outcome: 'connected', namespace, caipAddress })
})
