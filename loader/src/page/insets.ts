import type { Insets } from '../../protocol/api/frameApi.ts'

/** What the frame can't see itself: safe areas, and what the on-screen keyboard covers. */
export const watchInsets = (dialog: HTMLDialogElement, tell: (insets: Insets) => void): (() => void) => {
  // It scrolls nothing: a place where the browser turns `env()` into numbers.
  dialog.style.scrollPadding =
    'env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)'
  const { visualViewport: view } = window as unknown as { visualViewport: VisualViewport }
  const read = (): void => {
    const lengths =
      getComputedStyle(dialog)
        .scrollPadding.match(/[\d.]+/g)
        ?.map(Number) ?? []
    // A shorthand leaves out what repeats.
    const [top = 0, right = top, bottom = top, left = right] = lengths
    // A visitor who has zoomed in sees less as well, but nothing is covered.
    const keyboard = Math.max(0, innerHeight - view.height * view.scale - view.offsetTop)
    tell({ top, right, bottom, left, keyboard })
  }
  for (const type of ['resize', 'scroll']) view.addEventListener(type, read)
  return read
}
