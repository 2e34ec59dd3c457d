import { openCold, viewsScript } from '../shared/holdViews.ts'
import { expect, test } from '../shared/test.ts'

test('a script that the browser never requests again in one document loads after one retry, in a new frame', async ({
  driver,
  page,
}) => {
  // Chromium until version 150 answers each later import in the same document with the first failure.
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && /\/f\//.test(request.url())) documents += 1
  })
  await page.route(viewsScript, (route) => (documents > 1 ? route.continue() : route.abort('connectionrefused')))
  await openCold(driver)
  await expect(driver.text('This part could not be loaded')).toBeVisible()
  const [old] = await page.locator('iframe').all()
  const lost = await old?.elementHandle()
  await driver.press('Try again')
  await driver.expectOpen()
  await expect(driver.frame.getByRole('button', { name: 'WalletConnect' })).toBeVisible()
  expect(await lost?.evaluate((frame) => frame.isConnected)).toBe(false)
})
