import { Web3RequestKind } from '../../wallets/headless.ts'
import { expect, test } from '../shared/test.ts'

const walletName = 'Headless Web3 Provider'

test('shows a rejected connection, and Try again requests the connection again', async ({ driver, headlessWallet }) => {
  await driver.visitShop()
  await driver.open()
  await driver.chooseWallet(walletName)
  await headlessWallet.reject(Web3RequestKind.RequestAccounts)
  await expect(driver.text('Connection declined')).toBeVisible()
  await driver.expectStatus('disconnected')
  await driver.press('Try again')
  await headlessWallet.authorize(Web3RequestKind.RequestAccounts)
  await driver.expectClosed()
  await driver.expectStatus('connected')
})

test('closing the modal resolves open() as closed and rejects eth_requestAccounts with 4001', async ({
  driver,
  page,
  headlessWallet,
}) => {
  await driver.visitShop()
  const outcome = await driver.startOpen()
  await driver.expectOpen()
  await driver.close()
  expect(await outcome()).toEqual({ outcome: 'closed' })
  const answer = driver.request('eth_requestAccounts')
  // Wait until the frame has opened its view: before that, Esc would close nothing.
  await expect(driver.heading('Connect Wallet')).toBeFocused()
  await page.keyboard.press('Escape')
  expect(await answer).toMatchObject({ code: 4001 })
  expect(headlessWallet.getPendingRequestCount()).toBe(0)
})

test('rejected signatures, payments and switches reach the page as 4001 and change nothing', async ({
  driver,
  page,
  headlessWallet,
}) => {
  await driver.visitShop()
  await driver.open()
  await driver.chooseWallet(walletName)
  await headlessWallet.authorize(Web3RequestKind.RequestAccounts)
  await driver.expectClosed()
  const result = page.locator('#result')
  for (const [button, kind] of [
    ['Sign the guest book', Web3RequestKind.SignMessage],
    ['Pay with your wallet', Web3RequestKind.SendTransaction],
    ['Switch network', Web3RequestKind.SwitchEthereumChain],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await headlessWallet.reject(kind)
    await expect(result).toHaveText(/^Not done: .*\(4001\)$/)
    await expect(page.locator('#network')).toHaveText('Localnet')
    await driver.expectStatus('connected')
  }
})

test('shows a rejected switch of the network, and Try again requests the switch again', async ({
  driver,
  scripted,
}) => {
  await driver.visitShop()
  await driver.open()
  await driver.chooseWallet('Scripted Wallet')
  await driver.expectClosed()
  await scripted.set({ errors: { wallet_switchEthereumChain: { code: 4001, message: 'User rejected the request.' } } })
  await driver.openView('Networks')
  await driver.press('Localnet Two')
  await expect(driver.text('Switch declined')).toBeVisible()
  await scripted.set({ errors: {} })
  await driver.press('Try again')
  await expect.poll(async () => (await driver.state()).accounts.eip155?.caipNetworkId).toBe('eip155:31338')
})

test("shows the message of a wallet's error", async ({ driver, scripted }) => {
  await driver.visitShop()
  await scripted.set({
    errors: { eth_requestAccounts: { code: -32002, message: 'Already asking. Open your wallet.' } },
  })
  await driver.open()
  await driver.chooseWallet('Scripted Wallet')
  await expect(driver.text('Already asking. Open your wallet.')).toBeVisible()
  await driver.expectStatus('disconnected')
})
