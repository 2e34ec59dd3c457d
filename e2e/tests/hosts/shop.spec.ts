import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { initialTokens } from '../../driver/chain.ts'
import { expectFocus } from '../../driver/focus.ts'
import { setPlayMoney } from '../../host/playMoney.ts'
import { Web3RequestKind } from '../../wallets/headless.ts'
import { findAxeViolations } from '../shared/axe.ts'
import { modalSizes, saveScreenshot } from '../shared/sizes.ts'
import { expect, test } from '../shared/test.ts'

const walletName = 'Headless Web3 Provider'
const pay = (page: Page) => page.getByRole('button', { name: 'Pay with your wallet' })
const status = (page: Page) => page.getByRole('form', { name: 'Till' }).getByRole('status').last()
const waiting = 'Waiting for your approval in the wallet…'

test('Pay connects a wallet first, goes on to the payment, and links to its receipt', async ({
  driver,
  page,
  headlessWallet,
  account,
  chains,
}) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await driver.visitShop()
  await page.getByRole('button', { name: 'One bag more' }).click()
  await expect(pay(page)).toHaveText(/24 DUSD/)

  await test.step('the visitor connects and approves', async () => {
    await pay(page).click()
    await driver.expectOpen()
    await expect(status(page)).toHaveText('Waiting for you to choose a wallet…')
    await driver.chooseWallet(walletName)
    await headlessWallet.authorize(Web3RequestKind.RequestAccounts)
    await driver.expectClosed()
    await expect(status(page)).toHaveText(waiting)
    await expect(pay(page)).toHaveAttribute('aria-disabled', 'true')
    await headlessWallet.authorize(Web3RequestKind.SendTransaction)
    await expect(status(page)).toHaveText(/^Paid\. Thank you/)
    expect(await chains.first.tokensOf(account.address)).toBe(initialTokens - parseEther('24'))
  })

  await test.step('the link of the toast leads to the receipt', async () => {
    const toast = page.getByRole('complementary', { name: 'Your payment' })
    await expect(toast).toContainText('Paid 24 DUSD')
    await saveScreenshot(page, 'shop-paid')
    await toast.getByRole('link', { name: 'See the receipt' }).click()
    const receipt = page.getByRole('region', { name: 'Receipt' })
    await expect(receipt).toBeInViewport()
    await expectFocus(receipt)
    const hash = (await page.locator('#result').textContent())?.match(/0x[0-9a-f]{64}/)?.[0] ?? ''
    await expect(receipt).toContainText(hash)
    await expect(receipt).toContainText(account.address)
    await expect(toast).toBeHidden()
  })
  expect(logged, 'messages in the console').toEqual([])
})

test('the shop says in plain words why nothing was paid', async ({
  driver,
  page,
  context,
  headlessWallet,
  account,
  chains,
  stack,
}) => {
  await driver.visitShop()

  await test.step('the visitor closes the modal', async () => {
    await pay(page).click()
    await driver.expectOpen()
    await driver.close()
    await expect(status(page)).toHaveText('No wallet is connected: nothing was taken.')
    await expectFocus(pay(page))
  })

  await test.step('the visitor rejects the payment, and nothing moves while the shop waits', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await pay(page).click()
    await driver.expectOpen()
    await driver.chooseWallet(walletName)
    await headlessWallet.authorize(Web3RequestKind.RequestAccounts)
    await expect(status(page)).toHaveText(waiting)
    await driver.expectClosed()
    const moving = () => document.getAnimations().filter(({ playState }) => playState === 'running').length
    await expect.poll(() => page.evaluate(moving)).toBe(0)
    await headlessWallet.reject(Web3RequestKind.SendTransaction)
    await expect(status(page)).toHaveText('You rejected the payment: nothing was taken.')
    await expect(page.getByRole('complementary', { name: 'Your payment' })).toBeHidden()
  })

  await test.step('the wallet has too little money, and the shop adds play money', async () => {
    await setPlayMoney(chains.first.client, stack.token, account.address, { coins: parseEther('1'), tokens: 1n })
    await pay(page).click()
    await expect(status(page)).toHaveText(
      /too little money in this wallet: nothing was taken\. The order costs 12 DUSD/,
    )
    expect(headlessWallet.getPendingRequestCount()).toBe(0)
    await page.getByRole('button', { name: 'Add play money' }).click()
    await expect(status(page)).toHaveText(/^Play money is in your wallet/)
    expect(await chains.first.tokensOf(account.address)).toBe(parseEther('250'))
  })

  await test.step('the visitor is offline', async () => {
    await context.setOffline(true)
    await expect(status(page)).toHaveText('You are offline. Your order waits here.')
    await pay(page).click()
    await expect(status(page)).toHaveText('You are offline: nothing was taken. Your order waits here.')
    await context.setOffline(false)
    await expect(status(page)).toHaveText('You are back online.')
  })
})

