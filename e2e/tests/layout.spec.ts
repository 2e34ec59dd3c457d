import type { Page } from '@playwright/test'
import type { Kit } from '../driver/kit.ts'
import { expect, test } from './fixtures.ts'
import { viewNames, waysToViews } from './views.ts'

const looks = 'test-results/looks'

/** Sizes at which the modal has to be whole. 200 % zoom of a 1280 × 720 window is half of it at twice the density. */
const sizes = {
  desktop: { width: 1280, height: 800 },
  zoomed: { width: 640, height: 360 },
  narrow: { width: 320, height: 568 },
  phone: { width: 390, height: 844 },
} as const

/** Nothing may stick out at the sides, and everything that can be pressed can be brought into view. */
async function expectWhole(kit: Kit, page: Page): Promise<void> {
  const wide = await kit.frame.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
  expect(wide, 'the frame scrolls sideways').toBeLessThanOrEqual(0)
  const view = page.viewportSize()
  for (const button of await kit.frame.getByRole('button').elementHandles()) {
    // In one go: a long list draws what is in sight, and takes away what no longer is.
    const box = await button.evaluate((node) => {
      const element = node as HTMLElement
      if (!element.isConnected) return null
      element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
      const { left, top, right, bottom } = element.getBoundingClientRect()
      return { left, top, right, bottom, text: element.textContent ?? '' }
    })
    if (!box) continue
    expect(box.left, box.text).toBeGreaterThanOrEqual(0)
    expect(box.right, box.text).toBeLessThanOrEqual(view?.width ?? 0)
    expect(box.top, box.text).toBeGreaterThanOrEqual(-1)
    expect(box.bottom, box.text).toBeLessThanOrEqual((view?.height ?? 0) + 1)
  }
}

for (const [size, viewport] of Object.entries(sizes)) {
  for (const name of viewNames) {
    test(`${name} is whole on ${size}`, async ({ kit, page, scripted }) => {
      await page.setViewportSize(viewport)
      await kit.visitPage('plain', '?data-theme=light')
      await waysToViews[name](kit, scripted)
      await kit.settled()
      await page.screenshot({ path: `${looks}/${name}-${size}-light.png` })
      await expectWhole(kit, page)
    })
  }
}

for (const name of viewNames) {
  test(`a picture of ${name} in the dark`, async ({ kit, page, scripted }) => {
    await kit.visitPage('plain', '?data-theme=dark')
    await waysToViews[name](kit, scripted)
    await kit.settled()
    await page.screenshot({ path: `${looks}/${name}-desktop-dark.png` })
    await expect(kit.frame.getByRole('heading', { level: 1 })).toBeVisible()
  })
}

test('on a phone it is a sheet at the bottom, on a desktop a card in the middle', async ({ kit, page }) => {
  await kit.visitPage('plain')
  await kit.open()
  await kit.settled()
  const card = await kit.card().boundingBox()
  const width = page.viewportSize()?.width ?? 0
  expect(card?.width).toBe(360)
  expect(Math.abs((card?.x ?? 0) * 2 + 360 - width)).toBeLessThanOrEqual(1)
  await page.setViewportSize(sizes.phone)
  await kit.settled()
  const sheet = await kit.card().boundingBox()
  expect(sheet).toMatchObject({ x: 0, width: sizes.phone.width })
  expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeCloseTo(sizes.phone.height, 0)
})

test('the page behind stands still: no jump, no scroll, and it is back afterwards', async ({ kit, page }) => {
  await kit.visitPage('long')
  await kit.loaded()
  const button = page.locator('[data-appkit-open]')
  const before = await button.boundingBox()
  await kit.open()
  expect(await button.boundingBox()).toEqual(before)
  await page.mouse.move(20, 20)
  await page.mouse.wheel(0, 600)
  await kit.settled()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await kit.close()
  await page.mouse.wheel(0, 600)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
})

test('in print it is not there', async ({ kit, page }) => {
  await kit.visitPage('plain')
  await kit.open()
  await page.emulateMedia({ media: 'print' })
  await expect(kit.dialog).toBeHidden()
  await page.emulateMedia({ media: null })
  await expect(kit.dialog).toBeVisible()
})

test('with reduced motion nothing moves', async ({ kit, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await kit.visitPage('plain')
  await kit.open()
  const longest = await kit.frame.locator('html').evaluate((root) =>
    Math.max(
      0,
      ...root.ownerDocument
        .getAnimations()
        .map((animation) => Number(animation.effect?.getComputedTiming().activeDuration ?? 0))
        .filter(Number.isFinite),
    ),
  )
  expect(longest).toBeLessThanOrEqual(1)
})

test('auto follows the host’s colour scheme, and the frame is never an opaque box', async ({ kit, page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await kit.visitPage('plain', '?data-theme=auto')
    await kit.open()
    await kit.settled()
    await page.screenshot({ path: `${looks}/auto-${colorScheme}.png` })
    const scheme = await kit.card().evaluate((card) => getComputedStyle(card).colorScheme)
    expect(scheme).toBe(colorScheme)
    // A point of the page far from the card still shows through the backdrop.
    const heading = page.getByRole('heading', { name: 'Test page' })
    await expect(heading).toBeVisible()
  }
})
