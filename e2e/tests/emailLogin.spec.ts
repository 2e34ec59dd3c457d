import { type Hex, parseEther, verifyMessage } from 'viem'
import { startTokens } from '../driver/chain.ts'
import { loseAnswer } from '../driver/custody.ts'
import { createKit } from '../driver/kit.ts'
import { press } from '../driver/press.ts'
import { expect, test } from './withMail.ts'

const message = 'Good coffee. See you on Tuesday.'

/** As if this had happened to every login that waits for its code. */
const fiveMinutesPass = `update challenges set
  created_at = created_at - 300000, resend_at = resend_at - 300000, code_ends_at = code_ends_at - 300000`

test('over wrong, expired and used codes, a server that restarts and at last without a network nothing is lost', async ({
  kit,
  page,
  stack,
  ownStack,
  chains,
  mail,
  context,
  embedded,
}) => {
  const { keyboard } = page
  const result = page.locator('#result')
  const field = kit.frame.getByPlaceholder('Email address')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.shop })
  await kit.visitShop()
  await kit.open()
  await expect(kit.heading('Connect Wallet')).toBeFocused()
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
    await expect(embedded.secure.getByText('Invalid code. Try again. 1 try left')).toBeVisible()
    await keyboard.type(wrong)
    await expect(embedded.secure.getByText('Too many wrong codes')).toBeVisible()
  })

  await test.step('who asks again too soon hears when; who goes back finds the address, and the login that was left', async () => {
    await expect(embedded.secure.getByRole('button', { name: 'Send a new code' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(embedded.secure.getByText(/^Please try again after \d+ seconds?$/)).toBeVisible()
    await kit.press('Back')
    await expect(field).toHaveValue(mail.address)
    await field.press('Enter')
    await expect(embedded.panel('Confirm Email')).toBeVisible()
    await expect(embedded.secure.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeVisible()
  })

  await test.step('then a new code comes; five minutes later it opens nothing, and another one may be asked for at once', async () => {
    mail.forget()
    const again = embedded.secure.getByRole('button', { name: 'Resend', exact: true })
    await expect(again).toBeVisible({ timeout: 60_000 })
    await press(again)
    await expect(embedded.secure.getByText('Sent again')).toBeVisible()
    const late = await embedded.code(mail)
    await ownStack.restartServer((change) => change(fiveMinutesPass))
    await expect(embedded.digit(1)).toBeFocused()
    await keyboard.type(late)
    await expect(embedded.secure.getByText('This code has expired')).toBeVisible()
    await expect(embedded.secure.getByText('Codes work for 5 minutes. Ask for a new one.')).toBeVisible()
    mail.forget()
    await expect(embedded.secure.getByRole('button', { name: 'Send a new code' })).toBeFocused()
    await keyboard.press('Enter')
  })

  await test.step('a code that has logged in once does so no more: not in this login, and not in the next', async () => {
    const used = await embedded.code(mail)
    await expect(embedded.digit(1)).toBeFocused()
    // The login is done, but the page does not hear of it.
    await loseAnswer(page, stack, '/code', () => keyboard.type(used))
    await expect(embedded.secure.getByText('The server cannot be reached')).toBeVisible()
    await expect(embedded.digit(1)).toBeFocused()
    await keyboard.type(used)
    await expect(embedded.secure.getByText('This login has ended')).toBeVisible()
    mail.forget()
    await expect(embedded.secure.getByRole('button', { name: 'Start again' })).toBeFocused()
    await keyboard.press('Enter')
    const next = await embedded.code(mail)
    // One in a million.
    const old = used === next ? (next === '000000' ? '111111' : '000000') : used
    await expect(embedded.digit(1)).toBeFocused()
    await keyboard.type(old)
    await expect(embedded.secure.getByText('Invalid code. Try again. 2 tries left')).toBeVisible()
    await page.evaluate((text) => navigator.clipboard.writeText(text), ` ${next.slice(0, 3)} ${next.slice(3)} `)
    await expect(embedded.digit(1)).toBeFocused()
    await keyboard.press('ControlOrMeta+V')
    await expect(embedded.panel('Your Wallet')).toBeVisible({ timeout: 60_000 })
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
    await ownStack.restartServer(async () => {
      await embedded.approve()
      await expect(result).toHaveText(/^Not done: .*\(4900\)$/)
      await kit.expectClosed()
    })
    await pay()
    await embedded.approve()
    await expect(result).toHaveText(/^Paid: 0x[0-9a-f]{64} \(success\)$/)
    expect(await chains.first.tokensOf(address)).toBe(startTokens - parseEther('12'))
  })

  await test.step('signing out without a network is done at once, in all tabs', async () => {
    const tab = await context.newPage()
    const tabKit = createKit(tab, stack)
    await tabKit.visitShop()
    await tabKit.expectStatus('connected')
    await kit.open()
    await context.setOffline(true)
    const button = kit.frame.getByRole('button', { name: 'Disconnect' })
    // By the one clock of the browser, so that nothing of this test counts.
    const pressed = button.evaluate(
      (element) => new Promise<number>((resolve) => element.addEventListener('click', () => resolve(Date.now()))),
    )
    const left = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          window.AppKit.subscribe(({ accounts }) => {
            if (accounts.eip155?.status !== 'connected') resolve(Date.now())
          })
        }),
    )
    await button.click()
    expect((await left) - (await pressed)).toBeLessThan(3_000)
    await kit.expectStatus('disconnected')
    await tabKit.expectStatus('disconnected')
    await tab.close()
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
  embedded,
}) => {
  await kit.visitShop()
  await kit.open()
  await page.route(`${stack.wallet}/**`, (route) => route.abort())
  await embedded.typeEmail(mail.address)
  await expect(kit.text('Network Error - Could not load embedded wallet')).toBeVisible({ timeout: 5_000 })
  await expect(kit.frame.getByPlaceholder('Email address')).toHaveValue(mail.address)
  await page.unroute(`${stack.wallet}/**`)
  await kit.press('Continue with email')
  await expect(embedded.panel('Register Device')).toBeVisible()
})
