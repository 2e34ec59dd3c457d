import type { SecureView } from '@appkit-frame/loader/protocol/api/secureApi.ts'

/** The one place in the modal's card that this frame may draw in. */
export type Surface = {
  /**
   * Asks the modal for the body of its card, with the height that `root` has at the card's width, and resolves when it is
   * on screen. Follows `root` when its height changes. What was shown before is gone. `again` draws the same anew.
   */
  show(view: SecureView, root: HTMLElement, again?: () => HTMLElement): Promise<void>
  /** Gives the card's body back. */
  hide(): void
}

/**
 * A panel that holds nothing but words and presses, and so can be drawn again in another language. One that something is typed
 * into, that counts down, or whose words are what is signed, keeps the language that it came in.
 */
export const showWords = (surface: Surface, view: SecureView, draw: () => HTMLElement): Promise<void> =>
  surface.show(view, draw(), draw)
