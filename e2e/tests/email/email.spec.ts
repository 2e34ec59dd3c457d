import { type Hex, parseEther, verifyMessage } from 'viem'
import { initialTokens } from '../../driver/chain.ts'
import { recordOutsideWallet } from '../attacks/outside.ts'
import { expect, test } from '../shared/mailTest.ts'

test('a visitor without a wallet logs in by e-mail, signs, pays, reloads and disconnects', async ({
  driver,
  page,
  stack,
  chains,
  mail,
  embedded,
}) => {
  const outside = await recordOutsideWallet(page, stack)
  await driver.visitShop()
  await test.step('the visitor logs in', () => embedded.logIn(mail))
  const address = (await page.locator('#account').textContent()) as Hex

  await test.step('a signature verifies', async () => {
    await page.getByRole('button', { name: 'Sign the guest book' }).click()
    await embedded.approve()
    const result = page.locator('#result')
    await expect(result).toHaveText(/^Signed: 0x/)
    const signature = (await result.textContent())?.replace('Signed: ', '') as Hex
    const message = 'Good coffee. See you on Tuesday.'
    expect(await verifyMessage({ address, message, signature })).toBe(true)
    await driver.expectClosed()
  })

  await test.step('a transfer reaches the chain', async () => {
    await chains.first.fund(address)
    await page.getByRole('button', { name: 'Pay with your wallet' }).click()
    await embedded.approve()
    await expect(page.locator('#result')).toHaveText(/^Paid: 0x[0-9a-f]{64} \(success\)$/)
    expect(await chains.first.tokensOf(address)).toBe(initialTokens - parseEther('12'))
    await expect(embedded.secure.getByText('Confirmed')).toBeVisible()
    await embedded.press('Done')
    await driver.expectClosed()
  })

  await test.step('a request that the visitor declines fails with code 4001', async () => {
    const answer = driver.request('personal_sign', ['0x48616c6c6f', address])
    await expect(embedded.panel('Approve Transaction')).toBeVisible()
    await embedded.reject()
    expect(await answer).toMatchObject({ code: 4001 })
    await driver.expectClosed()
  })

  await test.step('a reload keeps the connection', async () => {
    await page.reload()
    await driver.loaded()
    await driver.expectStatus('connected')
    await expect(page.locator('#account')).toHaveText(address)
  })

  await test.step('a disconnect signs the visitor out', async () => {
    await driver.open()
    await expect(driver.text(mail.address)).toBeVisible()
    await outside.recordContent()
    await driver.press('Disconnect')
    await driver.expectStatus('disconnected')
    await page.reload()
    await driver.loaded()
    // The answer of `eth_accounts` waits until the frame knows whether it can restore a wallet.
    expect(await driver.request('eth_accounts')).toEqual({ value: [] })
    await driver.expectStatus('disconnected')
  })

  await test.step('neither the site nor the modal has seen a login code or a key, and the site has not seen the e-mail address', async () =>
    outside.expectNoSecrets({ account: address, address: mail.address, codes: [await embedded.code(mail)] }))
})

test('the modal shows a typo in the address before it sends anything', async ({ driver, embedded }) => {
  await driver.visitShop()
  await driver.open()
  const field = driver.frame.getByPlaceholder('Email address')
  const go = driver.frame.getByRole('button', { name: 'Continue with email' })
  await field.fill('mara@orchard')
  await expect(go).toHaveAttribute('aria-disabled', 'true')
  await field.press('Enter')
  // A login in progress would disable this button, so the button shows that none has started.
  await field.fill('mara@orchard.example')
  await expect(go).toHaveAttribute('aria-disabled', 'false')
  await expect(embedded.secure.locator('body')).toHaveCount(0)
})

test('reports within seconds that the secure frame can not load, and loads it on the next try', async ({
  driver,
  page,
  stack,
  mail,
  embedded,
}) => {
  await driver.visitShop()
  await driver.open()
  await page.route(`${stack.wallet}/**`, (route) => route.abort())
  await embedded.typeEmail(mail.address)
  // This expectation waits less than the 20 s after which any frame counts as failed. `secureFrame.test.ts` checks the
  // exact limit of 3.5 s.
  await expect(driver.text('Network Error - Could not load embedded wallet')).toBeVisible()
  await expect(driver.frame.getByPlaceholder('Email address')).toHaveValue(mail.address)
  await page.unroute(`${stack.wallet}/**`)
  await driver.press('Continue with email')
  await embedded.expectCodePanel()
})
