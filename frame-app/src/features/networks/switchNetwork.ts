import { atom } from 'jotai/vanilla'
import { activeAccountAtom } from '../../core/state/accounts.ts'
import { toFailedAttempt } from '../../core/state/attempts.ts'
import { goToNetworkAtom } from '../../core/state/goToNetwork.ts'
import { type SwitchAttempt, setSwitchAttemptAtom, switchAttemptAtom } from '../../core/state/switching.ts'

/**
 * Switches to a network, and stores the state of this attempt for the view that shows it. Resolves with true if the
 * wallet agreed.
 */
export const switchNetworkAtom = atom(null, async (get, set, caipNetworkId: string): Promise<boolean> => {
  const attempt: SwitchAttempt = { status: 'waiting', caipNetworkId }
  // Whether this attempt still runs. The answer to a cancelled attempt is ignored.
  const isCurrent = () => get(switchAttemptAtom) === attempt
  if (get(activeAccountAtom)) set(setSwitchAttemptAtom, attempt)
  try {
    await set(goToNetworkAtom, caipNetworkId)
    if (isCurrent()) set(setSwitchAttemptAtom, { status: 'idle' })
    return true
  } catch (error) {
    if (isCurrent()) set(setSwitchAttemptAtom, { ...toFailedAttempt(error), caipNetworkId })
    return false
  }
})
