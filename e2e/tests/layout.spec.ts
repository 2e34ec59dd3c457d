import { expect, test } from './fixtures.ts'
import { looks, sizes } from './sizes.ts'

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
