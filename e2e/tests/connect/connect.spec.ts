import { formatEther, type Hex, parseEther, verifyMessage } from 'viem'
import { initialTokens } from '../../driver/chain.ts'
import { headlessSignedText, Web3RequestKind } from '../../wallets/headless.ts'
import { expect, test } from '../shared/test.ts'

const walletName = 'Headless Web3 Provider'

test('a visitor connects, signs, pays, switches, reloads and disconnects', { tag: '@storageDenied' }, async ({
  driver,
  page,
  headlessWallet,
  account,
  chains,
  stack,
}) => {
  await driver.visitShop()

  await test.step('the visitor chooses a wallet, and the page is connected', async () => {
    await driver.open()
    await driver.chooseWallet(walletName)
    await headlessWallet.authorize(Web3RequestKind.RequestAccounts)
    await driver.expectClosed()
    await driver.expectStatus('connected')
    await expect(page.locator('#account')).toHaveText(new RegExp(account.address, 'i'))
    await expect(page.locator('#network')).toHaveText('Localnet')
  })

  await test.step('the modal shows the balance that the chain has for the account', async () => {
    await driver.open()
    const balance = formatEther(await chains.first.client.getBalance({ address: account.address }))
    const floored = balance.slice(0, balance.indexOf('.') + 4)
    await expect(driver.text(`${floored} ETH`).first()).toBeVisible()
    await driver.close()
  })

  await test.step('the signature that the page gets verifies', async () => {
    await page.getByRole('button', { name: 'Sign the guest book' }).click()
    await headlessWallet.authorize(Web3RequestKind.SignMessage)
    const result = page.locator('#result')
    await expect(result).toHaveText(/^Signed: 0x/)
    const signature = (await result.textContent())?.replace('Signed: ', '') as Hex
    const message = headlessSignedText('Good coffee. See you on Tuesday.')
    expect(await verifyMessage({ address: account.address, message, signature })).toBe(true)
  })

  await test.step('a transfer reaches the chain', async () => {
    const before = await chains.first.tokensOf(stack.till)
    await page.getByRole('button', { name: 'Pay with your wallet' }).click()
    await headlessWallet.authorize(Web3RequestKind.SendTransaction)
    await expect(page.locator('#result')).toHaveText(/^Paid: 0x[0-9a-f]{64} \(success\)$/)
    expect(await chains.first.tokensOf(account.address)).toBe(initialTokens - parseEther('12'))
    // Other tests may pay the same account at the same time.
    expect(await chains.first.tokensOf(stack.till)).toBeGreaterThanOrEqual(before + parseEther('12'))
  })

  await test.step('the wallet switches the network', async () => {
    await page.getByRole('button', { name: 'Switch network' }).click()
    await headlessWallet.authorize(Web3RequestKind.SwitchEthereumChain)
    await expect(page.locator('#network')).toHaveText('Localnet Two')
    expect(await driver.request('eth_chainId')).toEqual({ value: '0x7a6a' })
  })

  await test.step('a reload restores the connection without a request to the visitor and without a frame', async () => {
    await page.reload()
    await driver.loaded()
    await driver.expectStatus('connected')
    await expect(page.locator('#network')).toHaveText('Localnet Two')
    expect(headlessWallet.getPendingRequestCount()).toBe(0)
    await expect(page.locator('iframe')).toHaveCount(0)
  })

  await test.step('a disconnect lasts over a reload', async () => {
    await driver.open()
    await driver.press('Disconnect')
    await driver.expectStatus('disconnected')
    await page.reload()
    await driver.loaded()
    await driver.expectStatus('disconnected')
  })
})
