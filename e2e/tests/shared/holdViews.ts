import type { Page } from '@playwright/test'
import type { Driver } from '../../driver/driver.ts'

/** The code of the frame's views. */
export const views = /\/assets\/ui-[^/]+\.js$/

/** Delays the views' code; the returned function releases it. */
export async function holdViews(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(views, async (route) => {
    await promise
    // The page may close meanwhile.
    await route.continue().catch(() => {})
  })
  return resolve
}

/** Opens the modal on a page that did not load the frame before, and delays the views' code. */
export async function openWithoutViews(driver: Driver) {
  const releaseViews = await holdViews(driver.page)
  await driver.visitPage('plain', '?data-warm=none')
  await driver.loaded()
  const outcome = await driver.startOpen()
  return { releaseViews, outcome }
}
