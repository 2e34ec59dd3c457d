import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Kit } from '../driver/kit.ts'
import { expect, test } from './fixtures.ts'
import { looks, sizes } from './sizes.ts'
import { viewNames, waysToViews } from './views.ts'

/** The page and the frame are processes of their own: the frame hears later of the window's new size. */
async function resize(kit: Kit, size: { width: number; height: number }): Promise<void> {
  await kit.page.setViewportSize(size)
  const root = kit.frame.locator('html')
  await expect.poll(() => root.evaluate(() => ({ width: innerWidth, height: innerHeight }))).toEqual(size)
  await root.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await kit.settled()
}

/** Nothing may stick out at the sides, and everything that can be pressed can be brought into view. */
async function expectWhole(kit: Kit, { width, height }: { width: number; height: number }): Promise<void> {
  const wide = await kit.frame.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
  expect.soft(wide, 'the frame scrolls sideways').toBeLessThanOrEqual(0)
  // In one go: a long list draws what is in sight, and takes away what no longer is.
  const boxes = await kit.frame.getByRole('button').evaluateAll((buttons) => {
    const intoView = (button: Element | undefined) =>
      button?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    const found = buttons.map((button) => {
      intoView(button)
      const { left, top, right, bottom } = button.getBoundingClientRect()
      return { left, top, right, bottom, text: button.textContent ?? '' }
    })
    intoView(buttons[0])
    return found
  })
  expect.soft(boxes).not.toEqual([])
  const outside = boxes.filter(
    ({ left, top, right, bottom }) => left < 0 || right > width || top < -1 || bottom > height + 1,
  )
  expect.soft(outside, 'buttons that can’t be seen whole').toEqual([])
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, impact, nodes }) => ({ id, impact, at: nodes.map(({ target }) => target) }))
  expect.soft(found).toEqual([])
}

for (const name of viewNames) {
  test(`${name} is whole at every size, and axe finds nothing in it, light or dark`, async ({
    kit,
    page,
    scripted,
  }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(sizes.desktop)
    await kit.visitPage('plain', '?data-theme=auto')
    await waysToViews[name](kit, scripted)
    // Colours in the middle of a fade are nobody's colours.
    await kit.settled()
    await test.step('axe, light', () => expectAccessible(page))
    for (const [size, viewport] of Object.entries(sizes)) {
      await test.step(`whole on ${size}`, async () => {
        await resize(kit, viewport)
        await page.screenshot({ path: `${looks}/${name}-${size}-light.png` })
        await expectWhole(kit, viewport)
      })
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    await resize(kit, sizes.desktop)
    const scheme = () => kit.card().evaluate((card) => getComputedStyle(card).colorScheme)
    await expect.poll(scheme).toBe('dark')
    await kit.settled()
    await page.screenshot({ path: `${looks}/${name}-desktop-dark.png` })
    await expect(kit.frame.getByRole('heading', { level: 1 })).toBeVisible()
    await test.step('axe, dark', () => expectAccessible(page))
  })
}
