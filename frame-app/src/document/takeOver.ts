import type { Store } from '../core/effects/context.ts'
import { setIsPressLateAtom } from '../core/state/connections.ts'
import { isOpenAtom } from '../core/state/modal.ts'
import type { Handover } from './handover.ts'

/** The time after which browsers differ in whether a press still counts as a user activation. */
const activationMs = 4_000
/** Links that open a tab, and the button that copies the address. Both fail without a user activation. */
const needsActivation = 'a,[data-focus-key=address]'

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
      setTimeout(() => repeatPress(store, button, handover.pressedAt as number))
    }
    const stop = store.sub(isOpenAtom, takeOverWhenOpen)
    takeOverWhenOpen()
  }
}

/** Repeats a press. If it is late, only what needs no user activation happens. */
const repeatPress = (store: Store, pressed: HTMLElement, pressedAt: number): void => {
  const button = findAgain(pressed)
  act(store, pressedAt, (isLate) => {
    if (!isLate || !button?.matches(needsActivation)) button?.click()
  })
}

/** Does what a press does, and lets the state know if the press is late. */
const act = <Result>(store: Store, pressedAt: number, perform: (isLate: boolean) => Result): Result => {
  const isLate = performance.now() - pressedAt > activationMs
  store.set(setIsPressLateAtom, isLate)
  const result = perform(isLate)
  store.set(setIsPressLateAtom, false)
  return result
}

/**
 * Performs the kept press before the views render, if the page has opened the modal and `perform` can do it. The pressed
 * row stays busy until React replaces it.
 */
export const takePress = (store: Store, handover: Handover, perform: (focusKey: string) => boolean): void => {
  const { press, pressedAt } = handover
  if (press && store.get(isOpenAtom) && act(store, pressedAt as number, () => perform(press.dataset.focusKey ?? '')))
    handover.press = null
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
