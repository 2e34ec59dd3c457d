import type { SecureView } from '@appkit-frame/loader/protocol/api/secureApi.ts'

/** The area of the modal's card in which this frame may draw. */
export type Surface = {
  /**
   * Asks the modal for its card's body at the height of `root`, and resolves when `root` is on screen. Follows later
   * changes of the height and removes the previous panel. `again` redraws the same panel.
   */
  show(view: SecureView, root: HTMLElement, again?: () => HTMLElement): Promise<void>
  /** Returns the card's body to the modal. */
  hide(): void
}

/**
 * A panel of texts and buttons only, which can be redrawn in another language. A panel with a field, a countdown or a
 * text that is signed keeps its language.
 */
export const showText = (surface: Surface, view: SecureView, draw: () => HTMLElement): Promise<void> =>
  surface.show(view, draw(), draw)
