import { listenFor } from '../../driver/announcements.ts'
import { driveNamespace } from '../../driver/namespaces.ts'
import { expect, test } from '../shared/otherChainsTest.ts'
import { addresses, networkIds, pageWallets } from '../shared/pageWallets.ts'

test('a visitor adds a wallet for another namespace, switches between both, and disconnects one', async ({
  kit,
  page,
  scripted,
  otherChains,
}) => {
  const sun = pageWallets['Wallet Standard, Solana']
  await sun.install(page, otherChains)
  const solana = driveNamespace(page, 'solana')

  await kit.visitPage('plain')
  await kit.open()
  await kit.chooseWallet('Scripted Wallet')
  await kit.expectClosed()
  expect(await scripted.requests()).not.toEqual([])

  await kit.open()
  await kit.press(/^Network: /)
  await kit.press('Solana Devnet')
  await expect(kit.heading('Switch Chain')).toBeVisible()
  await expect(kit.text('Scripted Wallet has no Solana Devnet account')).toBeVisible()
  await kit.press('Connect a Solana Devnet wallet')
  await expect(kit.frame.getByRole('button', { name: sun.name })).toBeVisible()
  // The list omits wallets without this namespace.
  await expect(kit.frame.getByRole('button', { name: 'Scripted Wallet' })).toHaveCount(0)
  await kit.chooseWallet(sun.name)
  await expect(kit.frame.getByRole('button', { name: /^Network: Solana Devnet/ })).toBeVisible()
  await solana.expectAccount({ status: 'connected', caipNetworkId: networkIds.solana })
  await kit.expectStatus('connected')

  await kit.press(/^Network: /)
  await kit.press('Localnet')
  await expect(kit.frame.getByRole('button', { name: /^Network: Localnet/ })).toBeVisible()

  await kit.press(/^Wallets/)
  await kit.press('Solana Devnet', 'tab')
  await kit.press(/^9hSR/)
  await solana.expectAccount({ caipAddress: `${networkIds.solana}:${addresses.solana[1]}` })
  await expect(kit.text('In use')).toBeVisible()
  await kit.press(`Disconnect ${sun.name}`)
  await solana.expectAccount({ status: 'disconnected' })
  await kit.expectStatus('connected')
  await expect(kit.text(/^No wallet for Solana/)).toBeVisible()
})

test('one of three wallets is locked at load: the modal says so, one press reconnects it, and the others get no request', async ({
  kit,
  page,
  scripted,
  otherChains,
}) => {
  const [sun, stone] = [pageWallets['Wallet Standard, Solana'], pageWallets['Wallet Standard, Bitcoin']]
  const [solanaWallet, bitcoinWallet] = [await sun.install(page, otherChains), await stone.install(page, otherChains)]
  const [solana, bitcoin] = [driveNamespace(page, 'solana'), driveNamespace(page, 'bip122')]
  const added = 'New Wallet Added'

  await kit.visitPage('plain')
  await kit.open()
  await kit.chooseWallet('Scripted Wallet')
  await kit.expectClosed()
  await kit.open()
  for (const [network, name] of [
    ['Solana Devnet', sun.name],
    ['Bitcoin Signet', stone.name],
  ] as const) {
    await kit.press(/^Wallets/)
    await kit.press(network, 'tab')
    await kit.press('Add wallet')
    // The heading of the previous wallet.
    await expect(kit.frame.getByText(added)).toHaveCount(0)
    const toast = await listenFor(kit, added)
    await kit.chooseWallet(name)
    await toast()
    await expect(kit.heading('Wallets')).toBeVisible()
    await kit.press('Back')
  }
  await solana.expectAccount({ status: 'connected' })
  await bitcoin.expectAccount({ status: 'connected' })
  await kit.close()

  await solanaWallet.lock()
  await page.reload()
  await kit.loaded()
  await bitcoin.expectAccount({ status: 'connected' })
  await kit.expectStatus('connected')
  await solana.expectAccount({ status: 'disconnected' })

  await kit.open()
  await kit.press(/^Wallets/)
  await kit.press('Solana Devnet', 'tab')
  await expect(kit.text('Not connected any more')).toBeVisible()
  await expect(kit.text(sun.name)).toBeVisible()
  await kit.press('Reconnect')
  await solana.expectAccount({ status: 'connected' })
  await expect(kit.heading('Wallets')).toBeVisible()
  await expect(kit.text('In use')).toBeVisible()
  expect((await bitcoinWallet.requests()).filter(({ shown }) => shown)).toEqual([])
  expect((await scripted.requests()).map(({ method }) => method)).not.toContain('eth_requestAccounts')
  await kit.expectStatus('connected')

  await kit.press(`Disconnect ${sun.name}`)
  await solana.expectAccount({ status: 'disconnected' })
  await bitcoin.expectAccount({ status: 'connected' })
  await kit.expectStatus('connected')
})

test('reports a removed wallet at its reconnection, and the others stay connected', async ({
  kit,
  page,
  scripted,
  otherChains,
}) => {
  const sun = pageWallets['Wallet Standard, Solana']
  await sun.install(page, otherChains)
  const solana = driveNamespace(page, 'solana')
  await kit.visitPage('plain')
  for (const name of ['Scripted Wallet', sun.name]) {
    await page.evaluate(
      (namespace) => {
        // Other tests check the outcome.
        window.AppKit.open({ namespace, view: 'Connect' }).catch(() => {})
      },
      name === sun.name ? ('solana' as const) : ('eip155' as const),
    )
    await kit.chooseWallet(name)
    await kit.expectClosed()
  }
  await scripted.set({ removed: true })
  await page.reload()
  await kit.loaded()
  await solana.expectAccount({ status: 'connected' })
  await kit.expectStatus('disconnected')
  await kit.open()
  await kit.press(/^Wallets/)
  await kit.press('Localnet', 'tab')
  await expect(kit.text('Scripted Wallet')).toBeVisible()
  await expect(kit.text('Not connected any more')).toBeVisible()
  await kit.press('Reconnect')
  await expect(kit.text('This wallet is no longer in the page')).toBeVisible()
  await solana.expectAccount({ status: 'connected' })
})
