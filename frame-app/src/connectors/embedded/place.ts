/** Where the card leaves its body to the secure frame, in CSS pixels of this document. */
export type Place = { left: number; top: number; width: number; height: number; clipBottom: number; radius: string }

/**
 * Out of sight and of reach, but laid out, so that the secure frame can say how high it will be. It never moves in the
 * document: that would load it anew.
 */
export const hideFrame = (frame: HTMLIFrameElement): void => {
  frame.inert = true
  Object.assign(frame.style, {
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
  frame.inert = false
  Object.assign(frame.style, {
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
