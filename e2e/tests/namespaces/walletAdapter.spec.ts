import { ed25519 } from '@noble/curves/ed25519.js'
import type { Page } from '@playwright/test'
import { base58 } from '@scure/base'
import { driveNamespace } from '../../driver/namespaces.ts'
import { isValidSignIn } from '../../driver/solanaSignIn.ts'
import { addAdapterPage } from '../shared/hostScript.ts'
import { test as base, callChainNode, expect } from '../shared/otherChainsTest.ts'
import { type InstalledWallet, pageWalletAddresses, pageWallets } from '../shared/pageWallets.ts'

const [first, second] = pageWalletAddresses.solana
/** The page has no AppKit button over which a pointer could load the frame, so `data-warm=idle` loads it. */
const warmed = '?data-warm=idle'
const text = 'Good coffee. ☕'

const test = base.extend<{ wallet: InstalledWallet }>({
  wallet: async ({ page, otherChains }, use) => {
    const wallet = await pageWallets['Wallet Standard, Solana'].install(page, otherChains)
    await addAdapterPage(page)
    await use(wallet)
  },
})

const wallets = (page: Page) => page.evaluate(() => window.adapterPage.wallets())
const events = (page: Page) => page.evaluate(() => window.adapterPage.events)
const account = (page: Page) => page.evaluate(() => window.adapterPage.account('AppKit'))
const connect = (page: Page) =>
  page.evaluate(() =>
    window.adapterPage.connect('AppKit').then(
      (address) => ({ address }),
      (error: Error) => ({ error: error.message }),
    ),
  )

test('a page that knows only wallet-adapter connects, signs and pays through AppKit', async ({
  driver,
  page,
  wallet,
  otherChains,
}) => {
  await driver.visitPage('plain', warmed)
  await driver.loaded()

  await test.step('the page’s wallet-adapter lists AppKit beside the installed wallet', async () => {
    await expect.poll(() => wallets(page)).toEqual(expect.arrayContaining(['Test Sun', 'AppKit']))
    expect(await wallets(page)).toHaveLength(2)
  })

  await test.step('connecting to AppKit by wallet-adapter shows the modal', async () => {
    const answer = connect(page)
    await driver.chooseWallet('Test Sun')
    expect(await answer).toEqual({ address: first })
    await driver.expectClosed()
    expect(await events(page)).toEqual([`connect ${first}`])
  })

  await test.step('a signature verifies', async () => {
    const signature = await page.evaluate((message) => window.adapterPage.signMessage('AppKit', message), text)
    const isSigned = ed25519.verify(Uint8Array.from(signature), new TextEncoder().encode(text), base58.decode(first))
    expect(isSigned).toBe(true)
  })

  await test.step('payments that the page sends and payments that the wallet sends reach the chain', async () => {
    const { solana } = otherChains
    await callChainNode(solana, 'requestAirdrop', [first, 1_000_000_000])
    const receiver = base58.encode(ed25519.utils.randomSecretKey())
    for (const [by, lamports] of [
      ['page', 3_000_000],
      ['wallet', 4_000_000],
    ] as const) {
      const signature = await page.evaluate(
        ([url, to, amount, who]) => window.adapterPage.pay('AppKit', url, to, amount, who),
        [solana, receiver, lamports, by] as const,
      )
      const { value } = await callChainNode<{ value: unknown[] }>(solana, 'getSignatureStatuses', [[signature]])
      expect(value).toEqual([expect.objectContaining({ err: null })])
    }
    expect(await callChainNode(solana, 'getBalance', [receiver])).toMatchObject({ value: 7_000_000 })
  })

  await test.step('the page follows a change of the wallet’s account', async () => {
    await wallet.switchAccount(1)
    await expect.poll(() => account(page)).toBe(second)
  })

  await test.step('a page that connects silently as it reloads gets the account without asking the visitor', async () => {
    await page.reload()
    await driver.loaded()
    await expect.poll(() => account(page)).toBe(second)
    expect(await events(page)).toEqual([`connect ${second}`])
    await driveNamespace(page, 'solana').expectAccount({ status: 'connected' })
    await expect(driver.dialog).toBeHidden()
    expect((await wallet.requests()).filter(({ shown }) => shown)).toEqual([])
  })

  await test.step('a disconnect by the page disconnects AppKit', async () => {
    await page.evaluate(() => window.adapterPage.disconnect('AppKit'))
    await driveNamespace(page, 'solana').expectAccount({ status: 'disconnected' })
    expect(await account(page)).toBe('')
  })

  await test.step('a sign-in also connects the visitor, and uses the wallet’s own sign-in', async () => {
    const input = { domain: new URL(page.url()).host, statement: 'Good coffee.', nonce: 'abcdefgh' }
    const signed = page.evaluate((fields) => window.adapterPage.signIn('AppKit', fields), input)
    await driver.chooseWallet('Test Sun')
    const output = await signed
    expect(output.address).toBe(second)
    expect(isValidSignIn(input, output)).toBe(true)
    expect((await wallet.requests()).at(-1)).toMatchObject({ method: 'solana:signIn' })
    expect(await account(page)).toBe(second)
    await driveNamespace(page, 'solana').expectAccount({ status: 'connected' })
  })
})

test('closing the modal rejects the page’s connect call, and no wallet connects', async ({ driver, page, wallet }) => {
  await driver.visitPage('plain', warmed)
  await driver.loaded()
  await expect.poll(() => wallets(page)).toContain('AppKit')
  const answer = connect(page)
  await expect(driver.card().getByRole('button', { name: 'Test Sun' })).toBeVisible()
  await driver.close()
  expect(await answer).toEqual({ error: expect.stringMatching(/reject/i) })
  expect(await account(page)).toBe('')
  expect(await wallet.requests()).toEqual([])
})

test('AppKit never lists itself', async ({ driver, wallet }) => {
  expect(wallet).toBeDefined()
  await driver.visitPage('plain')
  await driver.open()
  await expect(driver.card().getByRole('button', { name: 'Test Sun' })).toBeVisible()
  await expect(driver.card().getByRole('button', { name: /AppKit/ })).toHaveCount(0)
})
