import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SignInSession } from '@appkit-frame/loader'
import { type Hex, stringToHex, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createDriver } from '../../driver/driver.ts'
import { createMessageSigner } from '../../driver/messageSigner.ts'
import { openBrowser, startRecordedStack } from '../../fixtures/recordedStack.ts'
import { fixtureFiles, fixturesFolder, presentVersion, previousLoader } from '../../fixtures/recording.ts'
import { restoreLoader } from '../../fixtures/restoreData.ts'
import { installScriptedWallet } from '../../wallets/scripted.ts'
import { expect, test } from '../shared/baseTest.ts'

const version = previousLoader ?? ''

/** A page with the script tag of a site that pinned this version by its hash and has not changed the tag since. */
const pinnedPage = (modal: string): string => {
  const loader = readFileSync(join(fixturesFolder, version, fixtureFiles.loader, 'loader.js'))
  const integrity = `sha384-${createHash('sha384').update(loader).digest('base64')}`
  const tag = `<script src="${modal}/v/${version}/loader.js" integrity="${integrity}" crossorigin="anonymous" async></script>`
  return `<!doctype html><html lang="en"><head><link rel="icon" href="data:,">${tag}</head>
<body><button data-appkit-open>Connect wallet</button></body></html>`
}

test(`a page that pins loader ${version} works with the current frame`, async ({ launchOptions }, testInfo) => {
  const data = testInfo.outputPath('data')
  await restoreLoader(version, data)
  const started = await startRecordedStack({ data })
  const browser = await openBrowser(started, launchOptions)
  try {
    const { addresses } = started.stack
    const page = await browser.newPage()
    const address = `${addresses.shop}/pinned-before`
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: pinnedPage(addresses.modal) }))
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
    const loaderFiles: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.origin === addresses.modal && request.frame() === page.mainFrame()) loaderFiles.push(url.pathname)
    })
    const signer = privateKeyToAccount(generatePrivateKey())
    const wallet = await installScriptedWallet(page, { accounts: [signer.address], held: ['personal_sign'] })
    const signNext = createMessageSigner(wallet, signer)
    const driver = createDriver(page, addresses)
    await page.goto(address)

    await test.step('opens the modal and connects a wallet of the page', async () => {
      await driver.open()
      const bootstrap = JSON.parse((await driver.frame.locator('#bootstrap').textContent()) ?? '')
      // A development server appends `-dev` to its version, so ignore this suffix.
      expect(bootstrap.version.replace(/-dev$/, ''), 'the frame is the present one').toBe(presentVersion)
      await driver.chooseWallet('Scripted Wallet')
      await driver.expectClosed()
      await driver.expectStatus('connected')
    })
    await test.step('the page’s wallet signs a message', async () => {
      const answer = driver.request('personal_sign', [stringToHex('Good coffee.'), signer.address])
      const message = await signNext()
      const { value } = (await answer) as { value: Hex }
      expect(message).toBe('Good coffee.')
      expect(await verifyMessage({ address: signer.address, message, signature: value })).toBe(true)
    })
    await test.step('the visitor signs in', async () => {
      await page.evaluate(() => Object.assign(window, { session: window.AppKit.signIn() }))
      await driver.press(/^Sign$/)
      await expect(driver.text('Continue in Scripted Wallet')).toBeVisible()
      await signNext()
      const session = await page.evaluate(() => (window as unknown as { session: Promise<SignInSession> }).session)
      expect(session).toMatchObject({ caipAddress: `eip155:31337:${signer.address}`, token: expect.any(String) })
      await driver.expectClosed()
      // The page's code stores the session. This shows that the old `siwx.js` of the page understands the current
      // frame.
      await expect.poll(() => page.evaluate(() => localStorage['@appkit/siwx'])).toContain(signer.address)
    })
    await test.step('a reload restores the connection', async () => {
      await page.reload()
      await driver.loaded()
      await driver.expectStatus('connected')
      const { value } = (await driver.request('eth_accounts')) as { value: string[] }
      expect(value).toEqual([signer.address])
    })
    await test.step('the page disconnects', async () => {
      await page.evaluate(() => window.AppKit.disconnect())
      await driver.expectStatus('disconnected')
      await page.reload()
      await driver.loaded()
      expect(await driver.request('eth_accounts')).toEqual({ value: [] })
      await driver.expectStatus('disconnected')
    })
    expect(errors, 'errors that no code of the page caught').toEqual([])
    expect(loaderFiles).toContain(`/v/${version}/loader.js`)
    for (const path of loaderFiles) expect(path).toContain(`/v/${version}/`)
  } finally {
    await browser.close()
    await started.stack.stop()
  }
})
