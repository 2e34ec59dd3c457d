import type { Insets } from '../../protocol/frameApi.ts'

/** Keyboards are higher; what is lower is a tool bar that comes and goes. */
const keyboardMin = 60

/** Tells what the frame can't see from inside: the safe area, and how much the on-screen keyboard covers. */
export const watchInsets = (dialog: HTMLElement, tell: (insets: Insets) => void) => {
  let told = ''
  let frame = 0
  const read = (): void => {
    const { scrollPaddingTop, scrollPaddingRight, scrollPaddingBottom, scrollPaddingLeft } = getComputedStyle(dialog)
    const [top = 0, right = 0, bottom = 0, left = 0] = [
      scrollPaddingTop,
      scrollPaddingRight,
      scrollPaddingBottom,
      scrollPaddingLeft,
    ].map((length) => Number.parseFloat(length) || 0)
    const { height = innerHeight, offsetTop = 0 } = visualViewport ?? {}
    const covered = Math.round(innerHeight - height - offsetTop)
    const insets = { top, right, bottom, left, keyboard: covered > keyboardMin ? covered : 0 }
    const text = JSON.stringify(insets)
    if (text !== told) tell(insets)
    told = text
  }
  const soon = (): void => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(read)
  }
  for (const type of ['resize', 'scroll']) visualViewport?.addEventListener(type, soon)
  /** To a frame that has heard nothing yet. */
  return (): void => {
    told = ''
    soon()
  }
}

/**
 * A page's framework may take the dialog out, and other dialogs and password managers mark it inert: both would leave
 * the visitor with a dead page.
 */
export const keepAlive = (dialog: HTMLElement, putBack: () => void): void => {
  new MutationObserver(() => {
    if (dialog.inert) dialog.inert = false
  }).observe(dialog, { attributeFilter: ['inert'] })
  new MutationObserver(() => {
    if (!dialog.isConnected) putBack()
  }).observe(document.documentElement, { childList: true, subtree: true })
}
