import { type Hex, parseEther } from 'viem'
import { initialTokens } from '../../driver/chain.ts'
import { createCustodyDriver, pressGuarded } from '../../driver/custody.ts'
import { createDriver } from '../../driver/driver.ts'
import { createEmbeddedDriver } from '../../driver/embedded.ts'
import { expect, test } from '../shared/mailTest.ts'

test('two tabs that pay at once use two nonces; another site of the same visitor has its own session', async ({
  driver,
  page,
  stack,
  chains,
  mail,
  context,
  embedded: here,
}) => {
  await driver.visitShop()
  await here.logIn(mail)
  const address = (await page.locator('#account').textContent()) as Hex
  const open = async (host: 'shop' | 'guest') => {
    const tab = await context.newPage()
    const tabDriver = createDriver(tab, stack)
    await tabDriver.visitShop(host)
    return { tab, tabDriver, there: createEmbeddedDriver(tab, tabDriver, stack) }
  }
  const { tab, tabDriver, there } = await open('shop')
  await tabDriver.expectStatus('connected')

  await test.step('both payments ask for an approval, and both reach the chain', async () => {
    await chains.first.fund(address)
    for (const each of [page, tab]) await each.getByRole('button', { name: 'Pay with your wallet' }).click()
    const start = (embedded: typeof here) => embedded.secure.getByRole('button', { name: 'Open wallet window' })
    await Promise.all([here, there].map((each) => expect(start(each)).toBeVisible()))
    const outdated = await there.openApprovalWindow()
    await page.bringToFront()
    await here.approve()
    await expect(page.locator('#result')).toHaveText(/^Paid: .*success/)
    await outdated.bringToFront()
    // The other tab's payment has used the nonce on this card, so the wallet asks again for the changed transaction.
    await there.approveIn(outdated)
    await tab.bringToFront()
    await there.approve()
    await expect(tab.locator('#result')).toHaveText(/^Paid: .*success/)
    expect(await chains.first.client.getTransactionCount({ address })).toBe(2)
    expect(await chains.first.tokensOf(address)).toBe(initialTokens - 2n * parseEther('12'))
  })

  await test.step('another site has its own connection and must open the wallet first', async () => {
    const { tab: guest, tabDriver: guestDriver, there: atGuest } = await open('guest')
    await guestDriver.expectStatus('disconnected')
    mail.forget()
    await guestDriver.open()
    await atGuest.typeEmail(mail.address)
    await atGuest.expectCodePanel()
    await atGuest.typeCode(await atGuest.code(mail))
    await expect(atGuest.panel('Confirm Your Sign-In')).toBeVisible({ timeout: 60_000 })
    await atGuest.press('Not now')
    // Waits until the previous panel is gone, since the next request opens a panel with the same heading.
    await guestDriver.expectClosed()
    await guestDriver.expectStatus('connected')
    await expect(guest.locator('#account')).toHaveText(address)
    const answer = guestDriver.request('personal_sign', ['0x48616c6c6f', address])
    await expect(atGuest.panel('Confirm Your Sign-In')).toBeVisible()
    await guestDriver.close()
    expect(await answer).toMatchObject({ code: expect.any(Number), reason: expect.any(String) })
    await driver.expectStatus('connected')

    await test.step('the visitor signs out everywhere from the other site', async () => {
      await guestDriver.open()
      await guestDriver.press('Wallet settings')
      const window = await createCustodyDriver(guest, guestDriver, stack).logInToWindow(mail)
      // The secure frame of this site never unlocked the wallet, so it gives no wallet to the window.
      await window.getByRole('button', { name: 'Not now' }).click({ timeout: 60_000 })
      await window.getByRole('button', { name: 'Sign out everywhere' }).click()
      await expect(window.getByText('Sign out everywhere?')).toBeVisible()
      await pressGuarded(window, 'Sign out everywhere')
      // Only an open wallet can inform the guardian of a sign-out.
      await expect(window.getByText('Recovery by email isn’t answering')).toBeVisible()
      await pressGuarded(window, 'Sign out anyway')
      await expect(window.getByLabel('Email address')).toBeVisible()
      await guest.reload()
      await guestDriver.expectStatus('disconnected')
      await page.reload()
      await driver.expectStatus('disconnected')
      await tabDriver.expectStatus('disconnected')
    })
  })
})
