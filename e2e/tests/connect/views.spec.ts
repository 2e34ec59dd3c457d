import AxeBuilder from '@axe-core/playwright'
import type { Kit } from '../../driver/kit.ts'
import { looks, resize, sizes } from '../shared/sizes.ts'
import { expect, test } from '../shared/test.ts'
import { viewNames, waysToViews } from './viewRoutes.ts'

const softly = expect.configure({ soft: true })

/** Nothing may stick out at the sides, and everything that can be pressed can be brought into view, once all is there. */
async function expectWhole(kit: Kit, { width, height }: { width: number; height: number }): Promise<void> {
  const sideways = () => kit.frame.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
  await softly.poll(sideways, 'the frame scrolls sideways').toBeLessThanOrEqual(0)
  const buttons = kit.frame.getByRole('button')
  await softly(buttons).not.toHaveCount(0)
  const outside = async () => {
    // In one go: a long list draws what is in sight, and takes away what no longer is.
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

/** Colours in the middle of a fade are nobody's colours, and what comes from the network fades in when it comes. */
async function expectAccessible(kit: Kit): Promise<void> {
  const find = async () => {
    await kit.settled()
    const { violations } = await new AxeBuilder({ page: kit.page }).analyze()
    return violations.map(({ id, impact, nodes }) => ({ id, impact, at: nodes.map(({ target }) => target) }))
  }
  await softly.poll(find).toEqual([])
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
    await test.step('axe, light', () => expectAccessible(kit))
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
    await test.step('axe, dark', () => expectAccessible(kit))
  })
}
