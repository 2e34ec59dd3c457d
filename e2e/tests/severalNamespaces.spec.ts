import { driveNamespace } from '../driver/namespaces.ts'
import { expect, test } from './everyNamespace.ts'
import { addresses, networkIds, pageWallets } from './pageWallets.ts'

test('a visitor adds a wallet for a network of another kind, goes between both, and leaves one', async ({
  kit,
  page,
  scripted,
  otherChains,
}) => {
  const sun = pageWallets['Wallet Standard, Solana']
  await sun.install(page, otherChains)
  const solana = driveNamespace(page, 'solana')
  const press = (name: string | RegExp, role: 'button' | 'tab' = 'button') =>
    kit.frame.getByRole(role, { name }).first().click()

  await kit.visitPage('plain')
  await kit.open()
  await kit.chooseWallet('Scripted Wallet')
  await kit.expectClosed()
  expect(await scripted.requests()).not.toEqual([])

  await kit.open()
  await press(/^Network: /)
  await press('Solana Devnet')
  await expect(kit.heading('Switch Chain')).toBeVisible()
  await expect(kit.text('Scripted Wallet has no Solana Devnet account')).toBeVisible()
  await press('Connect a Solana Devnet wallet')
  // A wallet that does not speak it is no use here.
  await expect(kit.frame.getByRole('button', { name: 'Scripted Wallet' })).toHaveCount(0)
  await kit.chooseWallet(sun.name)
  await expect(kit.frame.getByRole('button', { name: /^Network: Solana Devnet/ })).toBeVisible()
  await solana.expectAccount({ status: 'connected', caipNetworkId: networkIds.solana })
  await kit.expectStatus('connected')

  await press(/^Network: /)
  await press('Localnet')
  await expect(kit.frame.getByRole('button', { name: /^Network: Localnet/ })).toBeVisible()

  await press(/^Wallets/)
  await press('Solana Devnet', 'tab')
  await press(/^9hSR/)
  await solana.expectAccount({ caipAddress: `${networkIds.solana}:${addresses.solana[1]}` })
  await expect(kit.text('In use')).toBeVisible()
  await press(`Disconnect ${sun.name}`)
  await solana.expectAccount({ status: 'disconnected' })
  await kit.expectStatus('connected')
  await expect(kit.text(/^No wallet for Solana/)).toBeVisible()
})
