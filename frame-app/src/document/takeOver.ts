import type { Store } from '../core/effects/context.ts'
import { setIsPressLateAtom } from '../core/state/connections.ts'
import { isOpenAtom } from '../core/state/modal.ts'
import type { Handover } from './handover.ts'

/** The time after which browsers differ in whether a press still counts as a user activation. */
const activationMs = 4_000
/** Links that open a tab, and the button that copies the address. Both fail without a user activation. */
const needsActivation = 'a,[data-focus-key=address]'

/** Does what a press on the row with this focus key does. Returns whether there is such a row. */
type PressRow = (focusKey: string) => boolean

/** The input that the document's script keeps until the views can handle it. */
export type EarlyInput = {
  /** Returns the focus key of the kept press. */
  pressedKey(): string | undefined
  /**
   * Performs the kept press before the views render, if the page has opened the modal and the press was on a row. The
   * row stays busy until React replaces it.
   */
  performPress(pressRow: PressRow): void
  /**
   * Keeps presses and keys from React, which handles them as soon as it starts to hydrate. The returned function lets
   * the views handle them, and repeats the kept press, once the page opens the modal.
   */
  keepFromReact(pressRow: PressRow): () => void
}

export const createEarlyInput = (store: Store, handover: Handover): EarlyInput => ({
  pressedKey: () => handover.press?.dataset.focusKey,
  performPress: (pressRow) => {
    const { press } = handover
    if (press && store.get(isOpenAtom) && act(store, handover, () => pressRow(keyOf(press)))) handover.press = null
  },
  keepFromReact: (pressRow) => {
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
        window.onclick = window.onkeydown = window.onpointerdown = null
        const button = clearPress(handover)
        // Waits for the effects of the first rendering before it repeats the press.
        if (button) setTimeout(() => repeatPress(store, handover, button, pressRow))
      }
      const stop = store.sub(isOpenAtom, takeOverWhenOpen)
      takeOverWhenOpen()
    }
  },
})

/** Repeats a press. If it is late, only what needs no user activation happens. */
const repeatPress = (store: Store, handover: Handover, pressed: HTMLElement, pressRow: PressRow): void =>
  act(store, handover, (isLate) => {
    if (pressRow(keyOf(pressed))) return
    const button = findAgain(pressed)
    if (!isLate || !button?.matches(needsActivation)) button?.click()
  })

/** Does what a press does, and lets the state know if the press is late. */
const act = <Result>(store: Store, { pressedAt }: Handover, perform: (isLate: boolean) => Result): Result => {
  const isLate = performance.now() - (pressedAt as number) > activationMs
  store.set(setIsPressLateAtom, isLate)
  const result = perform(isLate)
  store.set(setIsPressLateAtom, false)
  return result
}

const keyOf = ({ dataset }: HTMLElement): string => dataset.focusKey ?? ''

/**
 * Clears the kept press when the modal closes, because a press belongs to one visit. If a visit ended before this code
 * ran, its end also clears a press of the next visit.
 */
export const clearPressOnClose = (store: Store, handover: Handover): void => {
  store.sub(isOpenAtom, () => {
    if (!store.get(isOpenAtom)) clearPress(handover)
  })
}

/** Removes the kept press and returns it, so that it counts once. */
export const clearPress = (handover: Handover): HTMLElement | null | undefined => {
  const { press } = handover
  if (press) press.ariaBusy = null
  handover.press = null
  return press
}

/**
 * Finds the pressed button in the views. If React has replaced the button, finds the new button with the same focus key,
 * which does the same.
 */
const findAgain = (button: HTMLElement): HTMLElement | null =>
  button.isConnected ? button : document.querySelector(`main [data-focus-key="${CSS.escape(keyOf(button))}"]`)
