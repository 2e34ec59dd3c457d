import { connectWallet, driveNamespace } from '../../driver/namespaces.ts'
import { expect, test } from '../shared/otherChainsTest.ts'
import { pageWallets } from '../shared/pageWallets.ts'

const signMethods = {
  solana: 'solana_signMessage',
  bip122: 'signMessage',
  polkadot: 'polkadot_signMessage',
  cosmos: 'cosmos_signArbitrary',
}

for (const [way, wallet] of Object.entries(pageWallets)) {
  const { namespace, name, network, asksFor, accounts, second } = wallet
  const asksInSilence = !['polkadot', 'cosmos'].includes(namespace)
  const leaves = 'leaves' in wallet ? wallet.leaves : undefined

  test(`${way}: the wallet connects after a rejection, changes its account, reconnects after a reload, and disconnects`, async ({
    driver,
    page,
    otherChains,
  }) => {
    const installed = await wallet.install(page, otherChains)
    const shown = async () =>
      (await installed.requests()).filter((request) => request.shown).map(({ method }) => method)
    const namespaceDriver = driveNamespace(page, namespace)
    await driver.visitPage('plain')
    await test.step('before a connection, rejects requests that need an account as unauthorized', async () => {
      await driver.loaded()
      expect(await namespaceDriver.request(signMethods[namespace], { message: 'hi' })).toMatchObject({ code: 4100 })
    })
    await test.step('the modal lists the wallet as installed, and reports a declined connection', async () => {
      await installed.rejectNext()
      await driver.open()
      await expect(driver.card().getByRole('button', { name })).toHaveText(/Installed/)
      await driver.chooseWallet(name)
      await expect(driver.text('Connection declined')).toBeVisible()
      await namespaceDriver.expectAccount({ status: 'disconnected' })
      expect(await shown()).toEqual([asksFor])
    })
    await test.step('Try again connects the wallet with its accounts, the active account first', async () => {
      await driver.press('Try again')
      await driver.expectClosed()
      await namespaceDriver.expectAccount({
        status: 'connected',
        caipAddress: `${network}:${accounts[0]}`,
        caipNetworkId: network,
        caipAddresses: accounts.map((address) => `${network}:${address}`),
      })
      expect(await shown()).toEqual([asksFor, asksFor])
    })
    await test.step('the account chosen in the wallet becomes active', async () => {
      await installed.switchAccount(1)
      await namespaceDriver.expectAccount({ status: 'connected', caipAddress: `${network}:${second}` })
    })
    await test.step('a reload restores the current accounts without asking the visitor', async () => {
      await page.reload()
      await driver.loaded()
      await namespaceDriver.expectAccount({ status: 'connected', caipAddress: `${network}:${second}` })
      expect(await shown()).toEqual([])
    })
    await test.step('the wallet stays disconnected after a reload', async () => {
      await namespaceDriver.disconnect()
      await namespaceDriver.expectAccount({ status: 'disconnected' })
      if (leaves) expect((await installed.requests()).map(({ method }) => method)).toContain(leaves)
      await page.reload()
      await driver.loaded()
      await namespaceDriver.expectAccount({ status: 'disconnected' })
      expect(await shown()).toEqual([])
    })
    await test.step('a wallet that is locked at load gets at most one request, and is not connected', async () => {
      await connectWallet(driver, namespace, name)
      await installed.lock()
      // Some interfaces can't ask for accounts silently. The visitor then sees the wallet's window and closes it.
      await page.addInitScript(() => {
        for (const handle of Object.values(window.pageWallets ?? {})) handle.rejectNext()
      })
      await page.reload()
      await driver.loaded()
      await namespaceDriver.expectAccount({ status: 'disconnected' })
      expect(await shown()).toEqual(asksInSilence ? [] : [asksFor])
    })
  })
}

test('after one of three namespaces disconnects, the other two stay connected, and a reload restores both', async ({
  driver,
  page,
  otherChains,
}) => {
  const three = [pageWallets['Wallet Standard, Solana'], pageWallets.injectedWeb3, pageWallets.Keplr]
  for (const { install } of three) await install(page, otherChains)
  await driver.visitPage('plain')
  for (const { namespace, name } of three) {
    await driver.loaded()
    await page.evaluate((wanted) => {
      // This test ignores the outcome of `open`, which other tests check.
      window.AppKit.open({ namespace: wanted, view: 'Connect' }).catch(() => {})
    }, namespace)
    await driver.chooseWallet(name)
    await driver.expectClosed()
  }
  const [solana, polkadot, cosmos] = three.map(({ namespace }) => driveNamespace(page, namespace))
  for (const namespaceDriver of [solana, polkadot, cosmos])
    await namespaceDriver?.expectAccount({ status: 'connected' })
  await polkadot?.disconnect()
  const expectTwo = async () => {
    await solana?.expectAccount({ status: 'connected' })
    await polkadot?.expectAccount({ status: 'disconnected' })
    await cosmos?.expectAccount({ status: 'connected' })
  }
  await expectTwo()
  await page.reload()
  await driver.loaded()
  await expectTwo()
})
