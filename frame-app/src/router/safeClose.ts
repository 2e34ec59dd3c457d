import { atom } from 'jotai/vanilla'
import { disconnectAtom } from '../core/state/connections.ts'
import { closeAtom, isOpenAtom, startShakeAtom } from '../core/state/modal.ts'
import { hostAtom } from '../core/state/peers.ts'
import { signInModeAtom, signInSessionAtom } from '../features/signIn/signInAtoms.ts'
import { decideClose } from './decideClose.ts'
import { closeWithOutcomeAtom } from './finish.ts'
import { currentScreen } from './history.ts'
import { historyAtom } from './historyAtom.ts'
import { signInViews } from './viewPurposes.ts'

const refusedAtAtom = atom<number | null>(null)

/** Forgets the last refused close attempt, because an attempt of an earlier visit does not count in a new one. */
export const forgetRefusedCloseAtom = atom(null, (_get, set) => set(refusedAtAtom, null))

/** Closes the modal, or shakes it if the visitor has to switch networks or sign in first. */
export const safeCloseAtom = atom(null, async (get, set) => {
  // The modal is visible before the page calls `open`, so a press on the close button before that must also count.
  if (!get(isOpenAtom)) return get(hostAtom)?.close({ outcome: 'closed' })
  const refusedAt = get(refusedAtAtom)
  const isSignInRequired = get(signInModeAtom) === 'required' && get(signInSessionAtom) === null
  const sinceMs = refusedAt === null ? null : performance.now() - refusedAt
  const answer = decideClose(get(historyAtom), sinceMs, isSignInRequired)
  if (answer === 'shake') {
    set(refusedAtAtom, performance.now())
    set(startShakeAtom)
    return
  }
  set(refusedAtAtom, null)
  // The outcome of a visit that skips the sign-in is still the connection.
  if (answer === 'close' && signInViews.has(currentScreen(get(historyAtom)).view)) return set(closeWithOutcomeAtom)
  try {
    if (answer === 'disconnectAndClose') await set(disconnectAtom)
  } finally {
    // The modal closes even if the wallet fails to disconnect, so that no visitor is locked in.
    await set(closeAtom, { outcome: 'closed' })
  }
})
