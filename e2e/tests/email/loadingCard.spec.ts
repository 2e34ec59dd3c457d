import { compareCards } from '../shared/compareCards.ts'
import { expect, test } from '../shared/mailTest.ts'
import { modalSizes } from '../shared/sizes.ts'

/** The loader's card has no fractions of a pixel. */
const round = (box: object | null) => Object.entries(box ?? {}).map(([name, pixels]) => [name, Math.round(pixels)])

for (const size of ['desktop', 'phone'] as const)
  test(`on a first visit the loader's card has the box of the usual first view that follows it, ${size}`, async ({
    driver,
    page,
  }) => {
    await page.setViewportSize(modalSizes[size])
    const [before, after] = await compareCards(driver, async () => {
      await driver.visitShop()
      // Many sites reset the spaces of all elements.
      await page.addStyleTag({ content: '* { margin: 0; padding: 0; box-sizing: border-box }' })
    })
    expect(round(before)).toEqual(round(after))
  })
