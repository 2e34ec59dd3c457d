import { holdViews } from '../shared/holdViews.ts'
import { expect, test } from '../shared/test.ts'

/**
 * The first view needs other files in another language or for a connected visitor. The document names them, so that they
 * load beside the views and not after these.
 */

for (const [locale, heading] of [
  ['de', 'Wallet verbinden'],
  ['ar', 'ربط المحفظة'],
] as const)
  test(`loads the texts of the language ${locale} while the code of the views loads`, async ({ driver, page }) => {
    const scripts: Promise<string>[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.text().catch(() => ''))
    })
    const releaseViews = await holdViews(page)
    await driver.visitPage('plain', `?data-warm=none&data-locale=${locale}`)
    await driver.loaded()
    await driver.startOpen()
    await expect(driver.heading(heading)).toBeVisible()
    await expect.poll(async () => (await Promise.all(scripts)).some((text) => text.includes(heading))).toBe(true)
    releaseViews()
    await driver.expectOpen()
  })

test('loads the code of the account while the code of the views loads, if the document shows the account', async ({
  connected: _,
  driver,
  page,
}) => {
  await driver.open()
  await expect(driver.frame.getByTestId('balance-amount')).toHaveText(/\d/)
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text().catch(() => ''))
  })
  const releaseViews = await holdViews(page)
  await page.reload()
  await driver.loaded()
  await driver.expectStatus('connected')
  await driver.startOpen()
  await expect(driver.frame.getByTestId('balance-amount')).toBeVisible()
  await expect
    .poll(async () => (await Promise.all(scripts)).some((text) => text.includes('w3m-account-wallets')))
    .toBe(true)
  releaseViews()
  await driver.expectOpen()
})
