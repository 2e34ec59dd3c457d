import type { Store } from '../core/effects/context.ts'
import { securePanelAtom } from '../core/state/embedded.ts'
import { openAtom } from '../core/state/modal.ts'
import { hostAtom } from '../core/state/peers.ts'
import { finishAtom } from './finish.ts'
import { current, replace } from './history.ts'
import { historyAtom } from './historyAtom.ts'
import { pushAtom } from './router.ts'

/** Opens, changes or closes the view of the secure frame's panel. */
export const followSecurePanel = async (store: Store): Promise<void> => {
  const panel = store.get(securePanelAtom)
  const history = store.get(historyAtom)
  const isShown = current(history).view === 'SecurePanel'
  const [first, ...rest] = history.slice(0, -1)
  // The host answers with `open`, and the start view is the waiting panel.
  if (panel && !store.get(openAtom)) return store.get(hostAtom)?.open()
  if (panel) {
    const screen = { view: 'SecurePanel', data: { panel: panel.view } } as const
    return isShown ? store.set(historyAtom, replace(history, screen)) : store.set(pushAtom, screen)
  }
  if (!isShown || !store.get(openAtom)) return
  // A modal that opened only for the panel has no other screen.
  if (first) store.set(historyAtom, [first, ...rest])
  else await store.set(finishAtom)
}
