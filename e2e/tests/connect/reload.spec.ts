import { createDriver, type Driver } from '../../driver/driver.ts'
import { installScriptedWallet } from '../../wallets/scripted.ts'
import { expect, test } from '../shared/test.ts'

const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const account = async (driver: Driver) => (await driver.state()).accounts.eip155

test.beforeEach(({ connected: _ }) => {})

test('after a reload the status is reconnecting until the wallet answers, and the wallet shows no question', async ({
  driver,
  page,
  connected: scripted,
}) => {
  await scripted.set({ held: ['eth_accounts'] })
  await page.reload()
  await driver.loaded()
  await driver.expectStatus('reconnecting')
  await expect.poll(async () => (await scripted.requests()).map(({ method }) => method)).toContain('eth_accounts')
  await scripted.release()
  await driver.expectStatus('connected')
  expect((await scripted.requests()).map(({ method }) => method)).not.toContain('eth_requestAccounts')
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('a request for accounts waits until the wallet has reconnected', async ({
  driver,
  page,
  connected: scripted,
  account: { address },
}) => {
  await scripted.set({ held: ['eth_accounts'] })
  await page.reload()
  await driver.loaded()
  await driver.expectStatus('reconnecting')
  const accounts = driver.request('eth_requestAccounts')
  await expect.poll(async () => (await scripted.requests()).length).toBeGreaterThan(0)
  await scripted.release()
  expect(await accounts).toEqual({ value: [expect.stringMatching(new RegExp(address, 'i'))] })
  await expect(driver.dialog).toBeHidden()
})

test('after a reload a locked wallet is not connected', async ({ driver, page, connected: scripted }) => {
  await scripted.set({ locked: true })
  await page.reload()
  await driver.loaded()
  await driver.expectStatus('disconnected')
  expect(await driver.request('eth_accounts')).toEqual({ value: [] })
  // The visitor unlocks the wallet by connecting it again.
  await driver.open()
  await driver.chooseWallet('Scripted Wallet')
  await driver.expectStatus('connected')
})

test('after a reload uses the account that the wallet switched to meanwhile', async ({
  driver,
  page,
  connected: scripted,
}) => {
  await scripted.set({ accounts: [other] })
  await page.reload()
  await driver.loaded()
  await driver.expectStatus('connected')
  expect((await account(driver))?.caipAddress?.toLowerCase()).toBe(`eip155:31337:${other.toLowerCase()}`)
})

test('after a reload uses the network that the wallet switched to meanwhile', async ({
  driver,
  page,
  connected: scripted,
}) => {
  await scripted.set({ chainId: '0x7a6a' })
  await page.reload()
  await driver.loaded()
  await driver.expectStatus('connected')
  expect((await account(driver))?.caipNetworkId).toBe('eip155:31338')
})

test('reports the wallet’s network unchanged even if the project does not list it', async ({
  driver,
  page,
  connected: scripted,
}) => {
  await scripted.set({ chainId: '0x539' })
  await page.reload()
  await driver.loaded()
  await driver.expectStatus('connected')
  expect((await account(driver))?.caipNetworkId).toBe('eip155:1337')
  expect(await driver.request('eth_chainId')).toEqual({ value: '0x539' })
  await driver.open()
  await driver.press(/^Localnet$/)
  await expect.poll(async () => (await account(driver))?.caipNetworkId).toBe('eip155:31337')
})

test('disconnects a wallet that the visitor removed from the browser', async ({
  driver,
  page,
  connected: scripted,
}) => {
  await scripted.set({ removed: true })
  await page.reload()
  await driver.loaded()
  await driver.expectStatus('disconnected')
  expect(await driver.request('eth_accounts')).toEqual({ value: [] })
})

test('restores the connection of a wallet that announces itself late', async ({
  driver,
  page,
  account: { address },
}) => {
  await page.addInitScript((owner) => {
    const info = {
      uuid: crypto.randomUUID(),
      name: 'Scripted Wallet',
      icon: 'data:image/svg+xml,<svg/>',
      rdns: 'test.scripted',
    }
    const request = async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x7a69' : [owner])
    const provider = { request, on() {}, removeListener() {} }
    // Counts from the loader's first question, as the loader counts how long it waits for wallets.
    window.addEventListener(
      'eip6963:requestProvider',
      () =>
        setTimeout(
          () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } })),
          300,
        ),
      { once: true },
    )
  }, address)
  await page.evaluate(() => window.scriptedWallets['test.scripted']?.set({ removed: true }))
  await page.reload()
  await driver.loaded()
  await driver.expectStatus('connected')
})

test('the page stores the connected address, and no token, secret, signature or session', async ({
  driver,
  page,
  account: { address },
}) => {
  // Connects through the modal, so that the product stores the connection itself. The fixture would write the storage
  // directly.
  await page.evaluate(() => window.AppKit.disconnect())
  await driver.open()
  await driver.chooseWallet('Scripted Wallet')
  await driver.expectClosed()
  await driver.expectStatus('connected')
  const text = JSON.stringify(await page.evaluate(() => ({ ...localStorage }))).toLowerCase()
  expect(text).toContain(address.toLowerCase())
  expect(text).not.toMatch(/token|secret|signature|session/)
  await page.reload()
  await driver.loaded()
  await driver.expectStatus('connected')
})

test('two tabs of a page share one connection', async ({
  driver,
  context,
  stack,
  connected: scripted,
  account: { address },
}) => {
  const second = await context.newPage()
  await installScriptedWallet(second, { accounts: [address], permitted: true })
  const otherDriver = createDriver(second, stack)
  await otherDriver.visitPage('plain')
  await otherDriver.loaded()
  await otherDriver.expectStatus('connected')
  await driver.page.evaluate(() => window.AppKit.disconnect())
  await driver.expectStatus('disconnected')
  await otherDriver.expectStatus('disconnected')
  // A real wallet permits the whole site; the scripted wallet permits only its own tab.
  await scripted.set({ permitted: true })
  await otherDriver.open()
  await otherDriver.chooseWallet('Scripted Wallet')
  await otherDriver.expectStatus('connected')
  await driver.expectStatus('connected')
})
