import { fileURLToPath } from 'node:url'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { driveNamespace } from '../../driver/namespaces.ts'
import { isValidSignIn } from '../../driver/solanaSignIn.ts'
import { solanaTill } from '../../stack/solana/till.ts'
import { bundleScript } from '../../wallets/page/bundle.ts'
import { expect, test } from '../shared/mailTest.ts'
import { callChainNode } from '../shared/otherChainsTest.ts'
import { saveScreenshot } from '../shared/sizes.ts'

const text = 'Good coffee. ☕'

test.use({ withOtherChains: true })

test('a page that knows only solana’s wallet-adapter signs and pays with an e-mail wallet', async ({
  driver,
  page,
  stack,
  mail,
  embedded,
}) => {
  const solana = stack.otherChains?.solana ?? ''
  const entry = fileURLToPath(new URL('../../host/walletAdapter.ts', import.meta.url))
  const script = await bundleScript(entry, 'adapter')
  const content = `if (window.top === window) { ${script}\n window.adapterPage = adapter.startAdapterPage() }`
  await page.addInitScript({ content: `(() => { ${content} })()` })
  // The page has no AppKit button over which a pointer could load the frame, so `data-warm=idle` loads it.
  await driver.visitPage('plain', '?data-warm=idle')
  await driver.loaded()
  await expect.poll(() => page.evaluate(() => window.adapterPage.wallets())).toContain('AppKit')

  // The e-mail wallet has no sign-in feature and signs the same message instead.
  const input = {
    domain: new URL(page.url()).host,
    statement: text,
    uri: page.url(),
    version: '1',
    nonce: 'abcdefgh',
    issuedAt: '2026-01-01T00:00:00.000Z',
    resources: [stack.shop],
  }
  const signedIn = page.evaluate((fields) => window.adapterPage.signIn('AppKit', fields), input)
  await embedded.logInHere(mail)
  await embedded.approve()
  const { address, ...signed } = await signedIn
  expect(isValidSignIn(input, { address, ...signed })).toBe(true)
  await driver.expectClosed()
  await driveNamespace(page, 'solana').expectAccount({ status: 'connected' })

  await test.step('a page that connects silently as it reloads gets the account without asking the visitor', async () => {
    await page.reload()
    await driver.loaded()
    await expect.poll(() => page.evaluate(() => window.adapterPage.account('AppKit'))).toBe(address)
    await driveNamespace(page, 'solana').expectAccount({ status: 'connected' })
    await expect(driver.dialog).toBeHidden()
  })

  await test.step('a signature verifies', async () => {
    const signed = page.evaluate((message) => window.adapterPage.signMessage('AppKit', message), text)
    await embedded.approve()
    const signature = Uint8Array.from(await signed)
    expect(ed25519.verify(signature, new TextEncoder().encode(text), base58.decode(address))).toBe(true)
    await driver.expectClosed()
  })

  await test.step('payments reach the chain, sent by the page and by the wallet', async () => {
    await callChainNode(solana, 'requestAirdrop', [address, 1_000_000_000])
    const receiver = base58.encode(ed25519.utils.randomSecretKey())
    const received = async (to: string) => (await callChainNode<{ value: number }>(solana, 'getBalance', [to])).value
    const before = await received(solanaTill)
    for (const [by, to, lamports] of [
      ['page', receiver, 3_000_000],
      ['wallet', receiver, 4_000_000],
      ['wallet', solanaTill, 5_000_000],
    ] as const) {
      const paid = page.evaluate(
        ([url, payee, amount, who]) => window.adapterPage.pay('AppKit', url, payee, amount, who),
        [solana, to, lamports, by] as const,
      )
      await embedded.approve()
      const { value } = await callChainNode<{ value: unknown[] }>(solana, 'getSignatureStatuses', [[await paid]])
      expect(value).toEqual([expect.objectContaining({ err: null })])
      // The wallet follows what it has sent, and knows nothing of what the page sends.
      if (by === 'wallet') {
        // A payment to a receiver of the site says who was paid, once the network has confirmed it.
        const title = to === solanaTill ? 'Paid' : 'Sent'
        await expect(embedded.secure.getByRole('heading', { level: 1 })).toHaveText(title)
        await expect(embedded.secure.getByText('Confirmed')).toBeVisible()
        if (to === solanaTill)
          await expect(embedded.secure.getByText('You paid 0.005 SOL to Slow Mornings, till.')).toBeVisible()
        await saveScreenshot(page, `${title.toLowerCase()}-solana`)
        await embedded.press('Done')
      }
      await driver.expectClosed()
    }
    expect(await received(receiver)).toBe(7_000_000)
    expect((await received(solanaTill)) - before).toBe(5_000_000)
  })

  await test.step('a rejection reaches the page, and a disconnect by the page signs the wallet out', async () => {
    const signed = page.evaluate(
      (message) => window.adapterPage.signMessage('AppKit', message).catch((error: Error) => error.message),
      text,
    )
    await embedded.reject()
    expect(await signed).toMatch(/reject/i)
    await page.evaluate(() => window.adapterPage.disconnect('AppKit'))
    await driveNamespace(page, 'solana').expectAccount({ status: 'disconnected' })
    await driver.expectStatus('disconnected')
  })
})
