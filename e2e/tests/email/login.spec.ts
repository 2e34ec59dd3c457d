import { type Hex, parseEther, verifyMessage } from 'viem'
import { initialTokens } from '../../driver/chain.ts'
import { addAuthenticator, createCustodyDriver, dropResponse } from '../../driver/custody.ts'
import { createDriver } from '../../driver/driver.ts'
import { expectFocus } from '../../driver/focus.ts'
import { press } from '../../driver/press.ts'
import { expect, test } from '../shared/mailTest.ts'

const message = 'Good coffee. See you on Tuesday.'

type Timed = Window & { pressed?: number; left?: number }

/** SQL that postpones the next mail of every login by an hour, and SQL that allows the next mail at once. */
const waitIsLong = 'update challenges set resend_at = resend_at + 3600000'
const waitIsOver = 'update challenges set resend_at = resend_at - 3660000'
/** Five minutes pass for every login that waits for its code. */
const fiveMinutesPass = `update challenges set
  created_at = created_at - 300000, resend_at = resend_at - 300000, code_ends_at = code_ends_at - 300000`

test('completes a login after wrong, expired and used codes and a restart of the server', async ({
  driver,
  page,
  stack,
  ownStack,
  mail,
  context,
  embedded,
}) => {
  // The test waits 30 s for another mail, and for three starts of the server.
  test.slow()
  const { keyboard } = page
  const field = driver.frame.getByPlaceholder('Email address')
  const sendNew = embedded.secure.getByRole('button', { name: 'Send a new code' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.shop })
  await driver.visitShop()
  await driver.open()
  await expectFocus(driver.heading('Connect Wallet'))
  await field.focus()
  await expectFocus(field)
  await keyboard.type(mail.address)
  await keyboard.press('Enter')
  await embedded.expectCodePanel()

  await test.step('the server counts wrong codes, also over a restart; the third one ends the login', async () => {
    const wrong = (await embedded.code(mail)) === '000000' ? '111111' : '000000'
    await expectFocus(embedded.digit(1))
    await keyboard.type(wrong)
    await expect(embedded.secure.getByText('That isn’t the code in the mail. 2 tries left.')).toBeVisible()
    await ownStack.restartServer((change) => change(waitIsLong))
    await keyboard.type(wrong)
    await expect(embedded.secure.getByText('That isn’t the code in the mail. 1 try left.')).toBeVisible()
    await keyboard.type(wrong)
    await expect(embedded.secure.getByText('Too many wrong codes')).toBeVisible()
  })

  await test.step('a request for another mail that comes too early shows how long to wait, and Back keeps the address and the login', async () => {
    await expectFocus(sendNew)
    await keyboard.press('Enter')
    await expect(embedded.secure.getByText(/^Please try again after \d+ seconds?$/)).toBeVisible()
    await driver.press('Back')
    await expect(field).toHaveValue(mail.address)
    await field.press('Enter')
    await expect(embedded.panel('Confirm Email')).toBeVisible()
    await expect(embedded.secure.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeVisible()
  })

  await test.step('a new mail and a repeated mail arrive, and a code expires after five minutes', async () => {
    await ownStack.restartServer((change) => change(waitIsOver))
    await expectFocus(embedded.digit(1))
    await keyboard.type('000000')
    await expectFocus(sendNew)
    await keyboard.press('Enter')
    const again = embedded.secure.getByRole('button', { name: 'Resend', exact: true })
    await expect(again).toBeVisible({ timeout: 60_000 })
    mail.forget()
    await press(again)
    await expect(embedded.secure.getByText('Sent again')).toBeVisible()
    const late = await embedded.code(mail)
    await ownStack.restartServer((change) => change(fiveMinutesPass))
    await expectFocus(embedded.digit(1))
    await keyboard.type(late)
    await expect(embedded.secure.getByText('This code has expired')).toBeVisible()
    await expect(embedded.secure.getByText('Codes work for 5 minutes. Ask for a new one.')).toBeVisible()
    mail.forget()
    await expectFocus(sendNew)
    await keyboard.press('Enter')
  })

  await test.step('a used code is invalid in the same login and in the next login', async () => {
    const used = await embedded.code(mail)
    await expectFocus(embedded.digit(1))
    // The server completes the login, but its response does not reach the page.
    await dropResponse(page, stack, '/code', () => keyboard.type(used))
    await expect(
      embedded.secure.getByText('The wallet isn’t answering. Check your connection, then try again.'),
    ).toBeVisible()
    await expectFocus(embedded.digit(1))
    await keyboard.type(used)
    await expect(embedded.secure.getByText('This sign-in has ended')).toBeVisible()
    mail.forget()
    await expectFocus(embedded.secure.getByRole('button', { name: 'Start again' }))
    await keyboard.press('Enter')
    const next = await embedded.code(mail)
    // A random code can equal the used one, once in a million runs.
    const old = used === next ? (next === '000000' ? '111111' : '000000') : used
    await expectFocus(embedded.digit(1))
    await keyboard.type(old)
    await expect(embedded.secure.getByText('That isn’t the code in the mail. 2 tries left.')).toBeVisible()
    await page.evaluate((text) => navigator.clipboard.writeText(text), ` ${next.slice(0, 3)} ${next.slice(3)} `)
    await expectFocus(embedded.digit(1))
    await keyboard.press('ControlOrMeta+V')
    await expect(embedded.panel('Your Wallet')).toBeVisible({ timeout: 60_000 })
    await embedded.secure.getByRole('button', { name: 'Continue' }).press('Enter')
    await driver.expectClosed()
    await driver.expectStatus('connected')
  })
})

test('stays logged in over a restart of the server, and without a network', async ({
  driver,
  page,
  stack,
  ownStack,
  chains,
  mail,
  context,
  embedded,
}) => {
  const result = page.locator('#result')
  await driver.visitShop()
  await embedded.logIn(mail)
  await expect(page.locator('#account')).toHaveText(/^0x/)
  const address = (await page.locator('#account').textContent()) as Hex

  await test.step('an approval card that opened before a restart of the server still works after the restart', async () => {
    await page.getByRole('button', { name: 'Sign the guest book' }).click()
    await expect(embedded.secure.locator('.approve__button')).toBeVisible()
    await ownStack.restartServer()
    await embedded.approve()
    await expect(result).toHaveText(/^Signed: 0x/)
    const signature = (await result.textContent())?.replace('Signed: ', '') as Hex
    expect(await verifyMessage({ address, message, signature })).toBe(true)
    await driver.expectClosed()
  })

  // With a passkey the visitor pays in the modal, so a payment needs no wallet window, which the server would serve.
  await addAuthenticator(page)
  await createCustodyDriver(page, driver, stack).addPasskey()

  await test.step('reports an approved payment as failed while the server is down; after the restart the visitor can pay', async () => {
    await chains.first.fund(address)
    const pay = async () => {
      await page.getByRole('button', { name: 'Pay with your wallet' }).click()
      await expect(embedded.secure.locator('.approve__button')).toHaveAttribute('aria-disabled', 'false')
    }
    await pay()
    await ownStack.restartServer(async () => {
      await embedded.approve()
      await expect(result).toHaveText(/^Not done: .*\(4900\)$/)
      await driver.expectClosed()
    })
    await pay()
    await embedded.approve()
    await expect(result).toHaveText(/^Paid: 0x[0-9a-f]{64} \(success\)$/)
    expect(await chains.first.tokensOf(address)).toBe(initialTokens - parseEther('12'))
    await embedded.press('Done')
  })

  await test.step('disconnects at once without a network, in all tabs', async () => {
    const tab = await context.newPage()
    const tabDriver = createDriver(tab, stack)
    await tabDriver.visitShop()
    await tabDriver.expectStatus('connected')
    await driver.open()
    await context.setOffline(true)
    const button = driver.frame.getByRole('button', { name: 'Disconnect' })
    // Measures with the browser's clock, to exclude the test's own time. Both listeners exist before the click, so
    // neither misses it.
    await button.evaluate((element) => {
      element.ownerDocument.addEventListener('click', () => Object.assign(window, { pressed: Date.now() }), {
        capture: true,
        once: true,
      })
    })
    await page.evaluate(() =>
      window.AppKit.subscribe(({ accounts }) => {
        if (accounts.eip155?.status !== 'connected') (window as Timed).left ??= Date.now()
      }),
    )
    await press(button)
    await expect.poll(() => page.evaluate(() => (window as Timed).left)).toBeDefined()
    const left = await page.evaluate(() => (window as Timed).left ?? 0)
    const pressed = await driver.frame.locator('html').evaluate(() => (window as Timed).pressed ?? 0)
    expect(left - pressed).toBeLessThan(3_000)
    await driver.expectStatus('disconnected')
    await tabDriver.expectStatus('disconnected')
    await tab.close()
    await context.setOffline(false)
    await page.reload()
    await driver.loaded()
    expect(await driver.request('eth_accounts')).toEqual({ value: [] })
    await driver.expectStatus('disconnected')
    await driver.open()
    await expect(embedded.returnButton).toBeVisible()
    await embedded.press('Use another email')
    await expect(driver.frame.getByPlaceholder('Email address')).toHaveValue('')
  })
})
