import { expect, test } from '../shared/test.ts'

const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const third = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** The provider writes all addresses in lower case, whatever the wallet does. */
const lowerCase = (...addresses: string[]) => addresses.map((address) => address.toLowerCase())

test('a visitor chooses another account of an EVM wallet and names it; choice and name last over a reload', async ({
  driver,
  page,
  scripted,
  account: { address: first },
}) => {
  const accounts = () => driver.request('eth_accounts')
  await driver.visitPage('plain')
  await scripted.set({ accounts: [first, second] })
  await driver.open()
  await driver.chooseWallet('Scripted Wallet')
  await driver.expectClosed()
  expect(await accounts()).toEqual({ value: lowerCase(first, second) })
  const events = await driver.recordEvents()

  await driver.open()
  await driver.press(/^Wallets/)
  await driver.press(/^0x70…/)
  await expect(driver.frame.getByTestId('wui-active-profile-wallet-item')).toHaveText(/^0x70…/)
  await expect.poll(accounts).toEqual({ value: lowerCase(second, first) })
  expect(await driver.request('eth_requestAccounts')).toEqual({ value: lowerCase(second, first) })
  expect(await events()).toEqual([['accountsChanged', lowerCase(second, first)]])
  expect((await driver.state()).accounts.eip155).toMatchObject({
    caipAddress: `eip155:31337:${second}`,
    caipAddresses: [`eip155:31337:${second}`, `eip155:31337:${first}`],
  })

  await driver.press('Name this account')
  await expect(driver.frame.getByTestId('account-label-input')).toBeFocused()
  await page.keyboard.type('Savings')
  await page.keyboard.press('Enter')
  await expect(driver.frame.getByTestId('wui-active-profile-wallet-item')).toHaveText(/^Savings/)
  await driver.close()

  await page.reload()
  await driver.loaded()
  await driver.expectStatus('connected')
  expect(await accounts()).toEqual({ value: lowerCase(second, first) })
  expect((await scripted.requests()).map(({ method }) => method)).not.toContain('eth_requestAccounts')
  await driver.open()
  await expect(driver.frame.getByTestId('account-label')).toHaveText('Savings')
  await driver.close()

  // The account that the visitor later chooses in the wallet itself overrides the choice in the modal.
  await scripted.set({ accounts: [third, first, second] })
  await scripted.emit('accountsChanged', [third, first, second])
  await expect.poll(accounts).toEqual({ value: lowerCase(third, first, second) })
})
