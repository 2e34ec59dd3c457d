import { type Hex, verifyMessage } from 'viem'
import { confirmByMail, createCustodyDriver, pressGuarded } from '../../driver/custody.ts'
import { expect, test } from '../shared/mailTest.ts'

const message = 'Good coffee. See you on Tuesday.'
const sevenDaysPass = 'update deletions set delete_at = delete_at - 604800000'

test('a wallet window that the guardian recognises recovers without a delay, and the account is deleted after seven days', async ({
  driver,
  page,
  stack,
  ownStack,
  chains,
  mail,
}) => {
  const custody = createCustodyDriver(page, driver, stack)
  const { secure, panel, press } = custody
  await driver.visitShop()
  await custody.logIn(mail)
  const address = (await page.locator('#account').textContent()) as Hex
  await chains.first.fund(address)
  await custody.openSettings()
  const window = await custody.logInToWindow(mail)
  const choose = (name: string | RegExp) => window.getByRole('button', { name }).click()
  // The secure frame that opened the window hands the wallet over to it (an
  // offer). From then on the guardian recognises the window.
  await expect(window.getByRole('button', { name: 'Wallet windows' })).toBeVisible()

  await test.step('a wallet window that was removed in the Security panel can’t open the wallet by itself', async () => {
    await press('Back')
    await choose(/^Wallet windows/)
    await choose(/^Remove /)
    await expect(window.getByText('Remove this browser?')).toBeVisible()
    await pressGuarded(window, 'Remove')
    // The Security panel comes back once the server has removed the window.
    await expect(window.getByRole('button', { name: /^Backup/ })).toBeVisible()
    await expect(window.getByRole('button', { name: /^Wallet windows/ })).toHaveCount(0)
    await window.reload()
    await choose('Open Security')
    await choose(/^Backup/)
    await expect(window.getByText('We need to check it’s you on this browser')).toBeVisible()
  })
  await test.step('the guardian still recognises this wallet window: a mailed link recovers the wallet without a delay', async () => {
    mail.forget()
    await choose(/^Recover by email/)
    await confirmByMail(window, window, mail)
    // The backup's key derivation is slow on purpose.
    await expect(window.getByText('Write these words down')).toBeVisible({ timeout: 60_000 })
    await mail.find(/(It was opened with the link that we sent to your email address)/)
    expect(mail.has(/That browser can open your wallet from/)).toBe(false)
    await choose('Back')
  })
  await test.step('after a key renewal, the site’s secure frame must recover the wallet, which keeps its address', async () => {
    await choose(/^Change the lock/)
    await expect(window.getByText('What this does not take back')).toBeVisible()
    await pressGuarded(window, 'Change the lock now')
    await expect(window.getByText('Your wallet has a new lock')).toBeVisible({ timeout: 60_000 })
    await mail.find(/(Browsers and passkeys that opened your wallet before no longer open it)/)
    await choose('Done')
    await page.reload()
    await driver.loaded()
    await driver.expectStatus('connected')
    await page.getByRole('button', { name: 'Sign the guest book' }).click()
    await expect(panel('Confirm Your Sign-In')).toBeVisible()
    await custody.recoverByMail(mail)
    await custody.approve()
    expect(await verifyMessage({ address, message, signature: await custody.signature() })).toBe(true)
    await driver.expectClosed()
  })

  const askForDeletion = async () => {
    await choose(/^Delete account/)
    await expect(window.getByText('There is still something in it')).toBeVisible()
    const go = window.getByRole('button', { name: 'Delete in seven days' })
    await expect(go).toHaveAttribute('aria-disabled', 'true')
    await window.getByLabel(`Type ${mail.address} to go on`).fill(mail.address)
    await pressGuarded(window, 'Delete in seven days')
    await expect(window.getByText(/^This account will be deleted on /)).toBeVisible()
  }
  await test.step('every Security panel announces a requested deletion and can cancel it', async () => {
    await askForDeletion()
    await mail.find(/(From .*, our server can no longer help to open your wallet)/)
    await page.reload()
    await driver.loaded()
    await driver.expectStatus('connected')
    await custody.openSettings()
    await expect(secure.getByText(/^This account will be deleted on /)).toBeVisible()
    await press('Keep my account')
    await expect(secure.getByText(/^This account will be deleted on /)).toHaveCount(0)
    await window.reload()
    await choose('Open Security')
    await expect(window.getByRole('button', { name: /^Delete account/ })).toBeVisible()
  })
  await test.step('after seven days the wallet is deleted, and the same e-mail address gets a new wallet', async () => {
    await askForDeletion()
    await window.close()
    mail.forget()
    await ownStack.restartServer((change) => change(sevenDaysPass))
    await mail.find(/(A backup or the recovery phrase still opens it)/)
    await page.reload()
    await driver.loaded()
    await driver.expectStatus('disconnected')
    await custody.logIn(mail)
    await expect(page.locator('#account')).toHaveText(/^0x/)
    expect(await page.locator('#account').textContent()).not.toBe(address)
  })
})
