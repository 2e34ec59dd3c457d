import type { Insets } from '../../protocol/frameApi.ts'

/** What the frame can't see itself: safe areas, and what the on-screen keyboard covers. */
export const readInsets = (dialog: HTMLDialogElement): Insets => {
  const { scrollPaddingTop, scrollPaddingRight, scrollPaddingBottom, scrollPaddingLeft } = getComputedStyle(dialog)
  const { height = innerHeight, offsetTop = 0, scale = 1 } = visualViewport ?? {}
  return {
    top: Number.parseFloat(scrollPaddingTop) || 0,
    right: Number.parseFloat(scrollPaddingRight) || 0,
    bottom: Number.parseFloat(scrollPaddingBottom) || 0,
    left: Number.parseFloat(scrollPaddingLeft) || 0,
    // A visitor who has zoomed in sees less as well, but nothing is covered.
    keyboard: scale > 1 ? 0 : Math.max(0, innerHeight - height - offsetTop),
  }
}

export const watchInsets = (dialog: HTMLDialogElement, changed: () => void): void => {
  const side = (name: string) => `env(safe-area-inset-${name})`
  // It scrolls nothing: a place where the browser turns `env()` into numbers.
  dialog.style.scrollPadding = ['top', 'right', 'bottom', 'left'].map(side).join(' ')
  visualViewport?.addEventListener('resize', changed)
  visualViewport?.addEventListener('scroll', changed)
}
