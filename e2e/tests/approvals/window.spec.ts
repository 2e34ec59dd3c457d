import { type Hex, verifyMessage } from 'viem'
import { clickToClose } from '../../driver/press.ts'
import { expect, test } from '../shared/mailTest.ts'

const message = 'Good coffee. See you on Tuesday.'

test('on an untrusted site the visitor answers a request in the wallet’s own window', async ({
  driver,
  page,
  stack,
  mail,
  embedded,
}) => {
  await driver.visitShop('guest')
  await embedded.logIn(mail)
  const address = (await page.locator('#account').textContent()) as Hex
  const result = page.locator('#result')
  const open = async () => {
    const opened = page.waitForEvent('popup')
    await embedded.press('Open wallet window')
    return opened
  }

  await test.step('the wallet window names the site, and a click in the window signs', async () => {
    await page.getByRole('button', { name: 'Sign the guest book' }).click()
    await expect(embedded.secure.getByText('Continue in the wallet window')).toBeVisible()
    const popup = await open()
    await expect(popup.getByText(new URL(stack.guest).host)).toBeVisible()
    await expect(popup.getByText(message)).toBeVisible()
    await embedded.approveIn(popup)
    await expect(result).toHaveText(/^Signed: 0x/)
    const signature = (await result.textContent())?.replace('Signed: ', '') as Hex
    expect(await verifyMessage({ address, message, signature })).toBe(true)
    await driver.expectClosed()
  })

  await test.step('the modal reports a blocked wallet window and opens it on the next click, and a rejection in the window reaches the site as 4001', async () => {
    const answer = driver.request('personal_sign', ['0x48616c6c6f', address])
    await expect(embedded.secure.getByText('Continue in the wallet window')).toBeVisible()
    await embedded.secure.locator('html').evaluate(() => {
      const { open } = window
      window.open = () => {
        window.open = open
        return null
      }
    })
    await embedded.press('Open wallet window')
    await expect(embedded.secure.getByText('The browser did not open the window.')).toBeVisible()
    const popup = await open()
    await clickToClose(popup.getByRole('button', { name: 'Cancel' }))
    expect(await answer).toMatchObject({ code: 4001 })
    await driver.expectClosed()
  })

  await test.step('a request that the visitor cancels in the modal ends in the open window too', async () => {
    const answer = driver.request('personal_sign', ['0x48616c6c6f', address])
    await expect(embedded.secure.getByText('Continue in the wallet window')).toBeVisible()
    const popup = await open()
    await expect(popup.getByText('Hallo')).toBeVisible()
    await embedded.press('Cancel the request')
    expect(await answer).toMatchObject({ code: 4001 })
    await expect(popup.getByText('This request has ended')).toBeVisible()
    await popup.close()
    await driver.expectClosed()
  })
})
