import type { Page } from '@playwright/test'
import { type Hex, parseEther, verifyMessage } from 'viem'
import { initialTokens } from '../../driver/chain.ts'
import { createCustodyDriver } from '../../driver/custody.ts'
import { createDriver } from '../../driver/driver.ts'
import { expect, test } from '../shared/mailTest.ts'

const message = 'Good coffee. See you on Tuesday.'

test('an unmodified wagmi app signs and pays with an e-mail wallet', async ({
  driver,
  page,
  chains,
  mail,
  embedded,
}) => {
  const field = (id: string) => page.locator(`#${id}`)
  await driver.visit('/wagmi?wallet=none')
  await page.getByRole('button', { name: 'AppKit' }).click()
  await embedded.logInHere(mail)
  await driver.expectClosed()
  await expect(field('status')).toHaveText('connected')
  const address = (await field('account').textContent()) as Hex

  await page.getByRole('button', { name: 'Sign the guest book' }).click()
  await embedded.approve()
  await expect(field('signature')).toHaveText(/^0x/)
  const signature = (await field('signature').textContent()) as Hex
  expect(await verifyMessage({ address, message, signature })).toBe(true)
  await driver.expectClosed()

  await chains.first.fund(address)
  await page.getByRole('button', { name: 'Pay 12' }).click()
  await embedded.approve()
  await expect(field('payment')).toHaveText(/\(success\)$/)
  expect(await chains.first.tokensOf(address)).toBe(initialTokens - parseEther('12'))

  await page.reload()
  await expect(field('status')).toHaveText('connected')
  await expect(field('account')).toHaveText(address)
})

test('a private window warns that it forgets the wallet; the guardian recovers the wallet without a delay while the mailbox is the only other way in', async ({
  driver,
  page,
  stack,
  mail,
  browser,
  embedded: first,
}) => {
  const sign = async (tab: Page, embedded: typeof first) => {
    await tab.getByRole('button', { name: 'Sign the guest book' }).click()
    await embedded.approve()
    await expect(tab.locator('#result')).toHaveText(/^Signed: 0x/)
    return (await tab.locator('#result').textContent())?.replace('Signed: ', '') as Hex
  }

  const address =
    await test.step('the visitor creates a wallet, which survives a reload of the private window', async () => {
      await driver.visitShop()
      await driver.open()
      await first.typeEmail(mail.address)
      await first.expectCodePanel()
      await first.typeCode(await first.code(mail))
      await expect(first.panel('Your Wallet')).toBeVisible({ timeout: 60_000 })
      await first.secure.getByText('Who could open it?').click()
      await expect(first.secure.getByText('In a private window, this browser forgets the wallet once')).toBeVisible()
      await expect(first.secure.getByText('Whoever reads your email.')).toBeVisible()
      await first.press('Continue')
      await driver.expectStatus('connected')
      await driver.expectClosed()
      await page.reload()
      await driver.loaded()
      await driver.expectStatus('connected')
      await expect(page.locator('#account')).toHaveText(/^0x/)
      const account = (await page.locator('#account').textContent()) as Hex
      expect(await verifyMessage({ address: account, message, signature: await sign(page, first) })).toBe(true)
      await page.context().close()
      return account
    })

  await test.step('the next private window has no wallet, recovers it as soon as the owner picks the number, and the owner gets a mail about it', async () => {
    // Each context is a private window of Chromium, which stores nothing on disk.
    const context = await browser.newContext()
    const other = await context.newPage()
    const otherDriver = createDriver(other, stack)
    const second = createCustodyDriver(other, otherDriver, stack)
    await otherDriver.visitShop()
    await otherDriver.expectStatus('disconnected')
    await second.arrive(mail)
    await expect(second.secure.getByText('or forgot it, as a private window does')).toBeVisible()
    await second.recoverByMail(mail)
    await mail.find(/(It was opened with the link that we sent to your email address)/)
    expect(mail.has(/That browser can open your wallet from/)).toBe(false)
    // The time limit is long, because the key derivation is slow on purpose.
    await expect(other.locator('#status')).toHaveText('connected', { timeout: 60_000 })
    await expect(other.locator('#account')).toHaveText(address)
    await otherDriver.expectClosed()
    expect(await verifyMessage({ address, message, signature: await sign(other, second) })).toBe(true)
    await context.close()
  })
})

test('a second tab of the site is connected without a login', async ({
  driver,
  page,
  stack,
  mail,
  context,
  embedded,
}) => {
  await driver.visitShop()
  await embedded.logIn(mail)
  const address = (await page.locator('#account').textContent()) as Hex
  const tab = await context.newPage()
  const tabDriver = createDriver(tab, stack)
  await tabDriver.visitShop()
  await tabDriver.expectStatus('connected')
  await expect(tab.locator('#account')).toHaveText(address)
  await tabDriver.open()
  await tabDriver.press('Disconnect')
  await tabDriver.expectStatus('disconnected')
  await driver.expectStatus('disconnected')
})

test('reports a mail server that rejects mail, and keeps the typed address in the field', async ({
  driver,
  mail,
  mailBox,
  embedded,
}) => {
  mailBox.refuse(true)
  try {
    await driver.visitShop()
    await driver.open()
    await embedded.typeEmail(mail.address)
    await expect(driver.text('The mail could not be sent. Try again in a moment, or use a wallet.')).toBeVisible({
      timeout: 60_000,
    })
    await expect(driver.frame.getByPlaceholder('Email address')).toHaveValue(mail.address)
  } finally {
    mailBox.refuse(false)
  }
})
