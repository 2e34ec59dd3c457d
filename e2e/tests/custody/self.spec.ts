import { type Hex, verifyMessage } from 'viem'
import { addAuthenticator, createCustodyDriver } from '../../driver/custody.ts'
import { createDriver } from '../../driver/driver.ts'
import { expect, test } from '../shared/mailTest.ts'

const message = 'Good coffee. See you on Tuesday.'

test.use({ custody: 'self' })

test('in self custody the wallet only receives until its owner has an unlock method', async ({
  driver,
  page,
  stack,
  mail,
  browser,
}) => {
  const custody = createCustodyDriver(page, driver, stack)
  const { secure, press } = custody
  await driver.visitShop()
  await driver.open()
  await custody.typeEmail(mail.address)
  await custody.expectCodePanel()
  await custody.typeCode(await custody.code(mail))
  await expect(secure.getByText('It can only receive for now')).toBeVisible({ timeout: 60_000 })
  await press('Continue')
  await driver.expectStatus('connected')
  await driver.expectClosed()
  const address = (await page.locator('#account').textContent()) as Hex

  const refused = await driver.request('personal_sign', ['0x48616c6c6f', address])
  expect(refused).toMatchObject({ message: 'The wallet can only receive until a way to recover it is set' })

  await addAuthenticator(page)
  await custody.openSettings()
  await expect(secure.getByText('It can only receive for now')).toBeVisible()
  await press(/^Passkey/)
  await expect(secure.getByRole('button', { name: /^Passkey/ })).toContainText('added')
  await expect(secure.getByText('It can only receive for now')).toHaveCount(0)
  await press('Done')
  await driver.close()
  const signature = await custody.signGuestBook()
  expect(await verifyMessage({ address, message, signature })).toBe(true)

  await test.step('in another browser without the passkey, the wallet reports the missing passkey and still shows the account', async () => {
    const context = await browser.newContext()
    const other = await context.newPage()
    const otherDriver = createDriver(other, stack)
    const second = createCustodyDriver(other, otherDriver, stack)
    const own = await addAuthenticator(other)
    await otherDriver.visitShop()
    await second.arrive(mail)
    await expect(second.secure.getByRole('button', { name: 'Recover by email' })).toHaveCount(0)
    await second.press('Use a passkey')
    await expect(second.secure.getByRole('alert')).toContainText('The browser gave no passkey')
    await second.press('Not now')
    await otherDriver.expectStatus('connected')
    await expect(other.locator('#account')).toHaveText(address)
    expect(await own.count()).toBe(0)
    await context.close()
  })
})
