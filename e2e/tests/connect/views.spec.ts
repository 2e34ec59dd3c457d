import type { Driver } from '../../driver/driver.ts'
import { installScriptedWallet } from '../../wallets/scripted.ts'
import { findAxeViolations } from '../shared/axe.ts'
import { modalSizes, resizeModal, saveScreenshot } from '../shared/sizes.ts'
import { test as base, expect, installConnectedWallet } from '../shared/test.ts'
import { findBrokenWords } from '../shared/wholeText.ts'
import { type ScriptedWallet, type ViewRoute, viewRoutes, visitViews } from './viewRoutes.ts'

const softly = expect.configure({ soft: true })

/** Expects that the frame never scrolls sideways and that every button can be scrolled into view. */
async function expectWhole(driver: Driver, { width, height }: { width: number; height: number }): Promise<void> {
  const sideways = () => driver.frame.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
  await softly.poll(sideways, 'the frame scrolls sideways').toBeLessThanOrEqual(0)
  const buttons = driver.frame.getByRole('button')
  await softly(buttons).not.toHaveCount(0)
  const outside = async () => {
    // One `evaluate` scrolls to each button and measures it, because a long list renders only the rows in sight.
    const boxes = await buttons.evaluateAll((all) => {
      const intoView = (button: Element | undefined) =>
        button?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
      const found = all.map((button) => {
        intoView(button)
        const { left, top, right, bottom } = button.getBoundingClientRect()
        return { left, top, right, bottom, text: button.textContent ?? '' }
      })
      intoView(all[0])
      return found
    })
    return boxes.filter(({ left, top, right, bottom }) => left < 0 || right > width || top < -1 || bottom > height + 1)
  }
  await softly.poll(outside, 'buttons that can’t be seen whole').toEqual([])
}

/**
 * Polls until axe finds no violation, because axe measures wrong contrasts while views and images fade in. Without
 * `rules`, axe checks all its rules.
 */
async function expectAccessible(driver: Driver, rules?: string[]): Promise<void> {
  const find = async () => {
    await driver.settled()
    return findAxeViolations(driver.page, rules)
  }
  await softly.poll(find).toEqual([])
}

async function expectGoodView(driver: Driver, name: string): Promise<void> {
  const { page } = driver
  await test.step('the dialog has one main landmark and one heading of level 1', async () => {
    await softly(page.getByRole('dialog', { name: 'AppKit' })).toHaveCount(1)
    await softly(driver.card()).toHaveCount(1)
    await softly(driver.frame.getByRole('heading', { level: 1 })).toHaveText([/\S/])
  })
  await test.step('axe finds no violation in the light theme', () => expectAccessible(driver))
  for (const [size, viewport] of Object.entries(modalSizes))
    await test.step(`the view fits the window size ${size}`, async () => {
      await resizeModal(driver, viewport)
      await saveScreenshot(page, `${name}-${size}-light`)
      await expectWhole(driver, viewport)
      await softly.poll(() => findBrokenWords(driver), 'words that continue on the next line').toEqual([])
    })
  await page.emulateMedia({ colorScheme: 'dark' })
  await resizeModal(driver, modalSizes.desktop)
  const scheme = () => driver.card().evaluate((card) => getComputedStyle(card).colorScheme)
  await expect.poll(scheme).toBe('dark')
  await driver.settled()
  await saveScreenshot(page, `${name}-desktop-dark`)
  await expect(driver.frame.getByRole('heading', { level: 1 })).toBeVisible()
  // The light and the dark theme differ only in colours, so axe checks only the rules about colours again.
  await test.step('axe finds no violation in the dark theme', () =>
    expectAccessible(driver, ['color-contrast', 'link-in-text-block']))
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Opens the views in one page, because loading the page and the modal costs more than the checks. */
async function expectGoodViews(
  driver: Driver,
  wallet: ScriptedWallet,
  routes: Record<string, ViewRoute>,
): Promise<void> {
  const { page } = driver
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(modalSizes.desktop)
  await driver.visitPage('plain', '?data-theme=auto')
  await driver.loaded()
  await visitViews(driver, wallet, routes, (name) => expectGoodView(driver, name))
}

const test = base.extend<{
  wallets: { disconnected: () => Promise<ScriptedWallet>; connected: () => Promise<ScriptedWallet> }
}>({
  wallets: async ({ page, account: { address } }, use) =>
    use({
      disconnected: () => installScriptedWallet(page, { accounts: [address] }),
      connected: () => installConnectedWallet(page, address),
    }),
})

for (const state of ['disconnected', 'connected'] as const)
  test(`shows each view of a ${state} visitor completely and accessibly, in all window sizes and both themes`, async ({
    driver,
    wallets,
  }) => {
    // The test opens about twelve views.
    test.slow()
    await expectGoodViews(driver, await wallets[state](), viewRoutes[state])
  })
