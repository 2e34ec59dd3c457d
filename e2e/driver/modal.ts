import type { OpenOptions } from '@appkit-frame/loader'
import { expect, type Frame, type Page } from '@playwright/test'
import { press } from './press.ts'

type OpenableView = NonNullable<OpenOptions['view']>

/** Drives the modal as a visitor does. */
export function createModal(page: Page | Frame) {
  const frame = page.frameLocator('iframe[src*="/f/"]')
  const dialog = page.locator('dialog:has(iframe[src*="/f/"])')

  const pressFirst = (name: string | RegExp, role: 'button' | 'tab' = 'button'): Promise<void> =>
    press(frame.getByRole(role, { name }).first())

  /**
   * Waits two animation frames after the close, because Chromium still sends clicks to the closed iframe until then.
   */
  async function expectClosed(): Promise<void> {
    await expect(dialog).toBeHidden()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }

  /**
   * The server's rendering of the first view shows before the views' code runs. The views work once they move the
   * focus.
   */
  async function expectOpen(): Promise<void> {
    await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
    const hasFocus = () => frame.locator('html').evaluate(() => document.activeElement !== document.body)
    await expect.poll(hasFocus).toBe(true)
    // Until the frame answers, the loader covers it with an empty card, which must be gone now.
    await expect(dialog.locator('> div')).toHaveCount(0)
  }

  return {
    /** The document inside the modal's frame. */
    frame,
    /** The dialog element of the host page that contains the modal's frame. */
    dialog,
    /** The visible modal: a card on a desktop, a sheet on a phone. */
    card: () => frame.getByRole('main'),
    /** Text inside the visible modal. Live regions, which only screen readers announce, lie outside it. */
    text: (text: string | RegExp) => frame.getByRole('main').getByText(text),
    /** Waits until every finite animation ends. */
    settled: () =>
      frame.locator('html').evaluate(async (root) => {
        const finite = root.ownerDocument
          .getAnimations()
          .filter((animation) => Number.isFinite(Number(animation.effect?.getComputedTiming().endTime)))
        await Promise.allSettled(finite.map(({ finished }) => finished))
      }),
    /** The loader's own error message, which shows if the frame can't load. */
    problem: (text: string | RegExp) => page.locator('dialog').getByText(text),
    heading: (name: string | RegExp) => frame.getByRole('heading', { level: 1, name }),

    /** Opens the modal as a visitor does. */
    async open(enter = () => page.locator('[data-appkit-open]').first().click()): Promise<void> {
      await enter()
      await expectOpen()
    },
    expectOpen,
    /** Opens a view directly, as a host's own button does. */
    async openView(view: OpenableView): Promise<void> {
      await page.evaluate((name) => {
        // This helper ignores the outcome of `open`, which other tests check.
        window.AppKit.open({ view: name }).catch(() => {})
      }, view)
      await expectOpen()
    },
    /** Presses the modal's first button with this name. */
    press: pressFirst,
    /** Presses the backdrop beside the modal. */
    pressBackdrop: () => press(frame.locator('body'), { x: 8, y: 8 }),
    async chooseWallet(name: string | RegExp): Promise<void> {
      await pressFirst(name)
    },
    async close(): Promise<void> {
      await pressFirst('Close')
      await expectClosed()
    },
    expectClosed,
  }
}
