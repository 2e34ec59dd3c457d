import type { Insets } from '../../protocol/frameApi.ts'

const sides = ['top', 'right', 'bottom', 'left']

/** What the frame can't see itself: safe areas, and what the on-screen keyboard covers. */
export const watchInsets = (dialog: HTMLDialogElement, tell: (insets: Insets) => void): (() => void) => {
  // It scrolls nothing: a place where the browser turns `env()` into numbers.
  dialog.style.scrollPadding = sides.map((side) => `env(safe-area-inset-${side})`).join(' ')
  const read = (): void => {
    const style = getComputedStyle(dialog)
    const { height, offsetTop, scale } = visualViewport as VisualViewport
    const insets = sides.map((side) => [side, Number.parseFloat(style.getPropertyValue(`scroll-padding-${side}`)) || 0])
    // A visitor who has zoomed in sees less as well, but nothing is covered.
    const keyboard = Math.max(0, innerHeight - height * scale - offsetTop)
    tell({ ...Object.fromEntries(insets), keyboard })
  }
  for (const type of ['resize', 'scroll']) visualViewport?.addEventListener(type, read)
  return read
}
