import type { Page } from '@playwright/test'
import type { Kit } from '../../driver/kit.ts'
import { expect, test } from '../shared/test.ts'

/** The document paints a view before the views' code loads. The visitors of these tests act before that. */

const views = /\/assets\/ui-[^/]+\.js$/

/** Delays the views' code; the returned function releases it. */
async function holdViews(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(views, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

for (const [name, leave] of [
  ['Esc', ({ page }: Kit) => page.keyboard.press('Escape')],
  ['the X', (kit: Kit) => kit.press('Close')],
  ['a press beside the card', (kit: Kit) => kit.pressBackdrop()],
] as const) {
  test(`${name} leaves a view before its code loads, and the next visit has it`, async ({ kit, page }) => {
    const letGo = await holdViews(page)
    await kit.visitPage('plain', '?data-warm=none')
    await kit.loaded()
    const outcome = await kit.startOpen()
    await expect(kit.heading('Connect Wallet')).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
    // The frame's process gets this later.
    await expect.poll(() => kit.frame.locator('html').evaluate(() => document.hasFocus())).toBe(true)
    await leave(kit)
    await kit.expectClosed()
    expect(await outcome()).toEqual({ outcome: 'closed' })
    letGo()
    await kit.open()
    await expect(kit.heading('Connect Wallet')).toBeFocused()
  })
}

test('shows an error if the code of a view fails to load, and the view after a retry', async ({ kit, page }) => {
  await page.route(views, (route) => route.abort('connectionrefused'))
  await kit.visitPage('plain', '?data-warm=none')
  await kit.startOpen()
  await expect(kit.text('This part could not be loaded')).toBeVisible()
  await page.unroute(views)
  await kit.press('Try again')
  await kit.expectOpen()
  await expect(kit.frame.getByRole('button', { name: 'WalletConnect' })).toBeVisible()
  await expect(kit.text('This part could not be loaded')).toHaveCount(0)
  await kit.close()
})
