import { atom } from 'jotai/vanilla'
import { disconnectAtom } from '../state/connections.ts'
import { closeAtom, startShakeAtom } from '../state/modal.ts'
import { canClose } from './canClose.ts'
import { historyAtom } from './screens.ts'

const refusedAtAtom = atom<number | null>(null)

/** What was refused on an earlier visit makes nothing of this one insisted on. */
export const forgetRefusalAtom = atom(null, (_get, set) => set(refusedAtAtom, null))

/** Esc, the backdrop and the X: closes, or shakes where something has to be settled first. */
export const safeCloseAtom = atom(null, async (get, set) => {
  const refusedAt = get(refusedAtAtom)
  const answer = canClose(get(historyAtom), refusedAt === null ? null : performance.now() - refusedAt)
  if (answer === 'shake') {
    set(refusedAtAtom, performance.now())
    set(startShakeAtom)
    return
  }
  set(refusedAtAtom, null)
  try {
    if (answer === 'disconnectAndClose') await set(disconnectAtom)
  } finally {
    // Also where the wallet would not let go: nobody is locked in.
    await set(closeAtom, { outcome: 'closed' })
  }
})
