import { modalSizes, saveScreenshot } from '../shared/sizes.ts'
import { expect, test } from '../shared/test.ts'

const bridge = /\/bridge\.js$/

for (const size of ['desktop', 'phone'] as const)
  for (const theme of ['light', 'dark'] as const)
    test(`without the bridge, the sentence and Retry stand in the middle of the loader's card, ${size}, ${theme}`, async ({
      driver,
      page,
    }) => {
      await page.setViewportSize(modalSizes[size])
      await page.route(bridge, (route) => route.abort('internetdisconnected'))
      await driver.visitPage('plain', `?data-warm=none&data-theme=${theme}`)
      await driver.loaded()
      await driver.startOpen()
      // The frame is gone, by which the driver finds the dialog.
      const dialog = page.locator('dialog')
      await expect(dialog.getByText('Loading failed. Offline?')).toBeVisible()
      const card = await dialog.locator('> div').boundingBox()
      const sentence = await dialog.getByText('Loading failed. Offline?').boundingBox()
      const retry = await dialog.getByRole('button', { name: 'Retry' }).boundingBox()
      if (!card || !sentence || !retry) throw new Error('The card does not show.')
      // The sentence has a margin of 20 pixels above it.
      const middle = (sentence.y - 20 + retry.y + retry.height) / 2
      expect(Math.abs(middle - (card.y + card.height / 2))).toBeLessThan(2)
      await saveScreenshot(page, `offline-${size}-${theme}`)
    })
