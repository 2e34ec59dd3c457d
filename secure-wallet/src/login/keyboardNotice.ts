import { button, resultNotice } from '../ui/parts.ts'
import { messages } from './messages.ts'
import { watchKeyboard } from './watchKeyboard.ts'

type Secret = 'code' | 'words'
type Options = {
  secret: Secret
  root: HTMLElement
  /** Where the notice shows. */
  area: HTMLElement
  cover(isCovered: boolean): void
  /** Empties the field, and puts the focus at its start. */
  clear(): void
  /** Turns the field off until the visitor chooses to go on here. */
  setDisabled(isDisabled: boolean): void
  /** Opens a wallet window, where the visitor types the secret instead. Null if no window can take it. */
  openWindow: (() => void) | null
  /** Called when the notice offers the window. */
  offered?(): void
  signal: AbortSignal
}

/**
 * Empties a field whose keys the page may have heard, and tells the visitor. From the second time on, offers the
 * wallet's own window.
 */
export const explainTakenKeyboard = (options: Options): void => {
  const { secret, root, area, cover, clear, setDisabled, openWindow, offered, signal } = options
  const text = messages.keyboard
  let times = 0
  const goOn = (): void => {
    area.replaceChildren()
    setDisabled(false)
    clear()
  }
  const taken = (isHeld: boolean): void => {
    // A field that is off takes no key, such as that of an expired code.
    if (!root.querySelector('input:not([disabled]), textarea:not([disabled])')) return
    times++
    clear()
    // The press ends on the box under it. The visitor starts again at the first box.
    if (isHeld) document.addEventListener('click', clear, { once: true, signal })
    if (times === 1 || !openWindow) {
      area.replaceChildren(resultNotice(text.title[secret], text.once[secret]))
      return
    }
    setDisabled(true)
    offered?.()
    area.replaceChildren(
      resultNotice(text.againTitle, text.again[secret]),
      button(text.open, openWindow, 'primary', 'open'),
      button(text.goOn, goOn, 'quiet'),
    )
  }
  watchKeyboard({ root, cover, taken, signal })
}
