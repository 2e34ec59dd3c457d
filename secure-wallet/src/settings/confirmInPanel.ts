import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { showPanelUntilDone } from '../login/panelUntil.ts'
import type { PanelSurface } from '../ui/surface.ts'

/** A panel whose button takes something away or allows more. */
export type GuardedPanel = {
  root: HTMLElement
  button: HTMLElement
  /** Whether the visitor has filled in what the panel asks for. */
  isFilled?(): boolean
}
/**
 * Makes the button of a panel on the screen work, but only for a press that passes the approval gates of a window
 * (SECURITY-MODEL.md 3.8).
 */
export type GuardPress = (panel: GuardedPanel, signal: AbortSignal, pressed: () => void) => void

/** Shows a panel and resolves once a press on its guarded button counts. `cancel` rejects with USER_REJECTED. */
export const confirmInPanel = (
  surface: PanelSurface,
  signal: AbortSignal,
  guardPress: GuardPress,
  draw: (cancel: () => void) => GuardedPanel,
): Promise<void> =>
  showPanelUntilDone<void>(signal, (resolve, reject) => {
    const ended = new AbortController()
    const panel = draw(() => reject(new AppError(commonErrors.USER_REJECTED)))
    surface.show('settings', panel.root).then(() => guardPress(panel, ended.signal, resolve), reject)
    return () => ended.abort()
  })

/** Like `confirmInPanel`, but resolves with false if the visitor cancels. */
export const isConfirmedInPanel = async (...ask: Parameters<typeof confirmInPanel>): Promise<boolean> => {
  const [, signal] = ask
  try {
    await confirmInPanel(...ask)
    return true
  } catch (thrown) {
    if (signal.aborted || !(thrown instanceof AppError) || thrown.code !== 'USER_REJECTED') throw thrown
    return false
  }
}
