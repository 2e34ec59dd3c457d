import { type Hex, verifyMessage } from 'viem'
import { addAuthenticator, createCustodyDriver, pressGuarded, wipeWalletStorage } from '../../driver/custody.ts'
import { createDriver } from '../../driver/driver.ts'
import { expect, test } from '../shared/mailTest.ts'

const nobody = '0x00000000000000000000000000000000000000aa'
const message = 'Good coffee. See you on Tuesday.'

test('a passkey opens the wallet on another site, and after the browser lost its storage', async ({
  driver,
  page,
  stack,
  mail,
  context,
}) => {
  const custody = createCustodyDriver(page, driver, stack)
  const { secure, panel, press } = custody
  const passkey = secure.getByRole('button', { name: /^Passkey/ })
  await driver.visitShop()
  await custody.logIn(mail)
  const address = (await page.locator('#account').textContent()) as Hex

  await test.step('a passkey without PRF is not added', async () => {
    const old = await addAuthenticator(page, { hasPrf: false })
    await custody.openSettings()
    await expect(passkey).toContainText('None yet')
    await press(/^Passkey/)
    await expect(secure.getByRole('alert')).toContainText('This passkey cannot open a wallet and does not count')
    await expect(passkey).toContainText('None yet')
    await old.remove()
  })
  await test.step('a declined passkey changes nothing', async () => {
    const strangers = await addAuthenticator(page, { isVerified: false })
    await press(/^Passkey/)
    await expect(secure.getByRole('alert')).toContainText('The browser gave no passkey')
    await expect(passkey).toContainText('None yet')
    await strangers.remove()
  })
  const authenticator = await addAuthenticator(page)
  await test.step('the visitor adds a passkey, and the browser refuses to make a second one', async () => {
    await press(/^Passkey/)
    await expect(passkey).toContainText('On this device only, added')
    await expect(secure.getByRole('alert')).toHaveCount(0)
    await press(/^Passkey/)
    await press('Add another passkey')
    await expect(secure.getByRole('alert')).toContainText('There is a passkey of this wallet here already')
    expect(await authenticator.count()).toBe(1)
    await secure.getByLabel('Lock when unused for').selectOption('15 min')
    await press('Done')
    await expect(panel('Settings')).toBeHidden()
    await driver.close()
  })

  await test.step('on another site the passkey opens the wallet when a request needs it', async () => {
    await driver.visitShop('guest')
    await custody.arrive(mail)
    await press('Not now')
    await driver.expectStatus('connected')
    await expect(page.locator('#account')).toHaveText(address)
    await driver.expectClosed()

    await page.getByRole('button', { name: 'Sign the guest book' }).click()
    await expect(panel('Confirm Your Sign-In')).toBeVisible()
    await press('Use a passkey')
    await custody.approve()
    const signature = await custody.signature()
    expect(await verifyMessage({ address, message, signature })).toBe(true)
    await driver.expectClosed()
  })

  await test.step('after the browser loses its storage, requests fail with 4100 until the passkey restores the wallet', async () => {
    await driver.visitShop()
    await driver.expectStatus('connected')
    await custody.openSettings()
    await expect(secure.getByLabel('Lock when unused for')).toHaveValue('15')
    await press('Done')
    await driver.close()
    await wipeWalletStorage(page, stack)
    expect(await driver.request('personal_sign', ['0x48616c6c6f', address])).toMatchObject({ code: 4100 })
    await driver.expectStatus('disconnected')
    await driver.expectClosed()

    await custody.arrive(mail)
    await press('Use a passkey')
    await driver.expectStatus('connected')
    await expect(page.locator('#account')).toHaveText(address)
    await driver.expectClosed()
    const signature = await custody.signGuestBook()
    expect(await verifyMessage({ address, message, signature })).toBe(true)
  })

  await test.step('a passkey that was removed on another site opens nothing, and is no longer offered', async () => {
    await driver.expectClosed()
    await wipeWalletStorage(page, stack)
    expect(await driver.request('personal_sign', ['0x48616c6c6f', address])).toMatchObject({ code: 4100 })
    await driver.expectStatus('disconnected')
    await custody.arrive(mail)
    await expect(secure.getByRole('button', { name: 'Use a passkey' })).toBeVisible()

    const tab = await context.newPage()
    const tabDriver = createDriver(tab, stack)
    const there = createCustodyDriver(tab, tabDriver, stack)
    await tabDriver.visitShop('guest')
    await tabDriver.expectStatus('connected')
    await there.openSettings()
    await there.press(/^Passkey/)
    await expect(there.secure.getByRole('button', { name: 'Add another passkey' })).toBeVisible()
    await expect(there.secure.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
    await there.press('Back')
    const window = await there.logInToWindow(mail)
    await window.getByRole('button', { name: /^Passkey/ }).click({ timeout: 60_000 })
    await window.getByRole('button', { name: /^Remove Passkey/ }).click()
    await expect(window.getByText('Remove this passkey?')).toBeVisible()
    await pressGuarded(window, 'Remove')
    await expect(window.getByRole('button', { name: /^Passkey/ })).toContainText('None yet')
    await window.close()
    await tab.close()

    expect(await authenticator.count()).toBe(1)
    await press('Use a passkey')
    await expect(secure.getByText('This way into your wallet no longer works')).toBeVisible()
    await press('Try again')
    await expect(secure.getByRole('button', { name: 'Recover by email' })).toBeVisible()
    await expect(secure.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
    await press('Not now')
    await driver.expectStatus('connected')
    await driver.expectClosed()
    const answer = driver.request('personal_sign', ['0x48616c6c6f', address])
    await expect(panel('Confirm Your Sign-In')).toBeVisible()
    await press('Not now')
    expect(await answer).toMatchObject({ code: 4001 })
  })
})

test('a passkey without a stored public key pays in the wallet window, which asks to add it again', async ({
  driver,
  page,
  stack,
  mail,
  chains,
}) => {
  const custody = createCustodyDriver(page, driver, stack)
  const { secure, press } = custody
  await driver.visitShop()
  await custody.logIn(mail)
  const address = (await page.locator('#account').textContent()) as Hex
  await chains.first.fund(address)
  const authenticator = await addAuthenticator(page)
  const pay = () => driver.request('eth_sendTransaction', [{ from: address, to: nobody, value: '0x1' }])

  await test.step('the visitor pays in the window', async () => {
    await secure.locator('html').evaluate(() => {
      const { prototype } = AuthenticatorAttestationResponse
      Object.assign(window, { getPublicKey: prototype.getPublicKey })
      prototype.getPublicKey = () => null
    })
    await custody.addPasskey()
    const paid = pay()
    await expect(secure.getByText('Continue in the wallet window')).toBeVisible()
    const window = await custody.openApprovalWindow()
    await custody.approveIn(window)
    await expect(window.getByText('Add your passkey again')).toBeVisible()
    expect(await paid).toMatchObject({ value: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    await window.close()
    await press('Done')
    await driver.expectClosed()
  })

  await test.step('after the passkey was added again, the visitor pays in the modal', async () => {
    await secure.locator('html').evaluate(() => {
      const { getPublicKey } = window as unknown as AuthenticatorAttestationResponse
      AuthenticatorAttestationResponse.prototype.getPublicKey = getPublicKey
    })
    await custody.openSettings()
    await press(/^Passkey/)
    await expect(secure.getByText('One of them cannot confirm payments on a site yet')).toBeVisible()
    await press('Add another passkey')
    await expect(secure.getByRole('button', { name: 'Done' })).toBeVisible({ timeout: 60_000 })
    expect(await authenticator.count()).toBe(2)
    await press('Done')
    await driver.close()
    const paid = pay()
    await expect(secure.locator('.approve__button')).toBeVisible()
    await custody.approve()
    expect(await paid).toMatchObject({ value: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    await press('Done')
  })

  await test.step('a click pays nothing until the visitor touches the passkey', async () => {
    await driver.expectClosed()
    await authenticator.setTouched(false)
    const untouched = pay()
    await custody.approve()
    await expect(secure.locator('.approve__button .spinner')).toBeVisible()
    await driver.close()
    expect(await untouched).toMatchObject({ code: 4001 })
  })
})
