import { type CDPSession, expect, type Page } from '@playwright/test'
import { unlessClosed } from '../../driver/press.ts'
import type { Point } from './clickjackTrick.ts'
import { middleOf } from './stage.ts'

/** A wallet window with a guarded button, and what a visitor can do there. */
export type WindowStage = {
  window: Page
  /** The button's selector. */
  button: string
  /** The DevTools session, for changes of the window that a page can't make. */
  browser: CDPSession
  buttonCenter(): Promise<Point>
  armed(): Promise<void>
  /**
   * Sends the event that the browser fires when the window was covered or resized. Expects that the button then ignores
   * presses.
   */
  disturb(type: 'blur' | 'focus' | 'resize'): Promise<void>
  /** Resizes the window and waits for its resize event. */
  resize(width: number, height: number): Promise<void>
  /** `click` moves the pointer to the button and presses; `press` presses where the pointer is. */
  click(): Promise<void>
  press(): Promise<void>
  /**
   * Like `click`, `press` and a key press, but so early after a disturbance that the button ignores the input. A fast
   * visitor would act at this time, however slow the machine is.
   */
  clickSoon(): Promise<void>
  pressSoon(): Promise<void>
  keySoon(type: 'keyDown' | 'keyUp', key: Key): Promise<void>
}
type WindowTrick = { name: string; play(stage: WindowStage): Promise<void> }
type Key = { key: string; code: string; windowsVirtualKeyCode: number; text: string }
type Disturbed = Window & { disturbedAt?: number }

/**
 * A guarded button in a window accepts a click one second after a disturbance, so a click after this time is too early.
 */
const soonMs = 500

export async function createWindowStage(window: Page, selector = '.approve__button'): Promise<WindowStage> {
  const button = window.locator(selector)
  const browser = await window.context().newCDPSession(window)
  await expect(button).toBeVisible()
  await window.evaluate(() => {
    for (const type of ['blur', 'focus', 'resize'])
      addEventListener(type, () => Object.assign(window, { disturbedAt: performance.timeOrigin + performance.now() }))
  })

  const buttonCenter = async () => {
    await button.scrollIntoViewIfNeeded()
    const box = await button.boundingBox()
    if (!box) throw new Error('The button has no box.')
    return middleOf(box)
  }
  const approach = async () => {
    const at = await buttonCenter()
    for (const step of [8, 3, 0]) await window.mouse.move(at.x - step, at.y)
    return at
  }
  const press = async () => {
    await window.mouse.down()
    // A window that accepts the press closes, maybe before the browser confirms the release.
    await unlessClosed(window.mouse.up())
  }
  const disturbedAt = () => window.evaluate(() => (globalThis as unknown as Disturbed).disturbedAt)
  /** The timestamp of an input event, in seconds. */
  const soon = async () => Math.min(Date.now(), Number(await disturbedAt()) + soonMs) / 1_000
  const pressAt = async ({ x, y }: Point) => {
    const timestamp = await soon()
    for (const type of ['mousePressed', 'mouseReleased'] as const)
      await browser.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1, timestamp })
  }
  return {
    window,
    button: selector,
    browser,
    buttonCenter,
    armed: () => expect(button).not.toHaveAttribute('aria-disabled', 'true'),
    async disturb(type) {
      const isDisabled = await button.evaluate((each, name) => {
        dispatchEvent(new Event(name))
        return each.ariaDisabled
      }, type)
      expect(isDisabled).toBe('true')
    },
    async resize(width, height) {
      const before = await disturbedAt()
      await window.setViewportSize({ width, height })
      await expect.poll(disturbedAt).not.toBe(before)
      await expect.poll(() => window.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height])
    },
    press,
    click: async () => {
      await approach()
      await press()
    },
    clickSoon: async () => pressAt(await approach()),
    pressSoon: async () => pressAt(await buttonCenter()),
    keySoon: async (type, { text, ...key }) => {
      const timestamp = await soon()
      await browser.send('Input.dispatchKeyEvent', { type, ...key, ...(type === 'keyDown' && { text }), timestamp })
    },
  }
}

const enter: Key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }
const space: Key = { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' }

/**
 * Clicks and keys that a guarded button in a wallet window must ignore, because the visitor may not have aimed them at
 * it.
 */
export const windowTricks: WindowTrick[] = [
  {
    name: 'the second click of a double click',
    play: async ({ window, buttonCenter, disturb, pressSoon }) => {
      const { x, y } = await buttonCenter()
      await window.mouse.move(x, y)
      // A window fires `resize` when it opens, so the test sends that event too.
      await disturb('resize')
      await window.mouse.move(x + 1, y)
      for (let clicks = 0; clicks < 3; clicks++) await pressSoon()
    },
  },
  {
    name: 'a click without a move of the pointer',
    play: async ({ window, buttonCenter, disturb, press, armed }) => {
      // The window opens under a pointer that rests on the button. A resize then restarts the time in which the button
      // ignores clicks.
      const { x, y } = await buttonCenter()
      await window.mouse.move(x, y)
      await disturb('resize')
      await armed()
      await press()
    },
  },
  {
    name: 'a held key',
    play: async ({ window, button, browser, armed }) => {
      await focusButton(window, button)
      await armed()
      for (let count = 0; count < 4; count++)
        await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', autoRepeat: true, ...enter })
      await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
    },
  },
  {
    name: 'a key that was down before the disturbance',
    play: async ({ window, button, armed, disturb, keySoon }) => {
      await focusButton(window, button)
      await disturb('resize')
      await keySoon('keyDown', space)
      await armed()
      await window.keyboard.up(' ')
    },
  },
  {
    name: 'a window that was just resized',
    play: async ({ armed, resize, clickSoon }) => {
      await armed()
      await resize(460, 700)
      await clickSoon()
    },
  },
  {
    name: 'a window that is too small',
    play: async ({ window, armed, resize, click }) => {
      await resize(330, 420)
      await armed()
      await click()
      await expect(window.getByText('Make this window larger')).toBeVisible()
      await resize(420, 760)
    },
  },
  {
    name: 'a window that was moved under the pointer',
    play: async ({ window, browser, buttonCenter, armed, press }) => {
      await armed()
      const { x, y } = await buttonCenter()
      for (const step of [8, 3, 0]) await window.mouse.move(x - step, y)
      const { windowId, bounds } = await browser.send('Browser.getWindowForTarget')
      const left = (bounds.left ?? 0) + 90
      await browser.send('Browser.setWindowBounds', { windowId, bounds: { left, top: (bounds.top ?? 0) + 40 } })
      await expect.poll(() => window.evaluate(() => screenX)).toBe(left)
      await press()
    },
  },
  {
    name: 'a window that was covered by another one until now',
    play: async ({ armed, disturb, clickSoon }) => {
      await armed()
      // In a headless browser no window covers another, so the test sends `blur` and `focus` itself.
      await disturb('blur')
      await disturb('focus')
      await clickSoon()
    },
  },
]

/** Moves the focus to the button by keyboard only, as a visitor would. */
async function focusButton(window: Page, button: string): Promise<void> {
  await expect(async () => {
    await window.keyboard.press('Tab')
    const isFocused = (selector: string) => document.activeElement === document.querySelector(selector)
    expect(await window.evaluate(isFocused, button)).toBe(true)
  }).toPass()
}
