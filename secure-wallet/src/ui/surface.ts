import type { SecureView } from 'loader/protocol/secureApi.ts'

/** The one place in the modal's card that this frame may draw in. */
export type Surface = {
  /**
   * Asks the modal for the body of its card, with the height that `root` has at the card's width, and resolves when it is
   * on screen. Follows `root` when its height changes. What was shown before is gone.
   */
  show(view: SecureView, root: HTMLElement): Promise<void>
  /** Gives the card's body back. */
  hide(): void
}
