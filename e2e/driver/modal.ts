import type { OpenOptions } from '@appkit-frame/loader'
import { expect, type Page } from '@playwright/test'
import { press } from './press.ts'

type OpenableView = NonNullable<OpenOptions['view']>

/** Drives the modal as a visitor does. */
export function createModal(page: Page) {
  const frame = page.frameLocator('iframe[src*="/f/"]')
  const dialog = page.locator('dialog:has(iframe[src*="/f/"])')

  const pressFirst = (name: string | RegExp, role: 'button' | 'tab' = 'button'): Promise<void> =>
    press(frame.getByRole(role, { name }).first())

  /**
   * Waits two animation frames after the close, because Chromium still sends clicks to the removed iframe until then.
   */
  async function expectClosed(): Promise<void> {
    await expect(dialog).toBeHidden()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }

  /** The server's first paint shows before the views run. The views are ready once they move the focus. */
  async function expectOpen(): Promise<void> {
    await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
    const hasFocus = () => frame.locator('html').evaluate(() => document.activeElement !== document.body)
    await expect.poll(hasFocus).toBe(true)
    // The loader removed its cover.
    await expect(dialog.locator('> div')).toHaveCount(0)
  }

  return {
    /** The document inside the modal's frame. */
    frame,
    /** The element of the host page that holds the modal. */
    dialog,
    /** The card, or the sheet on a phone. */
    card: () => frame.getByRole('main'),
    /** Text on the card. Live regions, which only screen readers announce, lie outside the card. */
    text: (text: string | RegExp) => frame.getByRole('main').getByText(text),
    /** Waits until every finite animation ends. */
    settled: () =>
      frame.locator('html').evaluate(async (root) => {
        const finite = root.ownerDocument
          .getAnimations()
          .filter((animation) => Number.isFinite(Number(animation.effect?.getComputedTiming().endTime)))
        await Promise.allSettled(finite.map(({ finished }) => finished))
      }),
    /** The loader's own message if the frame can't load. */
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
        // Other tests check what `open` resolves to.
        window.AppKit.open({ view: name }).catch(() => {})
      }, view)
      await expectOpen()
    },
    /** Presses the first element of this name in the modal. */
    press: pressFirst,
    /** Presses the backdrop beside the card. */
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
