import type { Locator } from '@playwright/test'
import type { Driver } from '../../driver/driver.ts'
import { tabTo as tabToControl } from '../../driver/focus.ts'
import { press } from '../../driver/press.ts'
import { expect, test } from '../shared/test.ts'

/** Presses Tab until the button with this name has the focus. */
async function tabTo(driver: Driver, name: string | RegExp): Promise<void> {
  const button = driver.frame.getByRole('button', { name }).first()
  // Wait for the view first: a new view moves the focus to its heading, which would undo the earlier presses of Tab.
  await expect(button).toBeVisible()
  await expectFocusedInside(driver, driver.heading(/.+/))
  await tabToControl(driver.page, button)
}

/** Waits until page and frame agree on the focus, so that the next key goes there. */
async function expectFocusedInside(driver: Driver, element: Locator): Promise<void> {
  await expect.poll(() => holder(driver)).toBe('iframe')
  await expect(element).toBeFocused()
}
const holder = ({ page }: Driver) => page.evaluate(() => document.activeElement?.localName)

test('connects and disconnects by keyboard alone', async ({ driver, page, scripted }) => {
  expect(scripted).toBeDefined()
  await driver.visitPage('plain')
  await driver.loaded()
  const opener = page.locator('[data-appkit-open]')
  await page.keyboard.press('Tab')
  await expect(opener).toBeFocused()
  await driver.open(() => page.keyboard.press('Enter'))

  await test.step('the heading of the view has the focus', async () => {
    await expectFocusedInside(driver, driver.heading('Connect Wallet'))
  })
  await test.step('Enter chooses a wallet', async () => {
    await tabTo(driver, 'Scripted Wallet')
    await page.keyboard.press('Enter')
    await driver.expectClosed()
    await driver.expectStatus('connected')
  })
  await test.step('the button that opened the modal has the focus again', async () => {
    await expect(opener).toBeFocused()
  })
  await test.step('Enter opens the account view, and the list of networks from there', async () => {
    await driver.open(() => page.keyboard.press('Enter'))
    await tabTo(driver, /network|Localnet/i)
    await page.keyboard.press('Enter')
    await expect(driver.heading(/network/i)).toBeFocused()
  })
  await test.step('Enter switches the network', async () => {
    await tabTo(driver, 'Localnet Two')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await driver.state()).accounts.eip155?.caipNetworkId).toBe('eip155:31338')
  })
  await test.step('Esc closes the modal and returns the focus', async () => {
    await page.keyboard.press('Escape')
    await driver.expectClosed()
    await expect(opener).toBeFocused()
  })
  await test.step('Enter disconnects', async () => {
    await driver.open(() => page.keyboard.press('Enter'))
    await tabTo(driver, 'Disconnect')
    await page.keyboard.press('Enter')
    await driver.expectStatus('disconnected')
  })
})

test("focuses the loader's dialog while the frame loads, and the first view once it has loaded", async ({
  driver,
  page,
}) => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(/\/f\//, async (route) => {
    await arrival
    await route.continue()
  })
  await driver.visitPage('plain')
  await driver.loaded()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(driver.dialog).toBeVisible()
  // Chromium swaps the frame's process when its document loads; page and browser may then disagree on the focus.
  expect(await holder(driver)).not.toBe('iframe')
  arrive()
  await expectFocusedInside(driver, driver.heading('Connect Wallet'))
})

test('keeps Tab inside the dialog in both directions', async ({ driver, page, scripted }) => {
  expect(scripted).toBeDefined()
  await driver.visitPage('plain')
  await driver.open()
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step < 15; step += 1) {
      await page.keyboard.press(key)
      // In the page the active element is an element of the page; in the frame it is the iframe, after the frame's
      // process has the focus.
      const isHeld = () => page.evaluate(() => Boolean(document.activeElement?.closest('dialog')))
      await expect.poll(isHeld, `${key} ${step + 1} left the dialog`).toBe(true)
    }
  }
})

type Told = { told: number }

