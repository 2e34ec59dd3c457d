import type { Store } from '../core/effects/context.ts'
import { securePanelAtom } from '../core/state/embedded.ts'
import { isOpenAtom } from '../core/state/modal.ts'
import { hostAtom } from '../core/state/peers.ts'
import { closeWithOutcomeAtom } from './finish.ts'
import { currentScreen, replaceScreen } from './history.ts'
import { historyAtom } from './historyAtom.ts'
import { pushAtom } from './router.ts'

/** Opens, changes or closes the SecurePanel view when the panel of the secure frame changes. */
export const followSecurePanel = async (store: Store): Promise<void> => {
  const panel = store.get(securePanelAtom)
  const history = store.get(historyAtom)
  const isShown = currentScreen(history).view === 'SecurePanel'
  const [first, ...rest] = history.slice(0, -1)
  // This panel is a part of the Connect view.
  if (panel?.view === 'return' && !isShown) return
  // The host page then calls `open` in this frame, and the modal starts with the waiting panel. If the page does not
  // answer, the panel waits for the next visit.
  if (panel && !store.get(isOpenAtom))
    return store
      .get(hostAtom)
      ?.open()
      .catch(() => {})
  if (panel) {
    const screen = { view: 'SecurePanel', data: { panel: panel.view } } as const
    return isShown ? store.set(historyAtom, replaceScreen(history, screen)) : store.set(pushAtom, screen)
  }
  if (!isShown || !store.get(isOpenAtom)) return
  // If the modal opened only for the panel, there is no other screen and the modal closes.
  if (first) store.set(historyAtom, [first, ...rest])
  else await store.set(closeWithOutcomeAtom)
}
