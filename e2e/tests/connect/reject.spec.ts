import { Web3RequestKind } from '../../wallets/headless.ts'
import { expect, test } from '../shared/test.ts'

const walletName = 'Headless Web3 Provider'

test('shows a rejected connection, and Try again requests it again', async ({ kit, headlessWallet }) => {
  await kit.visitShop()
  await kit.open()
  await kit.chooseWallet(walletName)
  await headlessWallet.reject(Web3RequestKind.RequestAccounts)
  await expect(kit.text('Connection declined')).toBeVisible()
  await kit.expectStatus('disconnected')
  await kit.press('Try again')
  await headlessWallet.authorize(Web3RequestKind.RequestAccounts)
  await kit.expectClosed()
  await kit.expectStatus('connected')
})

test('closing the modal resolves open() as closed and rejects eth_requestAccounts with 4001', async ({
  kit,
  page,
  headlessWallet,
}) => {
  await kit.visitShop()
  const outcome = await kit.startOpen()
  await kit.expectOpen()
  await kit.close()
  expect(await outcome()).toEqual({ outcome: 'closed' })
  const answer = kit.request('eth_requestAccounts')
  // The frame must handle the opening first, or Esc would close nothing.
  await expect(kit.heading('Connect Wallet')).toBeFocused()
  await page.keyboard.press('Escape')
  expect(await answer).toMatchObject({ code: 4001 })
  expect(headlessWallet.getPendingRequestCount()).toBe(0)
})

test('rejected signatures, payments and switches reach the page as 4001 and change nothing', async ({
  kit,
  page,
  headlessWallet,
}) => {
  await kit.visitShop()
  await kit.open()
  await kit.chooseWallet(walletName)
  await headlessWallet.authorize(Web3RequestKind.RequestAccounts)
  await kit.expectClosed()
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
    await kit.expectStatus('connected')
  }
})

test('shows a rejected switch, and Try again requests it again', async ({ kit, scripted }) => {
  await kit.visitShop()
  await kit.open()
  await kit.chooseWallet('Scripted Wallet')
  await kit.expectClosed()
  await scripted.set({ errors: { wallet_switchEthereumChain: { code: 4001, message: 'User rejected the request.' } } })
  await kit.openView('Networks')
  await kit.press('Localnet Two')
  await expect(kit.text('Switch declined')).toBeVisible()
  await scripted.set({ errors: {} })
  await kit.press('Try again')
  await expect.poll(async () => (await kit.state()).accounts.eip155?.caipNetworkId).toBe('eip155:31338')
})

test("shows a wallet's error with its message", async ({ kit, scripted }) => {
  await kit.visitShop()
  await scripted.set({
    errors: { eth_requestAccounts: { code: -32002, message: 'Already asking. Open your wallet.' } },
  })
  await kit.open()
  await kit.chooseWallet('Scripted Wallet')
  await expect(kit.text('Already asking. Open your wallet.')).toBeVisible()
  await kit.expectStatus('disconnected')
})
