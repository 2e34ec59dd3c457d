import { expect, type Locator, type Page } from '@playwright/test'

/** If the page can know why the frame fails to load, the loader must report it within this time. */
const causeMs = 4_000

type Waiting = { waitedMs: number }

/** Counts from now on the delays of the page's own timers while the dialog is open. */
export const countWaits = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const later = window.setTimeout
    const waiting = Object.assign(window as unknown as Waiting, { waitedMs: 0 })
    const count = (act: () => void, ms = 0, ...rest: []) => {
      const counted = document.querySelector('dialog[open]') ? ms : 0
      return later(() => {
        waiting.waitedMs += counted
        act(...rest)
      }, ms)
    }
    Object.assign(window, { setTimeout: count })
  })

/**
 * Expects the error message within `causeMs`. Counts only the delays that `countWaits` counts, so that a busy machine
 * adds nothing.
 */
export async function expectTold(page: Page, words: Locator): Promise<void> {
  await expect(words).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as Waiting).waitedMs)).toBeLessThanOrEqual(causeMs)
}
