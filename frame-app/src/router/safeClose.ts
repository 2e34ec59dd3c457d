import { atom } from 'jotai/vanilla'
import { disconnectAtom } from '../core/state/connections.ts'
import { closeAtom, openAtom, startShakeAtom } from '../core/state/modal.ts'
import { hostAtom } from '../core/state/peers.ts'
import { sessionAtom, signInModeAtom } from '../features/signIn/signInAtoms.ts'
import { canClose } from './canClose.ts'
import { finishAtom } from './finish.ts'
import { current } from './history.ts'
import { historyAtom } from './historyAtom.ts'
import { signInViews } from './viewPurposes.ts'

const refusedAtAtom = atom<number | null>(null)

/** What was refused on an earlier visit makes nothing of this one insisted on. */
export const forgetRefusalAtom = atom(null, (_get, set) => set(refusedAtAtom, null))

/** Esc, the backdrop and the X: closes, or shakes where something has to be settled first. */
export const safeCloseAtom = atom(null, async (get, set) => {
  // It is on the screen before the page's `open` has come, and what is pressed by then counts.
  if (!get(openAtom)) return get(hostAtom)?.close({ outcome: 'closed' })
  const refusedAt = get(refusedAtAtom)
  const isSignInRequired = get(signInModeAtom) === 'required' && get(sessionAtom) === null
  const sinceMs = refusedAt === null ? null : performance.now() - refusedAt
  const answer = canClose(get(historyAtom), sinceMs, isSignInRequired)
  if (answer === 'shake') {
    set(refusedAtAtom, performance.now())
    set(startShakeAtom)
    return
  }
  set(refusedAtAtom, null)
  // Who would rather not sign has connected all the same.
  if (answer === 'close' && signInViews.has(current(get(historyAtom)).view)) return set(finishAtom)
  try {
    if (answer === 'disconnectAndClose') await set(disconnectAtom)
  } finally {
    // Also where the wallet would not let go: nobody is locked in.
    await set(closeAtom, { outcome: 'closed' })
  }
})
