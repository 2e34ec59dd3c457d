import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Page } from '@playwright/test'
import { connectTestChains, createAccount, type TestAccount, type TestChain } from '../../driver/chain.ts'
import { createDriver, type Driver } from '../../driver/driver.ts'
import { evmChains } from '../../stack/evm.ts'
import type { Relay } from '../../stack/relay/relay.ts'
import type { StackAddresses } from '../../stack/stack.ts'
import { installHeadlessWallet, type Web3ProviderBackend } from '../../wallets/headless.ts'
import { installScriptedWallet } from '../../wallets/scripted.ts'
import { test as base } from './baseTest.ts'
import { startOwnRelay } from './ownRelay.ts'
import { openPhone, type Phone } from './phone.ts'

export { expect } from './baseTest.ts'

type Fixtures = {
  /** The stack that the test's pages use. */
  stack: StackAddresses
  chains: { first: TestChain; second: TestChain }
  /** An account of this test alone, with money on both chains. */
  account: TestAccount
  driver: Driver
  /**
   * headless-web3-provider, announced as a wallet in every page of the test. It answers a request only once the test
   * authorizes the request.
   */
  headlessWallet: Web3ProviderBackend
  /** The test phone, connected to the stack's relay. */
  phone: Phone
  /**
   * A relay for this test alone. The modal in the test's pages uses it; give its `url` to a phone that should use it
   * too.
   */
  ownRelay: Relay
  scripted: ScriptedWallet
  /**
   * The scripted wallet, already connected: the page `plain` is open and has restored its connection to this wallet.
   */
  connected: ScriptedWallet
  /**
   * Errors that no page code caught, and first views that React had to render again because they differ from those of
   * the document. The list must be empty when the test ends, so a test that expects errors empties it.
   */
  pageErrors: string[]
}
type ScriptedWallet = Awaited<ReturnType<typeof installScriptedWallet>>

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern
  stack: async ({}, use) => {
    const addresses = process.env.APPKIT_STACK
    if (!addresses) throw new Error('The global setup did not say where the stack answers.')
    await use(JSON.parse(addresses))
  },
  chains: async ({ stack }, use) => use(connectTestChains(stack)),
  account: async ({ chains: both }, use) => use(await createAccount(both)),
  pageErrors: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
      page.on('console', (message) => {
        if (message.text().includes('AppKit: rendered again')) errors.push(message.text())
      })
      await use(errors)
      base.expect(errors, 'errors that no page code caught, and views that React rendered again').toEqual([])
    },
    { auto: true },
  ],
  driver: async ({ page, stack }, use) => use(createDriver(page, stack)),
  headlessWallet: async ({ page, account, stack }, use) => {
    const options = { key: account.key, chainId: evmChains.first.id, url: stack.chain }
    const wallet = await installHeadlessWallet(page, options)
    wallet.addNetwork(evmChains.second.id, stack.secondChain)
    await use(wallet)
  },
  phone: async ({ browser, stack, chains: both }, use) => {
    const phone = await openPhone(browser, stack, both)
    await use(phone)
    await phone.close()
  },
  ownRelay: async ({ context, stack }, use, testInfo) => {
    const file = testInfo.outputPath('relay.json')
    await mkdir(dirname(file), { recursive: true })
    const relay = await startOwnRelay(context, stack, file)
    await use(relay)
    // Removes the routes first, since a route may still rewrite a document for the page that just closed.
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await relay.stop()
  },
  connected: async ({ page, driver, account }, use) => {
    const wallet = await installConnectedWallet(page, account.address)
    await driver.visitPage('plain')
    await driver.loaded()
    await driver.expectStatus('connected')
    await use(wallet)
  },
  scripted: async ({ page, account }, use) => use(await installScriptedWallet(page, { accounts: [account.address] })),
})

/**
 * The scripted wallet, connected before the first page of the test. `connect.spec.ts` shows that a visit through the
 * modal stores the same state. A page that restores this connection needs no frame.
 */
export async function installConnectedWallet(page: Page, address: string): Promise<ScriptedWallet> {
  const wallet = await installScriptedWallet(page, { accounts: [address], permitted: true })
  await page.addInitScript((account) => {
    if (window.top !== window || sessionStorage.restored) return
    sessionStorage.restored = 'once'
    const caipAddress = `eip155:31337:${account}`
    const connection = { connectorId: 'test.scripted', caipNetworkId: 'eip155:31337' }
    localStorage.appkit = JSON.stringify({
      eip155: { status: 'reconnecting', ...connection, caipAddress, caipAddresses: [caipAddress] },
    })
  }, address)
  return wallet
}
