import type { Page } from '@playwright/test'
import type { Driver } from '../../driver/driver.ts'

/** Matches the URL of the script with the frame's views. */
export const viewsScript = /\/assets\/ui-[^/]+\.js$/

/** Matches the URL of the script with the frame's core. */
export const coreScript = /\/assets\/main-[^/]+\.js$/

/** Delays the script with the table of the views that follow the first one. The returned function lets it load. */
export const holdTable = (page: Page): Promise<() => void> => holdScript(page, /\/assets\/views-[^/]+\.js$/)

/** Delays the script with the frame's views. The returned function lets it load. */
export const holdViews = (page: Page): Promise<() => void> => holdScript(page, viewsScript)

/** Delays the script with the frame's core, which starts the views. The returned function lets it load. */
export const holdCore = (page: Page): Promise<() => void> => holdScript(page, coreScript)

/**
 * Stops the clock by which the frame measures the age of a press, so that a press stays young however slow the machine
 * is.
 */
export const stopClock = ({ frame }: Driver): Promise<void> =>
  frame.locator('html').evaluate(() => {
    const now = performance.now()
    performance.now = () => now
  })

async function holdScript(page: Page, script: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(script, async (route) => {
    await promise
    // The page may have closed meanwhile, which makes `continue` fail.
    await route.continue().catch(() => {})
  })
  return resolve
}

/** Opens the modal on a page that has not loaded the frame before, and delays the script with the frame's views. */
export async function openWithoutViews(driver: Driver) {
  const releaseViews = await holdViews(driver.page)
  const outcome = await openCold(driver)
  return { releaseViews, outcome }
}

/** Opens the modal like `openWithoutViews`, but a script fails to load. The returned function lets it load. */
export async function openWithFailing(driver: Driver, script: RegExp): Promise<() => Promise<void>> {
  await driver.page.route(script, (route) => route.abort('connectionrefused'))
  await openCold(driver)
  return () => driver.page.unroute(script)
}

/** Opens the modal on a page that has not loaded the frame before. */
export async function openCold(driver: Driver) {
  await driver.visitPage('plain', '?data-warm=none')
  await driver.loaded()
  return driver.startOpen()
}