test('the modal closes on Esc while the page has the focus, and while the frame has the focus', async ({
  driver,
  page,
}) => {
  await driver.visitPage('plain')
  await driver.open()
  await expectFocusedInside(driver, driver.heading('Connect Wallet'))
  await page.keyboard.press('Escape')
  await driver.expectClosed()
  await page.evaluate(() => {
    Object.assign(window, { told: 0 })
    window.AppKit.subscribe(() => Object.assign(window, { told: (window as unknown as Told).told + 1 }))
  })
  await driver.open()
  // The page gives the frame the focus once the modal is open and the frame is visible.
  await expect.poll(() => page.evaluate(() => (window as unknown as Told).told)).toBeGreaterThanOrEqual(2)
  await page.evaluate(() => document.querySelector('dialog')?.focus())
  await expect.poll(() => holder(driver)).toBe('dialog')
  await page.keyboard.press('Escape')
  await driver.expectClosed()
})

test('when the visitor presses Back, the row that opened the view gets the focus', async ({ driver, page }) => {
  await driver.visitPage('plain')
  await driver.open()
  // The modal takes the focus once it is ready, so wait for that.
  await expectFocusedInside(driver, driver.heading('Connect Wallet'))
  const help = driver.frame.getByRole('button', { name: 'What is a wallet?' }).first()
  await help.focus()
  await page.keyboard.press('Enter')
  await expect(driver.heading('What is a wallet?')).toBeFocused()
  await tabTo(driver, 'Back')
  await page.keyboard.press('Enter')
  await expect(driver.heading('Connect Wallet')).toBeVisible()
  await expect(help).toBeFocused()
})

test('the modal closes on a click on the backdrop, and not on a click inside the modal', async ({ driver }) => {
  await driver.visitPage('plain')
  await driver.open()
  await press(driver.heading('Connect Wallet'))
  await expect(driver.dialog).toBeVisible()
  await driver.pressBackdrop()
  await driver.expectClosed()
})

for (const [name, prepare] of [
  ['a prepared modal', (driver: Driver) => driver.page.locator('[data-appkit-open]').hover()],
  [
    'a closed modal',
    async (driver: Driver) => {
      await driver.open()
      await driver.close()
    },
  ],
] as const)
  test(`${name} is already laid out, and takes no focus, click or space from the host page`, async ({
    driver,
    page,
  }) => {
    await driver.visitPage('plain')
    await driver.loaded()
    const size = () =>
      page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])
    const before = await size()
    const opener = page.locator('[data-appkit-open]')
    await opener.focus()
    await prepare(driver)
    const root = driver.frame.locator('html')
    const row = driver.frame.getByRole('button', { name: 'WalletConnect', includeHidden: true })
    await expect(row).toHaveCount(1)
    await expect.poll(() => root.evaluate(() => innerWidth)).toBe(page.viewportSize()?.width)
    await expect(driver.dialog).toBeHidden()
    expect(await size()).toEqual(before)
    expect(await page.locator('body').ariaSnapshot()).not.toContain('dialog')

    await expect(opener).toBeFocused()
    if (name === 'a closed modal') await row.evaluate((element: HTMLElement) => element.focus())
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await expect(opener).toBeFocused()
    // The frame's process hears of the focus later than the page.
    await expect.poll(() => root.evaluate(() => document.hasFocus())).toBe(false)
    for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
      await page.keyboard.press(key)
      expect(await holder(driver)).not.toMatch(/dialog|iframe/)
    }
    const { width = 0, height = 0 } = page.viewportSize() ?? {}
    const hit = await page.evaluate((at) => document.elementFromPoint(...at)?.localName, [
      width / 2,
      height / 2,
    ] as const)
    expect(hit).not.toMatch(/dialog|iframe/)
    await root.evaluate(() => addEventListener('pointerdown', () => Object.assign(window, { isPressed: true }), true))
    await page.mouse.click(width / 2, height / 2)
    expect(await root.evaluate(() => 'isPressed' in window)).toBe(false)
    await page.emulateMedia({ media: 'print' })
    await expect(driver.dialog).toHaveCSS('display', 'none')
  })
