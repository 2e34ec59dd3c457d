import { expect, type Page } from '@playwright/test'
import type { Driver } from '../../driver/driver.ts'

/** Saves a screenshot for people to look at if `PICTURES=1` is set. No test compares screenshots. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: `test-results/pictures/${name}.png` })
}

/**
 * Window sizes in which the modal must fit. A 1280 × 720 window at 200 % zoom has half its width and height in CSS
 * pixels.
 */
export const modalSizes = {
  desktop: { width: 1280, height: 800 },
  zoomed: { width: 640, height: 360 },
  narrow: { width: 320, height: 568 },
  phone: { width: 390, height: 844 },
} as const

/** Waits until the frame also has the new window size, since page and frame are separate processes. */
export async function resizeModal(driver: Driver, size: { width: number; height: number }): Promise<void> {
  await driver.page.setViewportSize(size)
  const root = driver.frame.locator('html')
  await expect.poll(() => root.evaluate(() => ({ width: innerWidth, height: innerHeight }))).toEqual(size)
  await root.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await driver.settled()
}
