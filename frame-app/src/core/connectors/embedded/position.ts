/** The rect in the modal's card that the secure frame covers, in CSS pixels of this document. */
export type SecureFramePosition = {
  left: number
  top: number
  width: number
  height: number
  clipBottom: number
  radius: string
}

/**
 * Hides the secure frame but keeps its layout, so that the secure frame can measure its height. The `iframe` element
 * never moves in the document, because the browser would then reload the secure frame. Until the bridge lays out
 * the closed dialog, this document has no size. In that case `display: none` is needed, because otherwise Chromium would
 * not paint the secure frame later.
 */
export const hideSecureFrame = (frame: HTMLIFrameElement): void => {
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

/** Puts the secure frame exactly over its rect in the modal's card, and clips it to the visible part of the card. */
export const placeSecureFrame = (
  frame: HTMLIFrameElement,
  { left, top, width, height, clipBottom, radius }: SecureFramePosition,
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
 * The secure frame focuses its own heading or first field. A document cannot take the focus from its parent, so this
 * frame moves the focus to the secure frame. The call waits two animation frames, so that a screen reader first reads
 * the header of the modal.
 */
const focusFrame = (frame: HTMLIFrameElement): void => {
  requestAnimationFrame(() => requestAnimationFrame(() => frame.focus({ preventScroll: true })))
}
