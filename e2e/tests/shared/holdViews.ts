import type { Page } from '@playwright/test'

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
