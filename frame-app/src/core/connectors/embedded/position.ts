/** The rect in the card that the secure frame covers, in CSS pixels of this document. */
export type FramePosition = {
  left: number
  top: number
  width: number
  height: number
  clipBottom: number
  radius: string
}

/**
 * Hides the secure frame but keeps its layout, so that the secure frame can measure its height. The element never moves
 * in the document, because the browser would reload it. If the page has not shown the modal yet, this document is not
 * rendered. Then the frame gets `display: none`, because otherwise Chromium would not paint it later.
 */
export const hideFrame = (frame: HTMLIFrameElement): void => {
  frame.inert = true
  Object.assign(frame.style, {
    display: innerWidth > 0 ? '' : 'none',
    position: 'fixed',
    insetBlockStart: '0',
    border: '0',
    visibility: 'hidden',
    pointerEvents: 'none',
    height: '720px',
  })
}

/** Puts the secure frame exactly over its rect in the card, clipped to the visible part of the card. */
export const placeFrame = (
  frame: HTMLIFrameElement,
  { left, top, width, height, clipBottom, radius }: FramePosition,
): void => {
  const hasSize = width > 0 && height > 0
  if (hasSize && (frame.inert || frame.style.display === 'none')) focusFrame(frame)
  frame.inert = false
  Object.assign(frame.style, {
    display: hasSize ? '' : 'none',
    insetBlockStart: `${top}px`,
    left: `${left}px`,
    width: `${width}px`,
    height: `${height}px`,
    borderEndStartRadius: radius,
    borderEndEndRadius: radius,
    clipPath: clipBottom > 0 ? `inset(0 0 ${clipBottom}px)` : '',
    visibility: 'visible',
    pointerEvents: 'auto',
  })
}

/**
 * The secure frame focuses its own heading or first field. A document cannot take focus from its parent, so this frame
 * gives it the focus. This waits two animation frames, because a screen reader reads the card's header first.
 */
const focusFrame = (frame: HTMLIFrameElement): void => {
  requestAnimationFrame(() => requestAnimationFrame(() => frame.focus({ preventScroll: true })))
}
