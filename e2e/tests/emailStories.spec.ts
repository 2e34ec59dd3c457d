import { type Hex, parseEther, verifyMessage } from 'viem'
import { startTokens } from '../driver/chain.ts'
import { createEmbeddedKit } from '../driver/embedded.ts'
import { createKit } from '../driver/kit.ts'
import { expect, test } from './withMail.ts'

const message = 'Good coffee. See you on Tuesday.'

test.setTimeout(90_000)

test('an unmodified wagmi app signs and pays with the wallet of a visitor who had none', async ({
  kit,
  page,
  stack,
  chains,
  mail,
}) => {
  const embedded = createEmbeddedKit(page, kit, stack)
  const field = (id: string) => page.locator(`#${id}`)
  await kit.visit('/wagmi?wallet=none')
  await page.getByRole('button', { name: 'AppKit' }).click()
  await embedded.logInHere(mail)
  await expect(field('status')).toHaveText('connected')
  const address = (await field('account').textContent()) as Hex

  await page.getByRole('button', { name: 'Sign the guest book' }).click()
  await embedded.approve()
  await expect(field('signature')).toHaveText(/^0x/)
  const signature = (await field('signature').textContent()) as Hex
  expect(await verifyMessage({ address, message, signature })).toBe(true)

  await chains.first.fund(address)
  await page.getByRole('button', { name: 'Pay 12' }).click()
  await embedded.approve()
  await expect(field('payment')).toHaveText(/\(success\)$/, { timeout: 15_000 })
  expect(await chains.first.tokensOf(address)).toBe(startTokens - parseEther('12'))

  await page.reload()
  await expect(field('status')).toHaveText('connected')
  await expect(field('account')).toHaveText(address)
})

test('in another browser the guardian gives the wallet back, with a code of its own and after its delay', async ({
  kit,
  page,
  stack,
  mail,
  browser,
}) => {
  const first = createEmbeddedKit(page, kit, stack)
  await kit.visitShop()
  await first.logIn(mail)
  const address = (await page.locator('#account').textContent()) as Hex

  const context = await browser.newContext()
  const other = await context.newPage()
  const otherKit = createKit(other, stack)
  const second = createEmbeddedKit(other, otherKit, stack)
  mail.forget()
  await otherKit.visitShop()
  await otherKit.open()
  await second.typeEmail(mail.address)
  await second.approveDevice(mail)
  await expect(second.panel('Confirm Email')).toBeVisible()
  await second.typeCode(await second.code(mail))

  await expect(second.panel('Recover Wallet')).toBeVisible({ timeout: 20_000 })
  mail.forget()
  await second.secure.getByRole('button', { name: 'Recover by email' }).click()
  await expect(second.secure.getByText('Code of the recovery service')).toBeVisible()
  await second.typeCode(await second.code(mail))
  await expect(second.secure.getByText('The waiting time runs')).toBeVisible()
  await otherKit.expectStatus('connected')
  await expect(other.locator('#account')).toHaveText(address)
  await otherKit.expectClosed()

  await other.getByRole('button', { name: 'Sign the guest book' }).click()
  await second.approve()
  const result = other.locator('#result')
  await expect(result).toHaveText(/^Signed: 0x/)
  const signature = (await result.textContent())?.replace('Signed: ', '') as Hex
  expect(await verifyMessage({ address, message, signature })).toBe(true)
  await context.close()
})

test('a second tab of the site is connected without a question', async ({ kit, page, stack, mail, context }) => {
  const embedded = createEmbeddedKit(page, kit, stack)
  await kit.visitShop()
  await embedded.logIn(mail)
  const address = (await page.locator('#account').textContent()) as Hex
  const tab = await context.newPage()
  const tabKit = createKit(tab, stack)
  await tabKit.visitShop()
  await tabKit.expectStatus('connected')
  await expect(tab.locator('#account')).toHaveText(address)
  await tabKit.open()
  await tabKit.frame.getByRole('button', { name: 'Disconnect' }).click()
  await tabKit.expectStatus('disconnected')
  await kit.expectStatus('disconnected')
})

test('a mail server that takes nothing is said, and the address stays where it is', async ({
  kit,
  page,
  stack,
  mail,
  mailBox,
}) => {
  const embedded = createEmbeddedKit(page, kit, stack)
  mailBox.refuse(true)
  try {
    await kit.visitShop()
    await kit.open()
    await embedded.typeEmail(mail.address)
    await expect(kit.text('The mail could not be sent. Try again in a moment')).toBeVisible({ timeout: 20_000 })
    await expect(kit.frame.getByPlaceholder('Email address')).toHaveValue(mail.address)
  } finally {
    mailBox.refuse(false)
  }
})
