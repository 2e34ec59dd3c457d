import { openWithFailing, viewsScript } from '../shared/holdViews.ts'
import { expect, test } from '../shared/test.ts'

test('a script that the browser never requests again in one document loads after one retry, in a new frame', async ({
  driver,
  page,
}) => {
  await openWithFailing(driver, viewsScript)
  await expect(driver.text('This part could not be loaded')).toBeVisible()
  const [old] = await page.locator('iframe').all()
  const lost = await old?.elementHandle()
  // Chromium until version 150 answers each later import in the same document with the first failure.
  page.on('framenavigated', (frame) => {
    if (/\/f\//.test(frame.url())) void page.unroute(viewsScript)
  })
  await driver.press('Try again')
  await driver.expectOpen()
  await expect(driver.frame.getByRole('button', { name: 'WalletConnect' })).toBeVisible()
  expect(await lost?.evaluate((frame) => frame.isConnected)).toBe(false)
})
