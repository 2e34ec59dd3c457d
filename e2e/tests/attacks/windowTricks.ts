import { type CDPSession, expect, type Page } from '@playwright/test'
import { middleOf } from './stage.ts'
import type { Point } from './trick.ts'

/** The wallet's own window with a request in it, and who opened it. */
export type WindowStage = {
  window: Page
  opener: Page
  /** What only the browser itself can do to the window. */
  browser: CDPSession
  place(): Promise<Point>
  armed(): Promise<void>
  disarmed(): Promise<void>
  /** Moves there and presses; without moving where the pointer is there already. */
  click(): Promise<void>
  press(): Promise<void>
}
type WindowTrick = { name: string; play(stage: WindowStage): Promise<void> }

export async function createWindowStage(window: Page, opener: Page): Promise<WindowStage> {
  const button = window.locator('.approve__button')
  const place = async () => {
    await button.scrollIntoViewIfNeeded()
    const box = await button.boundingBox()
    if (!box) throw new Error('The button is nowhere.')
    return middleOf(box)
  }
  const is = (disabled: 'true' | 'false') => expect(button).toHaveAttribute('aria-disabled', disabled)
  const press = async () => {
    await window.mouse.down()
    await window.mouse.up()
  }
  await expect(button).toBeVisible()
  return {
    window,
    opener,
    browser: await window.context().newCDPSession(window),
    place,
    armed: () => is('false'),
    disarmed: () => is('true'),
    press,
    click: async () => {
      const { x, y } = await place()
      for (const step of [8, 3, 0]) await window.mouse.move(x - step, y)
      await press()
    },
  }
}

const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }

/** Each on a window that would sign a moment later. */
export const windowTricks: WindowTrick[] = [
  {
    name: 'the second click of a double click',
    play: async ({ window, place, press }) => {
      const { x, y } = await place()
      await window.mouse.move(x, y)
      for (let clicks = 0; clicks < 3; clicks++) await press()
    },
  },
  {
    name: 'a click without a move of the pointer',
    play: async ({ window, place, press, armed }) => {
      // It came with the pointer where the button is, and something restarted the gates since.
      const { x, y } = await place()
      await window.mouse.move(x, y)
      await window.evaluate(() => dispatchEvent(new Event('resize')))
      await armed()
      await press()
    },
  },
  {
    name: 'a key that is held',
    play: async ({ window, browser, armed }) => {
      await focusButton(window)
      await armed()
      for (let count = 0; count < 4; count++)
        await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', autoRepeat: true, ...key })
      await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
    },
  },
  {
    name: 'a key that was down before',
    play: async ({ window, armed, disarmed }) => {
      await focusButton(window)
      await window.evaluate(() => dispatchEvent(new Event('resize')))
      await disarmed()
      await window.keyboard.down(' ')
      await armed()
      await window.keyboard.up(' ')
    },
  },
  {
    name: 'a window that has just got another size',
    play: async ({ window, armed, click }) => {
      await armed()
      await window.setViewportSize({ width: 460, height: 700 })
      await click()
    },
  },
  {
    name: 'a window that is too small',
    play: async ({ window, armed, click }) => {
      await window.setViewportSize({ width: 330, height: 420 })
      await armed()
      await click()
      await expect(window.getByText('Make this window larger')).toBeVisible()
      await window.setViewportSize({ width: 420, height: 760 })
    },
  },
  {
    name: 'a window that was moved under the pointer',
    play: async ({ window, browser, place, armed, press }) => {
      await armed()
      const { x, y } = await place()
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
    play: async ({ window, armed, disarmed, click }) => {
      await armed()
      // A browser without a screen has no windows that cover each other, so the page is told what it would be told.
      await window.evaluate(() => dispatchEvent(new Event('blur')))
      await disarmed()
      await window.evaluate(() => dispatchEvent(new Event('focus')))
      await click()
    },
  },
]

/** By the keyboard alone, as a visitor gets there. */
async function focusButton(window: Page): Promise<void> {
  await expect(async () => {
    await window.keyboard.press('Tab')
    expect(await window.evaluate(() => document.activeElement?.className)).toContain('approve__button')
  }).toPass()
}
