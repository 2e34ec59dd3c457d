import { watchAnnouncement } from '../../driver/announcements.ts'
import { expect, test } from '../shared/mailTest.ts'

test('a page puts the wallets before the e-mail field, or hides them behind one row', async ({ driver, page }) => {
  const field = driver.frame.getByPlaceholder('Email address')
  const wallet = driver.frame.getByRole('button', { name: /MetaMask/ })
  const topOf = async (part: typeof field) => (await part.boundingBox())?.y ?? Number.NaN
  await driver.visitPage('plain', '?data-connect-methods-order=wallet,email')
  await driver.open()
  await expect.poll(async () => (await topOf(wallet)) < (await topOf(field))).toBe(true)

  await driver.visitPage('plain', '?data-collapse-wallets=true')
  await driver.open()
  await driver.press('Continue with a wallet')
  await expect(wallet).toBeVisible()
  await expect(field).toBeHidden()

  // The message disappears by itself.
  const announced = await watchAnnouncement(driver, 'Sold out')
  await page.evaluate(() => window.AppKit.showErrorMessage('Sold out'))
  await announced()
})

test('a page that makes its own WalletConnect session shows the link of it as a QR code', async ({ driver, page }) => {
  await driver.visitPage('plain', '?data-manual-wallet-connect=true')
  await driver.loaded()
  const uri = `wc:${'7f'.repeat(32)}@2?relay-protocol=irn&symKey=${'58'.repeat(32)}`
  const opened = page.evaluate((link) => window.AppKit.open({ uri: link }), uri)
  await expect(driver.frame.getByTestId('wui-qr-code')).toBeVisible()
  await page.evaluate(() => window.AppKit.close())
  expect(await opened).toEqual({ outcome: 'closed' })
})
