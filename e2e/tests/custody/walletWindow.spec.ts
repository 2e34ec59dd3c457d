import type { Page } from '@playwright/test'
import { confirmByMail } from '../../driver/custody.ts'
import { clickToClose } from '../../driver/press.ts'
import { expect, test } from '../shared/mailTest.ts'

test('a second site gets the wallet from the wallet’s own window after the visitor recovers the wallet there', async ({
  driver,
  page,
  stack,
  mail,
  embedded,
}) => {
  const { secure } = embedded
  await driver.visitShop()
  await embedded.logIn(mail)
  const address = await page.locator('#account').textContent()
  const numberIn = async (place: Pick<Page, 'locator'>): Promise<string> => {
    const figure = place.locator('.figure')
    await expect(figure).toHaveText(/^\d\d$/)
    return (await figure.textContent()) ?? ''
  }
  const openWindow = async (waiting: string) => {
    const opened = page.waitForEvent('popup')
    await embedded.press('Open wallet window')
    await expect(secure.getByText(waiting)).toBeVisible()
    return opened
  }

  await test.step('the second site can’t open the wallet and offers a wallet window', async () => {
    mail.forget()
    await driver.visitShop('guest')
    await driver.open()
    await embedded.typeEmail(mail.address)
    await embedded.expectCodePanel()
    await embedded.typeCode(await embedded.code(mail))
  })
  const popup = await test.step('the visitor logs in to the wallet window and recovers the wallet there', async () => {
    mail.forget()
    const window = await openWindow('Waiting for the wallet window')
    await expect(window.getByLabel('Email address')).toHaveValue(mail.address)
    await window.getByRole('button', { name: 'Continue' }).click()
    await window.getByLabel('Digit 1 of 6').click()
    await window.keyboard.type(await embedded.code(mail))
    mail.forget()
    await window.getByRole('button', { name: /Recover by email/ }).click()
    await confirmByMail(window, window, mail)
    return window
  })
  await test.step('the visitor types the number from the modal into the wallet window, and the window gives the wallet to the site', async () => {
    const enable = popup.getByRole('button', { name: `Enable on ${new URL(stack.guest).host}` })
    await expect(enable).toBeVisible()
    await popup.getByLabel(/^Number that your wallet on/).fill(await numberIn(secure))
    await expect(enable).not.toHaveAttribute('aria-disabled', 'true')
    await popup.mouse.move(40, 60, { steps: 3 })
    await clickToClose(enable)
    await driver.expectStatus('connected')
    await expect(page.locator('#account')).toHaveText(address ?? '')
  })
  await test.step('after a reload the site opens the wallet by itself', async () => {
    await page.reload()
    await driver.loaded()
    await driver.expectStatus('connected')
    await page.getByRole('button', { name: 'Sign the guest book' }).click()
    const window = await openWindow('Waiting for your answer')
    await embedded.approveIn(window)
    await expect(page.locator('#result')).toHaveText(/^Signed: 0x/)
  })
})
