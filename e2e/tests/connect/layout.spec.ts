import type { Driver } from '../../driver/driver.ts'
import { modalSizes, resizeModal, saveScreenshot } from '../shared/sizes.ts'
import { expect, test } from '../shared/test.ts'

test('shows the modal as a sheet at the bottom on a phone, and as a card in the middle on a desktop', async ({
  driver,
  page,
}) => {
  await driver.visitPage('plain')
  await driver.open()
  await driver.settled()
  const width = page.viewportSize()?.width ?? 0
  // Further wallets may arrive and change the height.
  await expect(async () => {
    const card = await driver.card().boundingBox()
    expect(card?.width).toBe(360)
    expect(Math.abs((card?.x ?? 0) * 2 + 360 - width)).toBeLessThanOrEqual(1)
  }).toPass()
  await resizeModal(driver, modalSizes.phone)
  await expect(async () => {
    const sheet = await driver.card().boundingBox()
    expect(sheet).toMatchObject({ x: 0, width: modalSizes.phone.width })
    expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeCloseTo(modalSizes.phone.height, 0)
  }).toPass()
})

test('keeps the page behind the modal from jumping and scrolling, and lets the page scroll after the modal closes', async ({
  driver,
  page,
}) => {
  await driver.visitPage('long')
  await driver.loaded()
  const button = page.locator('[data-appkit-open]')
  const before = await button.boundingBox()
  await driver.open()
  expect(await button.boundingBox()).toEqual(before)
  const scrolled = () => page.evaluate(() => scrollY)
  await page.mouse.move(20, 20)
  const root = driver.frame.locator('html')
  await root.evaluate(() =>
    addEventListener('wheel', () => document.documentElement.toggleAttribute('data-wheel', true)),
  )
  // Chromium may drop an input on a frame that has just moved, so scroll again until the frame has heard of it.
  await expect(async () => {
    await page.mouse.wheel(0, 600)
    await expect(root).toHaveAttribute('data-wheel', '', { timeout: 1_000 })
  }).toPass()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await scrolled()).toBe(0)
  await driver.close()
  // Chromium may send a wheel event to the closed frame, so scroll again.
  await expect(async () => {
    await page.mouse.wheel(0, 600)
    await expect.poll(scrolled, { timeout: 1_000 }).toBeGreaterThan(0)
  }).toPass()
})

for (const [moment, prepare] of [
  ['before it opens', ({ page }: Driver) => page.locator('[data-appkit-open]').hover()],
  [
    'after it closed',
    async (driver: Driver) => {
      await driver.open()
      await driver.close()
    },
  ],
] as const)
  test(`a closed modal stays painted and transparent ${moment}, and runs no animation`, async ({ driver }) => {
    await driver.visitPage('plain')
    await driver.loaded()
    await prepare(driver)
    const html = driver.frame.locator('html')
    await expect(html).toHaveCount(1)
    await expect(driver.dialog).toHaveAttribute('inert')
    // A browser runs no animation frame in a frame that it does not paint.
    const isPainted = () =>
      html.evaluate(() =>
        Promise.race([
          new Promise((done) => requestAnimationFrame(() => done(true))),
          new Promise((done) => setTimeout(done, 1_000, false)),
        ]),
      )
    await expect.poll(isPainted).toBe(true)
    await expect(driver.dialog).toBeHidden()
    await expect(driver.dialog).toHaveCSS('opacity', '0')
    await expect
      .poll(() => driver.card().evaluate((main) => Object.keys(main).join()), 'until React has taken over')
      .toContain('react')
    await expect.poll(() => countRunning(driver)).toBe(0)
  })

const countRunning = (driver: Driver): Promise<number> =>
  driver.frame
    .locator('html')
    .evaluate((root) => root.ownerDocument.getAnimations().filter(({ playState }) => playState === 'running').length)

test('fades a closed modal out in 150 ms, while the page is usable at once', async ({ driver, page }) => {
  await driver.visitPage('plain')
  await driver.open()
  await driver.settled()
  const fades = await page.evaluate(async () => {
    const dialog = document.querySelector('dialog') as HTMLDialogElement
    dialog.close()
    await new Promise((done) => requestAnimationFrame(done))
    return {
      durations: [
        ...new Set(dialog.getAnimations({ subtree: true }).map(({ effect }) => effect?.getTiming().duration)),
      ],
      pressed: document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('dialog') ?? null,
    }
  })
  expect(fades).toEqual({ durations: [150], pressed: null })
})

test('pauses the endless animation of a balance that is being refreshed while the modal is closed', async ({
  connected: _,
  driver,
  page,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route(/\/v1\//, async (route) => {
    await held.promise
    await route.continue()
  })
  await driver.visitPage('plain')
  await driver.open()
  await expect.poll(() => countRunning(driver)).toBeGreaterThan(0)
  await driver.close()
  await expect.poll(() => countRunning(driver)).toBe(0)
  await driver.open()
  await expect.poll(() => countRunning(driver)).toBeGreaterThan(0)
  held.resolve()
  await expect.poll(() => countRunning(driver)).toBe(0)
})

test('does not print the modal', async ({ driver, page }) => {
  await driver.visitPage('plain')
  await driver.open()
  await page.emulateMedia({ media: 'print' })
  await expect(driver.dialog).toBeHidden()
  await page.emulateMedia({ media: null })
  await expect(driver.dialog).toBeVisible()
})

test('shows no animation if the visitor prefers reduced motion', async ({ driver, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await driver.visitPage('plain')
  await driver.open()
  const longest = await driver.frame.locator('html').evaluate((root) =>
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

test('with data-theme=auto follows the host’s colour scheme, and never shows the frame as an opaque box', async ({
  driver,
  page,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await driver.visitPage('plain', '?data-theme=auto')
    await driver.open()
    await driver.settled()
    await saveScreenshot(page, `auto-${colorScheme}`)
    const scheme = await driver.card().evaluate((card) => getComputedStyle(card).colorScheme)
    expect(scheme).toBe(colorScheme)
    // A point of the host page far from the modal still shows through the backdrop.
    const heading = page.getByRole('heading', { name: 'Test page' })
    await expect(heading).toBeVisible()
  }
})
