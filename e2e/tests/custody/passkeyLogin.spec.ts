import { type Hex, verifyMessage } from 'viem'
import { addAuthenticator, createCustodyDriver, wipeWalletStorage } from '../../driver/custody.ts'
import { expect, test } from '../shared/mailTest.ts'

const message = 'Good coffee. See you on Tuesday.'

test('a passkey of the first login signs in to the wallet with one press, after the browser lost its storage and on another site', async ({
  driver,
  page,
  stack,
  mail,
}) => {
  const custody = createCustodyDriver(page, driver, stack)
  const { secure, panel, press } = custody
  const authenticator = await addAuthenticator(page)
  await driver.visitShop()
  await driver.open()

  await test.step('the last step of the first login offers a passkey, which takes one press', async () => {
    await custody.typeEmail(mail.address)
    await custody.expectCodePanel()
    await custody.typeCode(await custody.code(mail))
    await expect(panel('Your Wallet')).toBeVisible({ timeout: 60_000 })
    expect(await authenticator.count()).toBe(0)
    await press('Use a passkey next time')
    await driver.expectStatus('connected')
    await driver.expectClosed()
    expect(await authenticator.count()).toBe(1)
  })
  const address = (await page.locator('#account').textContent()) as Hex

  await test.step('without storage one press signs in and unlocks the wallet', async () => {
    await wipeWalletStorage(page, stack)
    expect(await driver.request('personal_sign', ['0x48616c6c6f', address])).toMatchObject({ code: 4100 })
    await driver.expectStatus('disconnected')
    mail.forget()
    await driver.open()
    await driver.frame.getByRole('button', { name: 'Continue with a passkey' }).click()
    await driver.expectStatus('connected')
    await driver.expectClosed()
    await expect(page.locator('#account')).toHaveText(address)
    const signature = await custody.signGuestBook()
    expect(await verifyMessage({ address, message, signature })).toBe(true)
  })

  await test.step('on another site the same press connects the same wallet', async () => {
    await driver.visitShop('guest')
    await driver.open()
    await driver.frame.getByRole('button', { name: 'Continue with a passkey' }).click()
    await driver.expectStatus('connected')
    await expect(page.locator('#account')).toHaveText(address)
    await driver.expectClosed()
  })

  await test.step('without a passkey on the device the panel says so and leads back to the email', async () => {
    await authenticator.remove()
    const empty = await addAuthenticator(page)
    await wipeWalletStorage(page, stack)
    await page.reload()
    await driver.loaded()
    await driver.open()
    await driver.frame.getByRole('button', { name: 'Continue with a passkey' }).click()
    await expect(secure.getByRole('alert')).toContainText('There is no passkey for this wallet on this device')
    await press('Continue with email')
    await expect(driver.frame.getByTestId('email-input')).toBeVisible()
    await empty.remove()
  })
})
