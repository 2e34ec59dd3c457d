import type { BrowserContext } from '@playwright/test'
import type { StackAddresses } from '../../stack/stack.ts'
import { addAdapterPage } from '../shared/hostScript.ts'
import { openNodeWallet } from '../shared/nodeWallet.ts'
import { rewriteModal } from '../shared/ownRelay.ts'
import { showQrCode } from '../shared/pairing.ts'
import { test as base, expect } from '../shared/test.ts'

const test = base.extend<{ wallet: Awaited<ReturnType<typeof openNodeWallet>> }>({
  wallet: async ({ stack }, use) => {
    const wallet = await openNodeWallet(stack.relay)
    await use(wallet)
    await wallet.close()
  },
})
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const first = { chains: ['eip155:31337'], accounts: [`eip155:31337:${address}`], events: [] }
const solanaId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const solanaAddress = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'

test('refuses methods and networks that the wallet did not grant, and does not offer those networks', async ({
  driver,
  wallet,
}) => {
  await driver.visitPage('plain')
  await wallet.connect(await showQrCode(driver), { eip155: { ...first, methods: ['personal_sign'] } })
  await driver.expectStatus('connected')
  await driver.expectClosed()
  const transaction = { from: address, to: address, value: '0x0' }
  expect(await driver.request('eth_sendTransaction', [transaction])).toMatchObject({ code: 4200 })
  expect(await driver.request('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])).toMatchObject({ code: 4200 })
  expect(await driver.request('wallet_unheardOf')).toMatchObject({ code: 4200 })
  expect(await driver.request('eth_chainId')).toEqual({ value: '0x7a69' })
  // The project's node answers reads, whatever the wallet granted.
  expect(await driver.request('eth_blockNumber')).toEqual({ value: expect.stringMatching(/^0x/) })
  expect(wallet.requests).toEqual([])

  await driver.openView('Networks')
  await expect(driver.frame.getByTestId('w3m-network-switch-Localnet')).toBeEnabled()
  const other = driver.frame.getByTestId('w3m-network-switch-Localnet Two')
  await expect(other).toBeDisabled()
  await expect(other).toContainText('Quiet Wallet does not support it')
  await driver.close()

  wallet.answers.personal_sign = '0x51'
  expect(await driver.request('personal_sign', ['0x00', address])).toEqual({ value: '0x51' })
  await driver.page.evaluate(() => window.AppKit.disconnect())
  expect(await driver.request('personal_sign', ['0x00', address])).toMatchObject({ code: 4100 })
  expect(wallet.requests).toHaveLength(1)
})

test('two namespaces use one WalletConnect session, also after a reload of a page that knows only wallet-adapter', async ({
  driver,
  page,
  context,
  stack,
  wallet,
}) => {
  await withSolana(context, stack)
  await addAdapterPage(page)
  await driver.visitPage('plain')
  await wallet.connect(await showQrCode(driver), {
    eip155: { ...first, methods: ['personal_sign'] },
    solana: {
      chains: [solanaId],
      accounts: [`${solanaId}:${solanaAddress}`],
      // wallet-adapter lists only wallets that also sign transactions.
      methods: ['solana_signMessage', 'solana_signAndSendTransaction'],
      events: [],
    },
  })
  await driver.expectStatus('connected')
  // The wallet shows the visitor these facts about the site.
  expect(wallet.proposed[0]?.proposer.metadata).toEqual({
    name: 'Slow Mornings Coffee',
    description: 'Coffee for slow mornings',
    url: new URL(page.url()).origin,
    icons: ['https://shop.example/icon.png'],
  })
  expect(wallet.proposed[0]?.optionalNamespaces.solana?.methods).toContain('solana_signAndSendTransaction')
  await expect
    .poll(async () => (await driver.state()).accounts.solana)
    .toMatchObject({ status: 'connected', caipAddress: `${solanaId}:${solanaAddress}` })

  wallet.answers.solana_signMessage = { signature: '2n6g' }
  const ask = (method: string) =>
    page.evaluate(
      async ([name, pubkey]) => {
        try {
          const provider = window.AppKit.getProvider('solana' as 'eip155')
          return { value: await provider.request({ method: name, params: { message: '3yZe7d', pubkey } }) }
        } catch (error) {
          return { code: (error as { code: number }).code }
        }
      },
      [method, solanaAddress] as const,
    )
  expect(await ask('solana_signMessage')).toEqual({ value: { signature: '2n6g' } })
  expect(wallet.requests).toEqual([
    { chainId: solanaId, request: expect.objectContaining({ method: 'solana_signMessage' }) },
  ])
  expect(await ask('solana_signTransaction')).toEqual({ code: 4200 })
  expect(wallet.requests).toHaveLength(1)

  // wallet-adapter connects silently to its last wallet as it loads, and disconnects a wallet that then has no account.
  await page.evaluate(() => localStorage.setItem('walletName', 'AppKit'))
  await page.reload()
  await driver.loaded()
  await expect.poll(() => page.evaluate(() => window.adapterPage.events)).toEqual([`connect ${solanaAddress}`])
  await driver.expectStatus('connected')
  expect((await driver.state()).accounts.solana?.status).toBe('connected')

  await page.evaluate(() => window.AppKit.disconnect())
  await driver.expectStatus('disconnected')
  await expect.poll(async () => (await driver.state()).accounts.solana?.status).toBe('disconnected')
  expect(await ask('solana_signMessage')).toEqual({ code: 4100 })
})

/** The demo's project has only one namespace, so this adds another. */
const withSolana = (context: BrowserContext, stack: StackAddresses) =>
  rewriteModal(context, stack, (text) =>
    text.replace(
      '"networks":[',
      `"networks":[${JSON.stringify({
        caipNetworkId: solanaId,
        chainNamespace: 'solana',
        id: solanaId.split(':')[1],
        name: 'Solana',
        nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
        rpcUrls: [],
      })},`,
    ),
  )
