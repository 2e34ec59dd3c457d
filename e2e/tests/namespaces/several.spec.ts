import { watchAnnouncement } from '../../driver/announcements.ts'
import { driveNamespace } from '../../driver/namespaces.ts'
import { expect, test } from '../shared/otherChainsTest.ts'
import { localNetworkIds, pageWalletAddresses, pageWallets } from '../shared/pageWallets.ts'

test('a visitor adds a wallet for another namespace, switches between both, and disconnects one', async ({
  driver,
  page,
  scripted,
  otherChains,
}) => {
  const sun = pageWallets['Wallet Standard, Solana']
  await sun.install(page, otherChains)
  const solana = driveNamespace(page, 'solana')

  await driver.visitPage('plain')
  await driver.open()
  await driver.chooseWallet('Scripted Wallet')
  await driver.expectClosed()
  expect(await scripted.requests()).not.toEqual([])

  await driver.open()
  await driver.press(/^Network: /)
  await driver.press('Solana Devnet')
  await expect(driver.heading('Switch Chain')).toBeVisible()
  await expect(driver.text('Scripted Wallet has no Solana Devnet account')).toBeVisible()
  await driver.press('Connect a Solana Devnet wallet')
  await expect(driver.frame.getByRole('button', { name: sun.name })).toBeVisible()
  // The list omits wallets without this namespace.
  await expect(driver.frame.getByRole('button', { name: 'Scripted Wallet' })).toHaveCount(0)
  await driver.chooseWallet(sun.name)
  await expect(driver.frame.getByRole('button', { name: /^Network: Solana Devnet/ })).toBeVisible()
  await solana.expectAccount({ status: 'connected', caipNetworkId: localNetworkIds.solana })
  await driver.expectStatus('connected')

  await driver.press(/^Network: /)
  await driver.press('Localnet')
  await expect(driver.frame.getByRole('button', { name: /^Network: Localnet/ })).toBeVisible()

  await driver.press(/^Wallets/)
  await driver.press('Solana Devnet', 'tab')
  await driver.press(/^9hSR/)
  await solana.expectAccount({ caipAddress: `${localNetworkIds.solana}:${pageWalletAddresses.solana[1]}` })
  await expect(driver.text('In use')).toBeVisible()
  await driver.press(`Disconnect ${sun.name}`)
  await solana.expectAccount({ status: 'disconnected' })
  await driver.expectStatus('connected')
  await expect(driver.text(/^No wallet for Solana/)).toBeVisible()
})

test('one of three wallets is locked at load: the modal says so, one press reconnects it, and the others get no request', async ({
  driver,
  page,
  scripted,
  otherChains,
}) => {
  const [sun, stone] = [pageWallets['Wallet Standard, Solana'], pageWallets['Wallet Standard, Bitcoin']]
  const [solanaWallet, bitcoinWallet] = [await sun.install(page, otherChains), await stone.install(page, otherChains)]
  const [solana, bitcoin] = [driveNamespace(page, 'solana'), driveNamespace(page, 'bip122')]
  const added = 'New Wallet Added'

  await driver.visitPage('plain')
  await driver.open()
  await driver.chooseWallet('Scripted Wallet')
  await driver.expectClosed()
  await driver.open()
  for (const [network, name] of [
    ['Solana Devnet', sun.name],
    ['Bitcoin Signet', stone.name],
  ] as const) {
    await driver.press(/^Wallets/)
    await driver.press(network, 'tab')
    await driver.press('Add wallet')
    // Waits for the end of the previous wallet's toast, which has the same text.
    await expect(driver.frame.getByText(added)).toHaveCount(0)
    const toast = await watchAnnouncement(driver, added)
    await driver.chooseWallet(name)
    await toast()
    await expect(driver.heading('Wallets')).toBeVisible()
    await driver.press('Back')
  }
  await solana.expectAccount({ status: 'connected' })
  await bitcoin.expectAccount({ status: 'connected' })
  await driver.close()

  await solanaWallet.lock()
  await page.reload()
  await driver.loaded()
  await bitcoin.expectAccount({ status: 'connected' })
  await driver.expectStatus('connected')
  await solana.expectAccount({ status: 'disconnected' })

  await driver.open()
  await driver.press(/^Wallets/)
  await driver.press('Solana Devnet', 'tab')
  await expect(driver.text('Not connected any more')).toBeVisible()
  await expect(driver.text(sun.name)).toBeVisible()
  await driver.press('Reconnect')
  await solana.expectAccount({ status: 'connected' })
  await expect(driver.heading('Wallets')).toBeVisible()
  await expect(driver.text('In use')).toBeVisible()
  expect((await bitcoinWallet.requests()).filter(({ shown }) => shown)).toEqual([])
  expect((await scripted.requests()).map(({ method }) => method)).not.toContain('eth_requestAccounts')
  await driver.expectStatus('connected')

  await driver.press(`Disconnect ${sun.name}`)
  await solana.expectAccount({ status: 'disconnected' })
  await bitcoin.expectAccount({ status: 'connected' })
  await driver.expectStatus('connected')
})

test('the modal reports a removed wallet when it reconnects, and the other wallets stay connected', async ({
  driver,
  page,
  scripted,
  otherChains,
}) => {
  const sun = pageWallets['Wallet Standard, Solana']
  await sun.install(page, otherChains)
  const solana = driveNamespace(page, 'solana')
  await driver.visitPage('plain')
  for (const name of ['Scripted Wallet', sun.name]) {
    await page.evaluate(
      (namespace) => {
        // This test ignores the outcome of `open`, which other tests check.
        window.AppKit.open({ namespace, view: 'Connect' }).catch(() => {})
      },
      name === sun.name ? ('solana' as const) : ('eip155' as const),
    )
    await driver.chooseWallet(name)
    await driver.expectClosed()
  }
  await scripted.set({ removed: true })
  await page.reload()
  await driver.loaded()
  await solana.expectAccount({ status: 'connected' })
  await driver.expectStatus('disconnected')
  await driver.open()
  await driver.press(/^Wallets/)
  await driver.press('Localnet', 'tab')
  await expect(driver.text('Scripted Wallet')).toBeVisible()
  await expect(driver.text('Not connected any more')).toBeVisible()
  await driver.press('Reconnect')
  await expect(driver.text('This wallet is no longer in the page')).toBeVisible()
  await solana.expectAccount({ status: 'connected' })
})
