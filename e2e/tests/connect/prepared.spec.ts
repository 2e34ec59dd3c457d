import type { Driver } from '../../driver/driver.ts'
import { press } from '../../driver/press.ts'
import { coreScript, holdCore, openCold, openWithFailing, openWithoutViews, viewsScript } from '../shared/holdViews.ts'
import { expect, test } from '../shared/test.ts'
import { countWaits, expectTold } from '../shared/told.ts'

/**
 * The frame's document paints a view before the views' code loads. In these tests the visitor acts before it has
 * loaded.
 */

for (const [name, leave] of [
  ['Esc', ({ page }: Driver) => page.keyboard.press('Escape')],
  ['the X', (driver: Driver) => driver.press('Close')],
  ['a press beside the card', (driver: Driver) => driver.pressBackdrop()],
] as const) {
  test(`${name} closes the modal before the code of its view has loaded, and the next visit shows that view`, async ({
    driver,
    page,
  }) => {
    const { outcome, releaseViews } = await openWithoutViews(driver)
    await expect(driver.heading('Connect Wallet')).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
    // The host page gives the focus to the frame first. The frame's process receives it later.
    await expect.poll(() => driver.frame.locator('html').evaluate(() => document.hasFocus())).toBe(true)
    await leave(driver)
    await driver.expectClosed()
    expect(await outcome()).toEqual({ outcome: 'closed' })
    releaseViews()
    await driver.open()
    await expect(driver.heading('Connect Wallet')).toBeFocused()
  })
}

for (const [name, leave] of [
  ['Esc', ({ frame }: Driver) => frame.locator('html').press('Escape')],
  ['the X', (driver: Driver) => driver.press('Close')],
  ['a press beside the card', (driver: Driver) => driver.pressBackdrop()],
] as const)
  test(`${name} closes the modal before the code of the core has loaded, and does not close the next visit`, async ({
    driver,
    page,
  }) => {
    const releaseCore = await holdCore(page)
    const outcome = await openCold(driver)
    await expect(driver.heading('Connect Wallet')).toBeVisible()
    await leave(driver)
    await driver.expectClosed()
    expect(await outcome()).toEqual({ outcome: 'closed' })
    await driver.startOpen()
    await expect(driver.heading('Connect Wallet')).toBeVisible()
    releaseCore()
    await driver.expectOpen()
    await driver.press('MetaMask')
    await expect(driver.heading('MetaMask')).toBeVisible()
  })

for (const [name, leave] of [
  ['Esc in the page', ({ dialog }: Driver) => dialog.press('Escape')],
  ['the X', (driver: Driver) => driver.press('Close')],
  ['the page', ({ page }: Driver) => page.evaluate(() => window.AppKit.close())],
] as const)
  test(`${name} closes a modal that the pointer loaded before the code of the core has loaded, and does not close the next visit`, async ({
    driver,
    page,
  }) => {
    const releaseCore = await holdCore(page)
    await driver.visitPage('plain')
    await driver.loaded()
    await page.locator('[data-appkit-open]').hover()
    // The page has no card over the frame of a warm modal, which has answered the handshake.
    await driver.frame
      .locator('#early')
      .evaluate((script: HTMLScriptElement & { handover: { connected: Promise<unknown> } }) =>
        script.handover.connected.then(() => {}),
      )
    const outcome = await driver.startOpen()
    await expect(driver.heading('Connect Wallet')).toBeVisible()
    await leave(driver)
    await driver.expectClosed()
    expect(await outcome()).toEqual({ outcome: 'closed' })
    await driver.startOpen()
    releaseCore()
    await driver.expectOpen()
    await driver.settled()
    await expect(driver.heading('Connect Wallet')).toBeVisible()
  })

test('if the code of the core fails to load, shows an error at once, and the modal after a retry', async ({
  driver,
  page,
}) => {
  await countWaits(page)
  const letLoad = await openWithFailing(driver, coreScript)
  await expectTold(page, page.getByText('The wallet isn’t answering'))
  await letLoad()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(driver.heading('Connect Wallet')).toBeVisible()
  await driver.expectOpen()
})

for (const [name, close] of [
  ['the X', (driver: Driver) => driver.press('Close')],
  ['the page', ({ page }: Driver) => page.evaluate(() => window.AppKit.close())],
] as const)
  test(`forgets a press on a wallet row if ${name} closes the modal before the views load`, async ({ driver }) => {
    const { releaseViews } = await openWithoutViews(driver)
    const row = driver.frame.getByRole('button', { name: 'WalletConnect' })
    await press(row)
    await expect(row).toHaveAttribute('aria-busy', 'true')
    // Until the frame answers, the loader covers it with an empty card, which must be gone now.
    await expect(driver.dialog.locator('> div')).toHaveCount(0)
    await close(driver)
    await driver.expectClosed()
    releaseViews()
    await driver.open()
    await expect(driver.heading('Connect Wallet')).toBeFocused()
    await expect(row).not.toHaveAttribute('aria-busy')
  })

test('performs a press on a wallet row even if React then renders other rows than the document has', async ({
  driver,
  page,
}) => {
  // The document has no icon for this wallet, so its script leaves the row out.
  await page.addInitScript(() => {
    if (self === top) return
    const far = { id: 'f'.repeat(32), name: 'Far', supports_wc: true }
    localStorage.setItem(`@appkit/${location.ancestorOrigins[0]}/recent_wallets`, JSON.stringify([far]))
  })
  const { releaseViews } = await openWithoutViews(driver)
  await driver.press('MetaMask')
  releaseViews()
  await expect(driver.heading('MetaMask')).toBeVisible()
  await driver.press('Back')
  await expect(driver.frame.getByRole('button', { name: 'Far' })).toBeVisible()
})

test('if the code of the views fails to load, keeps the error until the visitor retries', async ({ driver, page }) => {
  // Holds the animation frames of the frame, so that the page opens the modal before the frame prepares it.
  await page.addInitScript(() => {
    if (window === top) return
    const held: (() => void)[] = []
    const { setTimeout: later, requestAnimationFrame: draw } = window
    const hold = (act: () => void) => held.push(act)
    window.requestAnimationFrame = (act) => hold(() => draw(act))
    window.setTimeout = ((act: () => void, ms?: number) => (ms === 100 ? hold(act) : later(act, ms))) as never
    Object.assign(window, {
      letDraw: () => {
        Object.assign(window, { setTimeout: later, requestAnimationFrame: draw })
        for (const act of held) act()
      },
    })
  })
  const letLoad = await openWithFailing(driver, viewsScript)
  const failure = driver.text('This part could not be loaded')
  await expect(failure).toBeVisible()
  await letLoad()
  await driver.frame.locator('html').evaluate(() => (window as unknown as { letDraw: () => void }).letDraw())
  await page.waitForLoadState('networkidle')
  await expect(failure).toBeVisible()
  await driver.press('Try again')
  await driver.expectOpen()
  await expect(failure).toHaveCount(0)
})

test('if the code of a view fails to load, shows an error, and shows the view after a retry', async ({ driver }) => {
  const letLoad = await openWithFailing(driver, viewsScript)
  await expect(driver.text('This part could not be loaded')).toBeVisible()
  await letLoad()
  await driver.press('Try again')
  await driver.expectOpen()
  await expect(driver.frame.getByRole('button', { name: 'WalletConnect' })).toBeVisible()
  await expect(driver.text('This part could not be loaded')).toHaveCount(0)
  await driver.close()
})
