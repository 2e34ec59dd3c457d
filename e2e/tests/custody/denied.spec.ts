import { type Hex, verifyMessage } from 'viem'
import { createCustodyDriver } from '../../driver/custody.ts'
import { expect, test } from '../shared/mailTest.ts'

const message = 'Good coffee. See you on Tuesday.'

test('without browser storage the wallet warns, signs, and is recovered after a reload', {
  tag: '@onlyStorageDenied',
}, async ({ driver, page, stack, mail }) => {
  const custody = createCustodyDriver(page, driver, stack)
  const { secure, press } = custody
  await driver.visitShop()
  await driver.open()
  await custody.typeEmail(mail.address)
  await custody.expectCodePanel()
  await custody.typeCode(await custody.code(mail))
  await expect(secure.getByText('This browser keeps nothing here')).toBeVisible({ timeout: 60_000 })
  await press('Continue')
  await driver.expectStatus('connected')
  await driver.expectClosed()
  const address = (await page.locator('#account').textContent()) as Hex
  const first = await custody.signGuestBook()
  expect(await verifyMessage({ address, message, signature: first })).toBe(true)
  await driver.expectClosed()

  await page.reload()
  await driver.loaded()
  await driver.expectStatus('disconnected')
  await custody.arrive(mail)
  await custody.recoverByMail(mail)
  await driver.expectStatus('connected')
  await expect(page.locator('#account')).toHaveText(address)
  await driver.expectClosed()
  const second = await custody.signGuestBook()
  expect(await verifyMessage({ address, message, signature: second })).toBe(true)
})
