import { expect } from '@playwright/test'
import type { Driver } from '../../driver/driver.ts'

/** The loader's card has no fractions of a pixel. */
const round = (box: object | null) => Object.entries(box ?? {}).map(([name, pixels]) => [name, Math.round(pixels)])

/** Expects that the card that follows the loader's card has the same box. */
export async function expectSameCard(driver: Driver, visit: () => Promise<void>): Promise<void> {
  const [before, after] = await compareCards(driver, visit)
  expect(round(before)).toEqual(round(after))
}

/** Opens the modal while its frame loads. Returns the boxes of the loader's card and of the card that follows it. */
export async function compareCards(driver: Driver, visit: () => Promise<void>) {
  const frameDocument = /\/f\//
  const loaded = Promise.withResolvers<void>()
  await driver.page.route(frameDocument, async (route) => {
    await loaded.promise
    await route.continue()
  })
  await visit()
  await driver.loaded()
  await driver.startOpen()
  const cover = driver.dialog.locator('> div')
  await expect(cover).toHaveCSS('opacity', '1')
  // The file with the panel's texts has loaded too, and knows the height.
  await expect.poll(() => cover.evaluate((card) => card.shadowRoot?.adoptedStyleSheets.length)).toBe(2)
  const before = await cover.boundingBox()
  loaded.resolve()
  await driver.expectOpen()
  await driver.settled()
  const after = await driver.card().boundingBox()
  await driver.page.unroute(frameDocument)
  return [before, after] as const
}
