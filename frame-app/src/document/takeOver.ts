import type { Store } from '../core/effects/context.ts'
import { isOpenAtom } from '../core/state/modal.ts'
import type { Handover } from './handover.ts'

/**
 * Keeps presses and keyboard input from React, which handles them as soon as it starts to hydrate. The document's script
 * stores the last press. The returned function lets the views handle input, and repeat that press, once the page opens
 * the modal.
 */
export const takeOverPresses = (store: Store, handover: Handover): (() => void) => {
  const keep = (event: MouseEvent | KeyboardEvent): void => {
    if (event instanceof KeyboardEvent) window.onkeydown?.(event)
    else window.onclick?.(event as PointerEvent)
    // Everything that the script does not handle is for React, for example a tick in the check box of consent.
    if (event.defaultPrevented) event.stopPropagation()
  }
  addEventListener('click', keep, true)
  addEventListener('keydown', keep, true)
  return () => {
    const takeOverWhenOpen = (): void => {
      if (!store.get(isOpenAtom)) return
      stop()
      removeEventListener('click', keep, true)
      removeEventListener('keydown', keep, true)
      handover.isOver = true
      window.onclick = null
      window.onkeydown = null
      const button = forgetPress(handover)
      if (!button) return
      // Waits for the effects of the first rendering before it repeats the press.
      setTimeout(() => findAgain(button)?.click())
    }
    const stop = store.sub(isOpenAtom, takeOverWhenOpen)
    takeOverWhenOpen()
  }
}

/** Forgets the kept press when the modal closes, because a press belongs to one visit. */
export const forgetPressOnClose = (store: Store, handover: Handover): void => {
  store.sub(isOpenAtom, () => {
    if (!store.get(isOpenAtom)) forgetPress(handover)
  })
}

/** Removes the kept press and returns it, so that it counts once. */
export const forgetPress = (handover: Handover): HTMLElement | null | undefined => {
  const { press } = handover
  if (press) press.ariaBusy = null
  handover.press = null
  return press
}

/**
 * Finds the pressed button in the views. If React has replaced the button, finds the new button with the same focus key,
 * which does the same.
 */
const findAgain = (button: HTMLElement): HTMLElement | null => {
  const { focusKey = '' } = button.dataset
  return button.isConnected ? button : document.querySelector(`main [data-focus-key="${CSS.escape(focusKey)}"]`)
}
