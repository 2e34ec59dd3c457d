import { installMockWallet } from '@johanneskares/wallet-mock'
import { type Hex, http, parseEther, verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createAccount, initialTokens } from '../../driver/chain.ts'
import { localChain } from '../../host/localChain.ts'
import { evmChains } from '../../stack/evm.ts'
import { expect, test } from '../shared/test.ts'

test('the visitor chooses one of two wallets, and the page uses only that one', async ({
  driver,
  page,
  headlessWallet,
  chains: both,
  stack,
}) => {
  const { key, address } = await createAccount(both)
  await installMockWallet({
    page,
    account: privateKeyToAccount(key),
    defaultChain: localChain(evmChains.first, stack.chain),
    transports: { [evmChains.first.id]: http(stack.chain) },
  })
  await driver.visitShop()
  const result = page.locator('#result')

  await test.step('the modal lists both wallets, and the visitor connects one', async () => {
    await driver.open()
    for (const name of ['Mock Wallet', 'Headless Web3 Provider']) {
      await expect(driver.card().getByRole('button', { name })).toHaveText(/Installed/)
    }
    await driver.chooseWallet('Mock Wallet')
    await driver.expectClosed()
    await driver.expectStatus('connected')
    await expect(page.locator('#account')).toHaveText(address)
  })

  await test.step('a signature verifies', async () => {
    await page.getByRole('button', { name: 'Sign the guest book' }).click()
    await expect(result).toHaveText(/^Signed: 0x/)
    const signature = (await result.textContent())?.replace('Signed: ', '') as Hex
    expect(await verifyMessage({ address, message: 'Good coffee. See you on Tuesday.', signature })).toBe(true)
  })

  await test.step('a transfer reaches the chain', async () => {
    await page.getByRole('button', { name: 'Pay with your wallet' }).click()
    await expect(result).toHaveText(/^Paid: 0x[0-9a-f]{64} \(success\)$/)
    expect(await both.first.tokensOf(address)).toBe(initialTokens - parseEther('12'))
  })

  await test.step('a reload restores the same wallet', async () => {
    await page.reload()
    await driver.loaded()
    await driver.expectStatus('connected')
    expect(await driver.request('eth_accounts')).toEqual({ value: [address.toLowerCase()] })
    expect((await driver.state()).accounts.eip155?.connectorId).toBe('com.example.mock-wallet')
  })

  await test.step('a disconnect lasts over a reload', async () => {
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await driver.expectStatus('disconnected')
    await page.reload()
    await driver.loaded()
    await driver.expectStatus('disconnected')
  })
  expect(headlessWallet.getPendingRequestCount()).toBe(0)
})
