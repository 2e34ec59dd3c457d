import { expect, type Page } from '@playwright/test'
import type { Driver } from '../../driver/driver.ts'

/** Saves a screenshot for people if `PICTURES=1` is set. No test compares them. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: `test-results/pictures/${name}.png` })
}

/** Sizes at which the modal must fit. 200 % zoom of a 1280 × 720 window is half of it at twice the density. */
export const sizes = {
  desktop: { width: 1280, height: 800 },
  zoomed: { width: 640, height: 360 },
  narrow: { width: 320, height: 568 },
  phone: { width: 390, height: 844 },
} as const

/** Waits until the frame also has the new window size, since page and frame are separate processes. */
export async function resize(driver: Driver, size: { width: number; height: number }): Promise<void> {
  await driver.page.setViewportSize(size)
  const root = driver.frame.locator('html')
  await expect.poll(() => root.evaluate(() => ({ width: innerWidth, height: innerHeight }))).toEqual(size)
  await root.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await driver.settled()
}
