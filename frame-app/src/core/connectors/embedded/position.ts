/** Where the card leaves its body to the secure frame, in CSS pixels of this document. */
export type Place = { left: number; top: number; width: number; height: number; clipBottom: number; radius: string }

/**
 * Out of sight and of reach, but laid out, so that the secure frame can say how high it will be. It never moves in the
 * document: that would load it anew. Where this document itself is not rendered, as long as it only reads, the frame is
 * not either: Chromium would not paint it later.
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

/** Exactly over the place that the card keeps for it, and never over more than is uncovered of the card. */
export const placeFrame = (frame: HTMLIFrameElement, { left, top, width, height, clipBottom, radius }: Place): void => {
  const hasSize = width > 0 && height > 0
  if (hasSize && (frame.inert || frame.style.display === 'none')) enter(frame)
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
 * The secure frame has the focus on the heading or the first field of its panel, and no document may take the focus from
 * the one around it. Two frames: by then the header of the card has been read.
 */
const enter = (frame: HTMLIFrameElement): void => {
  requestAnimationFrame(() => requestAnimationFrame(() => frame.focus({ preventScroll: true })))
}
