import { fileURLToPath } from 'node:url'
import { type Hex, verifyMessage } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { createCustodyDriver, openWithRecoveryKit, pressGuarded, readSeedWords } from '../../driver/custody.ts'
import { createDriver } from '../../driver/driver.ts'
import { expect, test } from '../shared/mailTest.ts'

const message = 'Good coffee. See you on Tuesday.'
const offlinePage = new URL('../../../secure-wallet/dist/recover.html', import.meta.url)

test('a backup opens the wallet in another browser, in the wallet’s own window, and without any server', async ({
  driver,
  page,
  stack,
  mail,
  browser,
}) => {
  const custody = createCustodyDriver(page, driver, stack)
  await driver.visitShop()
  await custody.logIn(mail)
  const address = (await page.locator('#account').textContent()) as Hex
  const solanaAddress = async () => (await driver.state()).accounts.solana?.caipAddress?.split(':').at(-1)
  await expect.poll(solanaAddress).toBeDefined()
  const solana = (await solanaAddress()) ?? ''
  await custody.openSettings()
  const saved = await custody.saveRecoveryKit()
  expect(saved.words.split(' ')).toHaveLength(7)

  const context = await browser.newContext()
  const other = await context.newPage()
  const otherDriver = createDriver(other, stack)
  const second = createCustodyDriver(other, otherDriver, stack)
  await test.step('in another browser the wallet does not open with wrong words of the backup, opens with the right words, and signs', async () => {
    await otherDriver.visitShop()
    await second.arrive(mail)
    await second.press('Use my backup')
    await openWithRecoveryKit(second.secure, { ...saved, words: 'seven words that are not the ones' })
    await expect(second.secure.getByText('File and words do not fit together')).toBeVisible({ timeout: 60_000 })
    await openWithRecoveryKit(second.secure, { ...saved, words: saved.words.toUpperCase() })
    await expect(second.panel('Confirm Your Sign-In')).toBeHidden({ timeout: 60_000 })
    await otherDriver.expectStatus('connected')
    await expect(other.locator('#account')).toHaveText(address)
    await otherDriver.expectClosed()
    const signature = await second.signGuestBook()
    expect(await verifyMessage({ address, message, signature })).toBe(true)
  })

  const window = await custody.logInToWindow(mail)
  await test.step('the words of the seed are shown in the wallet’s own window', async () => {
    // The secure frame that opened the window hands the wallet over to it.
    await window.getByRole('button', { name: 'Export the recovery phrase' }).click({ timeout: 60_000 })
    await expect(window.getByText('Your recovery phrase has to wait')).toBeVisible()
    await window.getByRole('button', { name: 'Show it now' }).click()
    await expect(window.getByText('········').first()).toBeVisible()
    const words = await readSeedWords(window)
    expect(mnemonicToAccount(words).address).toBe(address)
    await window.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('the window removes all other browsers from the wallet’s devices', async () => {
    await window.getByRole('button', { name: /^Browsers/ }).click()
    await expect(window.getByText('This browser, wallet.localhost')).toBeVisible()
    const remove = window.getByRole('button', { name: /^Remove / })
    for (const left of [1, 0]) {
      await remove.first().click()
      await expect(window.getByRole('heading', { name: /^Remove .*\?$/ })).toBeVisible()
      await pressGuarded(window, 'Remove')
      await expect(window.getByRole('heading', { name: 'Browsers' })).toBeVisible()
      await expect(remove).toHaveCount(left)
    }
    await window.close()
    // An open secure frame notices within 45 s that its browser was removed. After a reload it asks the server at once.
    await other.reload()
    await otherDriver.loaded()
    await otherDriver.expectStatus('disconnected')
    await context.close()
  })

  await test.step('a page saved on disk opens the wallet with the backup and no network', async () => {
    const offline = await browser.newContext({ offline: true })
    const sheet = await offline.newPage()
    await sheet.goto(fileURLToPath(offlinePage).replace(/^/, 'file://'))
    await openWithRecoveryKit(sheet, saved)
    await expect(sheet.getByText(address)).toBeVisible({ timeout: 60_000 })
    await expect(sheet.getByText(solana)).toBeVisible()
    expect(mnemonicToAccount(await readSeedWords(sheet)).address).toBe(address)
    await offline.close()
  })

  await test.step('the page on disk speaks the language of the browser', async () => {
    const german = await browser.newContext({ offline: true, locale: 'de-DE' })
    const sheet = await german.newPage()
    await sheet.goto(fileURLToPath(offlinePage).replace(/^/, 'file://'))
    await expect(sheet.locator('html')).toHaveAttribute('lang', 'de')
    await expect(sheet.getByRole('heading', { level: 1 }).first()).toHaveText('Ein Backup öffnen')
    await german.close()
  })
})