test('Pay takes a wallet on another network to the network of the till', async ({
  driver,
  page,
  headlessWallet,
  stack,
}) => {
  headlessWallet.addNetwork(1, stack.chain)
  await driver.visitShop()
  await driver.open()
  await driver.chooseWallet(walletName)
  await headlessWallet.authorize(Web3RequestKind.RequestAccounts)
  await driver.expectClosed()
  const changed = driver.request('wallet_switchEthereumChain', [{ chainId: '0x1' }])
  await headlessWallet.authorize(Web3RequestKind.SwitchEthereumChain)
  await changed
  await expect(page.getByText('on another network. Pay takes it to Localnet')).toBeVisible()

  await pay(page).click()
  await headlessWallet.reject(Web3RequestKind.SwitchEthereumChain)
  await expect(status(page)).toHaveText('Your wallet stayed on another network: nothing was taken.')
  await pay(page).click()
  await headlessWallet.authorize(Web3RequestKind.SwitchEthereumChain)
  await headlessWallet.authorize(Web3RequestKind.SendTransaction)
  await expect(status(page)).toHaveText(/^Paid\. Thank you/)
  const toast = page.getByRole('complementary', { name: 'Your payment' })
  await toast.getByRole('button', { name: 'Close' }).click()
  await expect(toast).toBeHidden()
  await expectFocus(pay(page))
})

test('the theme switch changes the shop and the modal together', async ({ driver, page }) => {
  // Without motion, axe sees no colour in the middle of a transition.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await driver.visitShop()
  await driver.loaded()
  const theme = (name: string) => page.getByRole('radio', { name })
  await expect(theme('Dark')).toBeChecked()
  const html = driver.frame.locator('html')
  for (const [name, scheme, accent] of [
    ['Light', 'light', '#2a1c12'],
    ['Brand', 'light', '#7f2742'],
    ['Dark', 'dark', '#f4e9dc'],
  ] as const)
    await test.step(name, async () => {
      await theme(name).check()
      await expect(page.locator('html')).toHaveCSS('color-scheme', scheme)
      expect(await findAxeViolations(page)).toEqual([])
      await saveScreenshot(page, `shop-${name.toLowerCase()}`)
      await driver.open()
      await expect(html).toHaveAttribute('data-theme', scheme)
      await expect(html).toHaveCSS('--host-accent', accent)
      await expect(html).toHaveCSS('--host-radius', name === 'Brand' ? '12px' : '24px')
      await driver.close()
    })
  await theme('Dark').press('ArrowRight')
  await expect(theme('Brand')).toBeChecked()
})

test('the shop fits every window, and its controls can be reached with the keyboard', async ({ driver, page }) => {
  await driver.visitShop()
  await driver.loaded()
  for (const [name, size] of Object.entries(modalSizes)) {
    await page.setViewportSize(size)
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    expect(await page.evaluate(overflow), name).toBe(0)
    await saveScreenshot(page, `shop-${name}`)
  }
  const reached: string[] = []
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab')
    reached.push(await page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName || ''))
  }
  expect(reached).toEqual(expect.arrayContaining(['connect', 'less', 'more', 'pay', 'sign', 'phone', 'SUMMARY']))
})
