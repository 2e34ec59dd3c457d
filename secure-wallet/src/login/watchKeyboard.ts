type Options = {
  /** The panel whose fields take the secret. */
  root: HTMLElement
  /** Covers what was typed, or shows it again. */
  cover(isCovered: boolean): void
  /**
   * The page around the frame took the keyboard: only a press of the visitor brought it back. `isHeld`: the press goes
   * on. A browser may report the focus only after the press.
   */
  taken(isHeld: boolean): void
  signal: AbortSignal
}

/**
 * Watches the keyboard while the visitor types a secret. The page around the frame can take the focus at any time, and
 * then hears the keys. No field can refuse a key that goes to the page, so the visitor must notice (SECURITY-MODEL.md
 * 5.5).
 *
 * The focus also leaves for another tab, window or app. The browser then gives it back before any press reaches this
 * document. Only if the page holds the focus does a press come first.
 */
export const watchKeyboard = ({ root, cover, taken, signal }: Options): void => {
  const isFramed = window.top !== window.self
  let isAway = false
  let isPressed = false
  let isHeld = false
  const leave = (): void => {
    isAway = true
    isPressed = false
    cover(true)
  }
  const press = ({ isTrusted }: Event): void => {
    isPressed ||= isAway && isTrusted
    isHeld = true
  }
  const release = (): void => {
    isHeld = false
  }
  const comeBack = (): void => {
    if (!isAway) return
    isAway = false
    cover(false)
    if (isPressed && isFramed) taken(isHeld)
  }
  /** A password manager fills fields of a document without the focus, but nobody types there. */
  const refuseTyping = (event: InputEvent): void => {
    if (isAway && /^insert(?:Text|CompositionText)$/.test(event.inputType)) event.preventDefault()
  }
  window.addEventListener('blur', leave, { signal })
  window.addEventListener('focus', comeBack, { signal })
  document.addEventListener('pointerdown', press, { signal, capture: true })
  for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, release, { signal, capture: true })
  root.addEventListener('beforeinput', refuseTyping, { signal, capture: true })
}
