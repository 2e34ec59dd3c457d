import { type Hex, parseEther, verifyMessage } from 'viem'
import { initialBalance, initialTokens } from '../../driver/chain.ts'
import { headlessSignedText, Web3RequestKind } from '../../wallets/headless.ts'
import { expect, test } from '../shared/test.ts'

test('an unmodified wagmi app discovers AppKit and uses all its functions', async ({
  driver,
  page,
  headlessWallet,
  account,
  chains,
}) => {
  const field = (id: string) => page.locator(`#${id}`)
  await driver.visit('/wagmi?wallet=none')

  await test.step('the visitor connects through wagmi’s button', async () => {
    await page.getByRole('button', { name: 'AppKit' }).click()
    await driver.chooseWallet('Headless Web3 Provider')
    await headlessWallet.authorize(Web3RequestKind.RequestAccounts)
    await driver.expectClosed()
    await expect(field('status')).toHaveText('connected')
    await expect(field('account')).toHaveText(account.address)
    await expect(field('balance')).toHaveText(String(initialBalance))
  })

  await test.step('a signature verifies', async () => {
    await page.getByRole('button', { name: 'Sign the guest book' }).click()
    await headlessWallet.authorize(Web3RequestKind.SignMessage)
    await expect(field('signature')).toHaveText(/^0x/)
    const signature = (await field('signature').textContent()) as Hex
    const message = headlessSignedText('Good coffee. See you on Tuesday.')
    expect(await verifyMessage({ address: account.address, message, signature })).toBe(true)
  })

  await test.step('a transfer reaches the chain', async () => {
    await page.getByRole('button', { name: 'Pay 12' }).click()
    await headlessWallet.authorize(Web3RequestKind.SendTransaction)
    await expect(field('payment')).toHaveText(/\(success\)$/)
    expect(await chains.first.tokensOf(account.address)).toBe(initialTokens - parseEther('12'))
  })

  await test.step('wagmi reports a declined request as declined', async () => {
    await page.getByRole('button', { name: 'Sign the guest book' }).click()
    await headlessWallet.reject(Web3RequestKind.SignMessage)
    await expect(field('problem')).toHaveText('User rejected the request.')
  })

  await test.step('the wallet switches the network', async () => {
    await page.getByRole('button', { name: 'Use Localnet Two' }).click()
    await headlessWallet.authorize(Web3RequestKind.SwitchEthereumChain)
    await expect(field('network')).toHaveText('Localnet Two')
  })

  await test.step('a reload restores the connection without asking the visitor', async () => {
    await page.reload()
    await expect(field('status')).toHaveText('connected')
    await expect(field('wallet')).toHaveText('AppKit')
    await expect(field('account')).toHaveText(account.address)
    expect(headlessWallet.getPendingRequestCount()).toBe(0)
    await expect(page.locator('iframe')).toHaveCount(0)
  })

  await test.step('a disconnect lasts over a reload', async () => {
    const leave = page.getByRole('button', { name: 'Disconnect' })
    await leave.click()
    await driver.expectStatus('disconnected')
    // The wallet still permits the page, so wagmi also reconnected to the wallet directly at the reload, without
    // AppKit.
    await expect(field('wallet')).toHaveText('Headless Web3 Provider')
    await leave.click()
    await expect(field('status')).toHaveText('disconnected')
    await page.reload()
    await expect(field('status')).toHaveText('disconnected')
  })
})
