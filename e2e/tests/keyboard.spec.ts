import type { Page } from '@playwright/test'
import { press } from '../driver/press.ts'
import { expect, test } from './fixtures.ts'

/** Tab until the element with this name has focus; at most once round the dialog. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const frame = page.frames().find((candidate) => candidate.url().includes('/f/'))
  for (let step = 0; step < 40; step += 1) {
    const focused = await frame?.evaluate(() => {
      const element = document.activeElement
      return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    })
    if (focused && (typeof name === 'string' ? focused.includes(name) : name.test(focused))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${name}`)
}

test('the whole way by keyboard alone', async ({ kit, page, scripted }) => {
  expect(scripted).toBeDefined()
  await kit.visitPage('plain')
  await kit.loaded()
  const opener = page.locator('[data-appkit-open]')
  await page.keyboard.press('Tab')
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')

  await test.step('focus is on the heading of the view', async () => {
    await expect(kit.heading('Connect Wallet')).toBeFocused()
  })
  await test.step('a wallet is chosen', async () => {
    await tabTo(page, 'Scripted Wallet')
    await page.keyboard.press('Enter')
    await kit.expectClosed()
    await kit.expectStatus('connected')
  })
  await test.step('focus is back where it came from', async () => {
    await expect(opener).toBeFocused()
  })
  await test.step('the account opens, and a view of it', async () => {
    await page.keyboard.press('Enter')
    await expect(kit.heading(/.+/)).toBeFocused()
    await tabTo(page, /network|Localnet/i)
    await page.keyboard.press('Enter')
    await expect(kit.heading(/network/i)).toBeFocused()
  })
  await test.step('the network is switched', async () => {
    await tabTo(page, 'Localnet Two')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await kit.state()).accounts.eip155?.caipNetworkId).toBe('eip155:31338')
  })
  await test.step('Esc closes and gives focus back', async () => {
    await page.keyboard.press('Escape')
    await kit.expectClosed()
    await expect(opener).toBeFocused()
  })
  await test.step('and out', async () => {
    await page.keyboard.press('Enter')
    await expect(kit.heading(/.+/)).toBeFocused()
    await tabTo(page, 'Disconnect')
    await page.keyboard.press('Enter')
    await kit.expectStatus('disconnected')
  })
})

test('a frame that still loads has no focus; the modal in it gets it', async ({ kit, page }) => {
  let arrive: (() => void) | undefined
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/f\//, async (route) => {
    await arrival
    await route.continue()
  })
  const holder = () => page.evaluate(() => document.activeElement?.localName)
  await kit.visitPage('plain')
  await kit.loaded()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(kit.dialog).toBeVisible()
  // Chromium changes the frame's process when its document comes, and then page and browser may disagree who has focus.
  expect(await holder()).not.toBe('iframe')
  arrive?.()
  await expect(kit.heading('Connect Wallet')).toBeFocused()
  await expect.poll(holder).toBe('iframe')
})

test('Tab stays inside the dialog, both ways', async ({ kit, page, scripted }) => {
  expect(scripted).toBeDefined()
  await kit.visitPage('plain')
  await kit.open()
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step < 15; step += 1) {
      await page.keyboard.press(key)
      // In the page it shows as its own element there; in the frame as the iframe, in the dialog's ring, once the frame's process has taken it.
      const isHeld = () => page.evaluate(() => Boolean(document.activeElement?.closest('dialog')))
      await expect.poll(isHeld, `${key} ${step + 1} left the dialog`).toBe(true)
    }
  }
})

test('Esc closes while the page has the focus, and while the frame has it', async ({ kit, page }) => {
  await kit.visitPage('plain')
  await kit.open()
  await expect(kit.heading('Connect Wallet')).toBeFocused()
  await page.keyboard.press('Escape')
  await kit.expectClosed()
  await kit.open()
  await page.evaluate(() => document.querySelector('dialog')?.focus())
  await page.keyboard.press('Escape')
  await kit.expectClosed()
})

test('back returns the focus to the row that was left', async ({ kit, page }) => {
  await kit.visitPage('plain')
  await kit.open()
  // It gets the focus once the modal is up, and would take it from what is focused before.
  await expect(kit.heading('Connect Wallet')).toBeFocused()
  const help = kit.frame.getByRole('button', { name: 'What is a wallet?' }).first()
  await help.focus()
  await page.keyboard.press('Enter')
  await expect(kit.heading('What is a wallet?')).toBeFocused()
  await tabTo(page, 'Back')
  await page.keyboard.press('Enter')
  await expect(kit.heading('Connect Wallet')).toBeVisible()
  await expect(help).toBeFocused()
})

test('a click on the backdrop closes, a click on the card does not', async ({ kit }) => {
  await kit.visitPage('plain')
  await kit.open()
  await press(kit.heading('Connect Wallet'))
  await expect(kit.dialog).toBeVisible()
  await kit.pressBackdrop()
  await kit.expectClosed()
})
