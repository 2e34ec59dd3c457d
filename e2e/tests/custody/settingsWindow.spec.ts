import { createCustodyDriver } from '../../driver/custody.ts'
import { expect, test } from '../shared/mailTest.ts'

test('one window, opened once and signed in once, has every setting, and Back goes one level', async ({
  driver,
  mail,
  page,
  stack,
}) => {
  test.slow()
  const custody = createCustodyDriver(page, driver, stack)
  await driver.visitShop()
  await custody.logIn(mail)
  await custody.openSettings()
  const window = await custody.logInToWindow(mail)
  const security = window.getByRole('heading', { name: 'Security', level: 1 })
  const choose = (name: string | RegExp) => window.getByRole('button', { name }).click()
  await expect(security).toBeVisible({ timeout: 60_000 })
  // From here on neither a mail nor another window may be needed.
  mail.forget()
  let popups = 0
  page.context().on('page', () => {
    popups += 1
  })

  for (const [row, title] of [
    [/^Recovery by email/, 'Recovery by email'],
    [/^Browsers/, 'Browsers'],
    [/^Wallet windows/, 'Wallet windows'],
    [/^Change the lock/, 'Change the lock of your wallet?'],
  ] as const) {
    await choose(row)
    await expect(window.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await choose('Back')
    await expect(security).toBeVisible()
  }

  await test.step('Back from a page below another goes to that page first', async () => {
    await choose(/^Sites and limits/)
    await choose(/^Known receivers/)
    await choose('Back')
    await expect(window.getByRole('heading', { name: 'Sites and limits', level: 1 })).toBeVisible()
    await choose('Back')
    await expect(security).toBeVisible()
  })

  await test.step('a backup is made on one panel, without a second code', async () => {
    await choose(/^Backup/)
    await expect(window.locator('.words li')).toHaveCount(7)
    const downloaded = window.waitForEvent('download')
    await choose('Download the file')
    expect((await downloaded).suggestedFilename()).toMatch(/^wallet-backup-\w{6}\.json$/)
    await window.getByLabel('I saved the file and wrote the seven words down').check()
    await choose('Finish')
    await expect(window.getByRole('button', { name: /^Backup Saved/ })).toBeVisible({ timeout: 60_000 })
  })

  expect(mail.has(/^\s*\d{3} ?\d{3}\s*$/m)).toBe(false)
  expect(popups).toBe(0)
})
