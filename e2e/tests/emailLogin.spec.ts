import { type Hex, parseEther, verifyMessage } from 'viem'
import { startTokens } from '../driver/chain.ts'
import { createEmbeddedKit } from '../driver/embedded.ts'
import { createKit } from '../driver/kit.ts'
import { expect, test } from './withMail.ts'

const message = 'Good coffee. See you on Tuesday.'

test('over wrong codes, a server that restarts and at last without a network nothing is lost', async ({
  kit,
  page,
  stack,
  ownStack,
  chains,
  mail,
  context,
}) => {
  test.setTimeout(150_000)
  const embedded = createEmbeddedKit(page, kit, stack)
  const { keyboard } = page
  const result = page.locator('#result')
  const field = kit.frame.getByPlaceholder('Email address')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.shop })
  await kit.visitShop()
  await kit.open()
  await field.focus()
  await keyboard.type(mail.address)
  await keyboard.press('Enter')
  await embedded.approveDevice(mail)
  await expect(embedded.panel('Confirm Email')).toBeVisible()

  await test.step('wrong codes are counted, also over a restart between mail and code; the third ends it', async () => {
    const wrong = (await embedded.code(mail)) === '000000' ? '111111' : '000000'
    await expect(embedded.digit(1)).toBeFocused()
    await keyboard.type(wrong)
    await expect(embedded.secure.getByText('Invalid code. Try again. 2 tries left')).toBeVisible()
    await ownStack.restartServer()
    await keyboard.type(wrong)
    await expect(embedded.secure.getByText('Invalid code. Try again. 1 tries left')).toBeVisible()
    await keyboard.type(wrong)
    await expect(embedded.secure.getByText('Too many wrong codes')).toBeVisible()
  })

  await test.step('who asks again too soon hears when; who goes back finds the address, and the login that was left', async () => {
    await expect(embedded.secure.getByRole('button', { name: 'Send a new code' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(embedded.secure.getByText(/^Please try again after \d+ seconds$/)).toBeVisible()
    await kit.frame.getByRole('button', { name: 'Back' }).click()
    await expect(field).toHaveValue(mail.address)
    await field.press('Enter')
    await expect(embedded.panel('Confirm Email')).toBeVisible()
    await expect(embedded.secure.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeVisible()
  })

  await test.step('then a new code comes, and is pasted', async () => {
    mail.forget()
    const again = embedded.secure.getByRole('button', { name: 'Resend', exact: true })
    await expect(again).toBeVisible({ timeout: 35_000 })
    await again.click()
    await expect(embedded.secure.getByText('Sent again')).toBeVisible()
    const code = await embedded.code(mail)
    await page.evaluate((text) => navigator.clipboard.writeText(text), ` ${code.slice(0, 3)} ${code.slice(3)} `)
    await expect(embedded.digit(1)).toBeFocused()
    await keyboard.press('ControlOrMeta+V')
    await expect(embedded.panel('Your Wallet')).toBeVisible({ timeout: 20_000 })
    await embedded.secure.getByRole('button', { name: 'Continue' }).press('Enter')
    await kit.expectClosed()
    await kit.expectStatus('connected')
  })
  const address = (await page.locator('#account').textContent()) as Hex

  await test.step('a card that was shown before a restart is answered after it', async () => {
    await page.getByRole('button', { name: 'Sign the guest book' }).click()
    await expect(embedded.secure.locator('.approve__button')).toBeVisible()
    await ownStack.restartServer()
    await embedded.approve()
    await expect(result).toHaveText(/^Signed: 0x/)
    const signature = (await result.textContent())?.replace('Signed: ', '') as Hex
    expect(await verifyMessage({ address, message, signature })).toBe(true)
  })

  await test.step('a payment approved while the server is away is said to have failed, and can be made after', async () => {
    await chains.first.fund(address)
    const pay = async () => {
      await page.getByRole('button', { name: 'Pay with your wallet' }).click()
      await expect(embedded.secure.locator('.approve__button')).toHaveAttribute('aria-disabled', 'false')
    }
    await pay()
    const back = ownStack.restartServer()
    const health = `http://127.0.0.1:${new URL(stack.modal).port}/health`
    await expect
      .poll(() =>
        fetch(health).then(
          () => 'up',
          () => 'down',
        ),
      )
      .toBe('down')
    await embedded.approve()
    await expect(result).toHaveText(/^Not done: .*\(4900\)$/)
    await kit.expectClosed()
    await back
    await pay()
    await embedded.approve()
    await expect(result).toHaveText(/^Paid: 0x[0-9a-f]{64} \(success\)$/, { timeout: 15_000 })
    expect(await chains.first.tokensOf(address)).toBe(startTokens - parseEther('12'))
  })

  await test.step('signing out without a network is done at once, in all tabs', async () => {
    const tab = await context.newPage()
    const tabKit = createKit(tab, stack)
    await tabKit.visitShop()
    await tabKit.expectStatus('connected')
    await kit.open()
    await context.setOffline(true)
    const start = Date.now()
    await kit.frame.getByRole('button', { name: 'Disconnect' }).click()
    await kit.expectStatus('disconnected')
    expect(Date.now() - start).toBeLessThan(3_000)
    await tabKit.expectStatus('disconnected')
    await context.setOffline(false)
    await page.reload()
    await kit.loaded()
    await kit.expectStatus('disconnected')
    await kit.open()
    await expect(field).toHaveValue('')
  })
})

test('a wallet that can not be loaded is said within 5 s, and the next try starts anew', async ({
  kit,
  page,
  stack,
  mail,
}) => {
  const embedded = createEmbeddedKit(page, kit, stack)
  await kit.visitShop()
  await kit.open()
  await page.route(`${stack.wallet}/**`, (route) => route.abort())
  await embedded.typeEmail(mail.address)
  await expect(kit.text('Network Error - Could not load embedded wallet')).toBeVisible({ timeout: 5_000 })
  await expect(kit.frame.getByPlaceholder('Email address')).toHaveValue(mail.address)
  await page.unroute(`${stack.wallet}/**`)
  await kit.frame.getByRole('button', { name: 'Continue with email' }).click()
  await expect(embedded.panel('Register Device')).toBeVisible()
})
