import { connectWallet } from '../../driver/namespaces.ts'
import { press } from '../../driver/press.ts'
import { expect, test } from '../shared/otherChainsTest.ts'
import { pageWallets } from '../shared/pageWallets.ts'

for (const [way, wallet] of Object.entries(pageWallets))
  test(`${way}: signs in after a rejection, and a second call of signIn() returns the session without a request`, async ({
    driver,
    page,
    otherChains,
  }) => {
    const { namespace, name, network, accounts } = wallet
    const installed = await wallet.install(page, otherChains)
    await driver.visitPage('plain')
    await connectWallet(driver, namespace, name)
    const signIn = () => page.evaluate((chosen) => window.AppKit.signIn({ namespace: chosen }), namespace)
    const sign = driver.frame.getByRole('button', { name: 'Sign', exact: true })

    await installed.rejectNext()
    const session = signIn()
    await press(sign)
    await expect(driver.text('You are connected, not signed in')).toBeVisible()
    await press(sign)
    await driver.expectClosed()
    const { caipAddress, token } = await session
    expect(caipAddress.startsWith(`${network}:`)).toBe(true)
    // Polkadot's signed-in address has the network's own prefix, and `accounts` have the generic one.
    if (namespace !== 'polkadot') expect(caipAddress).toBe(`${network}:${accounts[0]}`)

    const count = (await installed.requests()).length
    expect(await signIn()).toMatchObject({ caipAddress })
    expect((await installed.requests()).length).toBe(count)
    expect(token?.split('.')).toHaveLength(3)
  })
