import { createCustodyDriver } from '../../driver/custody.ts'
import { createDriver } from '../../driver/driver.ts'
import { press } from '../../driver/press.ts'
import { expect, test } from '../shared/mailTest.ts'

test('of two browsers that signed in before the wallet existed, one makes it and the other has to open it', async ({
  driver,
  page,
  stack,
  mail,
  embedded,
  browser,
}) => {
  const other = await browser.newContext()
  const otherPage = await other.newPage()
  const otherDriver = createDriver(otherPage, stack)
  const there = createCustodyDriver(otherPage, otherDriver, stack)
  /** Signs in, and stops at the request that creates the wallet. */
  const arrive = async (at: typeof page, visitor: typeof driver, wallet: typeof embedded) => {
    await at.route('**/v1/wallet/keys', (route) => route.abort())
    mail.forget()
    await visitor.visitShop()
    await visitor.open()
    await wallet.typeEmail(mail.address)
    await wallet.expectCodePanel()
    await wallet.typeCode(await wallet.code(mail))
    await expect(wallet.secure.getByText('That did not work')).toBeVisible({ timeout: 60_000 })
    await at.unroute('**/v1/wallet/keys')
  }
  await arrive(page, driver, embedded)
  await arrive(otherPage, otherDriver, there)

  await test.step('the first browser makes the wallet', async () => {
    await embedded.press('Try again')
    await expect(embedded.panel('Your Wallet')).toBeVisible({ timeout: 60_000 })
    await embedded.press('Continue')
    await driver.expectStatus('connected')
  })
  const address = (await page.locator('#account').textContent()) ?? ''

  await test.step('the second browser gets no wallet by its code alone, and opens it by mail', async () => {
    await press(there.secure.getByRole('button', { name: 'Try again' }))
    await expect(there.panel('Confirm Your Sign-In')).toBeVisible({ timeout: 60_000 })
    await otherDriver.expectStatus('disconnected')
    await there.recoverByMail(mail)
    await otherDriver.expectStatus('connected')
    await expect(otherPage.locator('#account')).toHaveText(address)
    await otherDriver.expectClosed()
    await there.signGuestBook()
  })
  await other.close()
})
