import type { Page } from '@playwright/test'
import { createCustodyDriver, pressGuarded } from '../../driver/custody.ts'
import { createDriver } from '../../driver/driver.ts'
import { expect, test } from '../shared/mailTest.ts'

test('a browser with the open wallet lets a new one in by its number, and a wrong number lets nobody in', async ({
  driver,
  page,
  stack,
  mail,
  browser,
}) => {
  test.slow()
  const custody = createCustodyDriver(page, driver, stack)
  await driver.visitShop()
  await custody.logIn(mail)
  const address = (await page.locator('#account').textContent()) ?? ''
  const window = await test.step('the visitor has a wallet window open', async () => {
    await custody.openSettings()
    const opened = await custody.logInToWindow(mail)
    await opened.getByRole('button', { name: 'Done' }).click({ timeout: 60_000 })
    return opened
  })
  const context = await browser.newContext()
  const otherPage = await context.newPage()
  const otherDriver = createDriver(otherPage, stack)
  const there = createCustodyDriver(otherPage, otherDriver, stack)
  await otherDriver.visitShop()
  await there.arrive(mail)
  /** Picks a number in the wallet window. */
  const pick = async (at: Page, choose: (number: string, shown: string[]) => string) => {
    const figure = there.secure.locator('.figure')
    await expect(figure).toHaveText(/^\d\d$/)
    const number = (await figure.textContent()) ?? ''
    await expect(at.getByText('Is it you on another browser?')).toBeVisible({ timeout: 60_000 })
    await expect(at.getByText(new URL(stack.shop).host, { exact: true })).toBeVisible()
    const shown = await at
      .getByRole('radio')
      .evaluateAll((all) => all.map((radio) => (radio as HTMLInputElement).value))
    expect(shown).toContain(number)
    await at.getByLabel(choose(number, shown), { exact: true }).check()
    await pressGuarded(at, 'Open my wallet there')
  }

  await test.step('a wrong number ends the request, and both browsers say so', async () => {
    await there.press('Confirm in another browser')
    await pick(window, (number, shown) => shown.find((other) => other !== number) ?? '')
    await expect(window.getByText('A different number was picked')).toBeVisible()
    await expect(there.secure.getByText('A different number was picked')).toBeVisible()
    await otherDriver.expectStatus('disconnected')
    await window.getByRole('button', { name: 'Done' }).click()
  })
  await test.step('the right number opens the wallet in the new browser at once', async () => {
    await there.press('Start again')
    await pick(window, (number) => number)
    await expect(window.getByText('Your wallet is open there')).toBeVisible()
    await otherDriver.expectStatus('connected')
    await expect(otherPage.locator('#account')).toHaveText(address)
    await otherDriver.expectClosed()
    await there.signGuestBook()
  })
  await context.close()
})
