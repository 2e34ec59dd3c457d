import { resizeModal } from '../shared/sizes.ts'
import { expect, test } from '../shared/test.ts'
import { viewRoutes } from './viewRoutes.ts'

const sizes = [
  [1280, 800],
  [1280, 600],
  [1280, 540],
  [640, 400],
  [640, 360],
  [390, 844],
  [390, 560],
  [320, 568],
  [320, 200],
] as const

test('a toast covers no title, and is seen whole, in windows of all sizes', async ({ driver }) => {
  await driver.visitPage('plain')
  await driver.loaded()
  await viewRoutes.disconnected['a wallet on another device'](driver)
  const toast = driver.frame.getByTestId('wui-snackbar-message')
  for (const [width, height] of sizes)
    await test.step(`${width} × ${height} px`, async () => {
      await resizeModal(driver, { width, height })
      const measure = async () => {
        await driver.press('Copy link')
        await expect(toast).toBeVisible()
        await driver.settled()
        return toast.evaluate(
          (element) => {
            const title = document.querySelector('h1 bdi')
            title?.scrollIntoView({ behavior: 'instant' })
            const of = (each: Element | null) => (each?.getBoundingClientRect() ?? new DOMRect()).toJSON() as DOMRect
            return { title: of(title), toast: of(element) }
          },
          null,
          { timeout: 1_000 },
        )
      }
      // The toast disappears by itself, so a slow test may have to show it again.
      const found = await measure().catch(measure)
      const isApart = found.toast.bottom <= found.title.top || found.toast.top >= found.title.bottom
      expect(isApart, JSON.stringify(found)).toBe(true)
      expect(found.title.height).toBeGreaterThan(0)
      expect(found.toast.top).toBeGreaterThanOrEqual(0)
      expect(found.toast.bottom).toBeLessThanOrEqual(height)
      expect(found.toast.height).toBeGreaterThan(30)
    })
})
