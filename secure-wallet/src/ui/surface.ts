import type { SecureView } from '@appkit-frame/loader/protocol/api/secureApi.ts'

/** The body of the modal's card, into which the secure frame may draw. */
export type PanelSurface = {
  /**
   * Replaces the previous panel by `root`, and asks the modal for as much height as `root` needs, now and after each
   * change. Resolves when `root` is on screen. `again` draws the same panel in another language.
   */
  show(view: SecureView, root: HTMLElement, again?: () => HTMLElement): Promise<void>
  /** Returns the body of the modal's card to the modal. */
  hide(): void
}

/**
 * A panel of texts and buttons only, which can be redrawn in another language. A panel with a field, a countdown or a
 * text that is signed keeps its language.
 */
export const showText = (surface: PanelSurface, view: SecureView, draw: () => HTMLElement): Promise<void> =>
  surface.show(view, draw(), draw)

/** The panels of one part of the wallet. `hide` leaves a panel of another part alone. */
type OwnPanels = PanelSurface & { isShown(): boolean }

export const createOwnPanels = (surface: PanelSurface): OwnPanels => {
  let latest: HTMLElement | undefined
  const isShown = (): boolean => latest?.isConnected === true
  const keep = (root: HTMLElement): HTMLElement => {
    latest = root
    return root
  }
  return {
    show: (view, root, again) => surface.show(view, keep(root), again && (() => keep(again()))),
    hide: () => {
      if (isShown()) surface.hide()
    },
    isShown,
  }
}
