import { atom } from 'jotai/vanilla'
import { disconnectAtom } from '../core/state/connections.ts'
import { closeAtom, openAtom, startShakeAtom } from '../core/state/modal.ts'
import { hostAtom } from '../core/state/peers.ts'
import { signInModeAtom, signInSessionAtom } from '../features/signIn/signInAtoms.ts'
import { canClose } from './canClose.ts'
import { finishAtom } from './finish.ts'
import { current } from './history.ts'
import { historyAtom } from './historyAtom.ts'
import { signInViews } from './viewPurposes.ts'

const refusedAtAtom = atom<number | null>(null)

/** A close attempt of an earlier visit does not count in a new one. */
export const forgetRefusalAtom = atom(null, (_get, set) => set(refusedAtAtom, null))

/** Closes the modal, or shakes it if the visitor has to choose a network or sign in first. */
export const safeCloseAtom = atom(null, async (get, set) => {
  // The modal is on the screen before the page calls `open`, so a press before that has to count.
  if (!get(openAtom)) return get(hostAtom)?.close({ outcome: 'closed' })
  const refusedAt = get(refusedAtAtom)
  const isSignInRequired = get(signInModeAtom) === 'required' && get(signInSessionAtom) === null
  const sinceMs = refusedAt === null ? null : performance.now() - refusedAt
  const answer = canClose(get(historyAtom), sinceMs, isSignInRequired)
  if (answer === 'shake') {
    set(refusedAtAtom, performance.now())
    set(startShakeAtom)
    return
  }
  set(refusedAtAtom, null)
  // A visitor who does not sign in is still connected.
  if (answer === 'close' && signInViews.has(current(get(historyAtom)).view)) return set(finishAtom)
  try {
    if (answer === 'disconnectAndClose') await set(disconnectAtom)
  } finally {
    // Closes even if the wallet fails to disconnect, so that no visitor is locked in.
    await set(closeAtom, { outcome: 'closed' })
  }
})
