import type { Page } from '@playwright/test'
import { createCustodyDriver, logInToWalletWindow, pressGuarded } from '../../driver/custody.ts'
import { createDriver, type Driver } from '../../driver/driver.ts'
import { createEmbeddedDriver } from '../../driver/embedded.ts'
import { expect, test } from '../shared/mailTest.ts'

test('a visitor who disconnects comes back with one press, and signs without a recovery', async ({
  driver,
  page,
  mail,
  embedded,
}) => {
  await driver.visitShop()
  await embedded.logIn(mail)
  const address = await page.locator('#account').textContent()

  await test.step('a page that revokes its permissions again and again gets no account, also after a reload', async () => {
    for (let turn = 0; turn < 5; turn++)
      expect(await driver.request('wallet_revokePermissions', [{ eth_accounts: {} }])).toEqual({ value: null })
    await driver.expectStatus('disconnected')
    expect(await driver.request('eth_accounts')).toEqual({ value: [] })
    await page.reload()
    await driver.loaded()
    await driver.expectStatus('disconnected')
    expect(await driver.request('eth_accounts')).toEqual({ value: [] })
  })

  await test.step('the modal frame knows nothing of the address', async () => {
    await driver.open()
    await expect(embedded.returnButton).toBeVisible()
    await expect(
      embedded.secure.getByText('Your wallet stays on this browser. Shared computer? Sign out'),
    ).toBeVisible()
    const known = await driver.frame
      .locator('html')
      .evaluate((root) => root.outerHTML + JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(known).not.toContain(mail.address.split('@')[0])
    expect(known).not.toContain('orchard.example')
  })

  await test.step('one press connects the site again, and the wallet signs at once', async () => {
    mail.forget()
    await embedded.comeBack()
    await driver.expectClosed()
    await driver.expectStatus('connected')
    await expect(page.locator('#account')).toHaveText(address ?? '')
    await page.getByRole('button', { name: 'Sign the guest book' }).click()
    await embedded.approve()
    await expect(page.locator('#result')).toHaveText(/^Signed: 0x/)
    await driver.expectClosed()
  })

  await test.step('after Sign out in the connect view, a code opens the wallet without a recovery', async () => {
    await page.evaluate(() => window.AppKit.disconnect())
    await driver.expectStatus('disconnected')
    await driver.open()
    await expect(embedded.returnButton).toBeVisible()
    await embedded.press('Sign out')
    await embedded.typeEmail(mail.address)
    await expect(embedded.panel('Confirm Email')).toBeVisible()
    await embedded.typeCode(await embedded.code(mail))
    await driver.expectClosed()
    await driver.expectStatus('connected')
    await page.getByRole('button', { name: 'Sign the guest book' }).click()
    await embedded.approve()
    await expect(page.locator('#result')).toHaveText(/^Signed: 0x/)
  })
})

test('a visitor who disconnects may use another address, or close the modal and come back later', async ({
  driver,
  mail,
  embedded,
}) => {
  await driver.visitShop()
  await embedded.logIn(mail)
  await driver.open()
  await driver.press('Disconnect')
  await driver.expectStatus('disconnected')
  // The modal closes by itself, which may be later than the status of the page.
  await driver.expectClosed()
  for (let turn = 0; turn < 2; turn++) {
    await driver.open()
    await expect(embedded.returnButton).toBeVisible()
    await driver.press('Close')
    await driver.expectClosed()
  }
  await driver.open()
  await embedded.press('Use another email')
  await expect(driver.frame.getByPlaceholder('Email address')).toBeVisible()
  await driver.expectStatus('disconnected')
})

test('a tab whose site was disconnected in another tab, and a new tab, offer the return too', async ({
  driver,
  page,
  stack,
  context,
  mail,
  embedded,
}) => {
  await driver.visitShop()
  await embedded.logIn(mail)
  const [other, late] = [await context.newPage(), await context.newPage()].map((page) => ({
    page,
    driver: createDriver(page, stack),
  })) as [{ page: Page; driver: Driver }, { page: Page; driver: Driver }]
  await other.driver.visitShop()
  await other.driver.expectStatus('connected')
  await other.driver.open()
  await other.driver.press('Disconnect')
  await driver.expectStatus('disconnected')
  await late.driver.visitShop()
  await late.driver.expectStatus('disconnected')
  for (const each of [late, { page, driver }]) {
    await each.page.bringToFront()
    // The page may hear of the end before the tab’s own frame, which then closes a modal that was opened meanwhile.
    await expect(async () => {
      await each.page.evaluate(() => void window.AppKit.open().catch(() => {}))
      const { returnButton } = createEmbeddedDriver(each.page, each.driver, stack)
      await expect(returnButton).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await each.driver.close()
  }
})

test('a visitor removes the wallet from this browser in the wallet window, for the window and for the site that opened it', async ({
  driver,
  page,
  stack,
  mail,
}) => {
  const custody = createCustodyDriver(page, driver, stack)
  await driver.visitShop()
  await custody.logIn(mail)
  await custody.openSettings()
  const window = await custody.logInToWindow(mail)
  const choose = (name: string | RegExp) => window.getByRole('button', { name }).click()

  await test.step('the window says first which ways are left, and the site that opened it is ticked', async () => {
    await choose(/^Remove from this browser/)
    await expect(window.getByText('Remove this wallet from this browser?')).toBeVisible()
    await expect(window.getByText('Your email', { exact: true })).toBeVisible()
    await expect(window.getByText('Your passkey', { exact: true })).toBeHidden()
    await expect(window.getByLabel(new URL(stack.shop).host)).toBeChecked()
  })

  await test.step('after the press neither the window nor the site is signed in', async () => {
    await pressGuarded(window, 'Remove it here')
    await expect(window.getByLabel('Email address')).toBeVisible()
    await page.reload()
    await driver.loaded()
    await driver.expectStatus('disconnected')
  })

  await test.step('a code alone opens the wallet neither in the window nor on the site', async () => {
    await logInToWalletWindow(window, mail)
    await expect(window.getByText('We need to check it’s you on this browser')).toBeVisible()
    await window.close()
    await custody.arrive(mail)
  })
})
