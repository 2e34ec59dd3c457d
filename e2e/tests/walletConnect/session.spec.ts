import { formatEther, type Hex, parseEther, verifyMessage } from 'viem'
import { initialTokens } from '../../driver/chain.ts'
import { press } from '../../driver/press.ts'
import { connectPhone, connectQuestionTitle, readQrCodeLink, showQrCode } from '../shared/pairing.ts'
import { expect, test } from '../shared/test.ts'

test('a phone scans the code, signs, pays, switches, survives a reload and disconnects', async ({
  driver,
  page,
  phone,
  chains,
  stack,
}) => {
  const [address] = phone.accounts
  await driver.visitShop()

  await test.step('the wallet shows the host of the site, not of the frame', async () => {
    await phone.connect(await showQrCode(driver))
    await expect(phone.question).toContainText(new URL(stack.shop).host)
    await phone.approve(connectQuestionTitle)
    await driver.expectStatus('connected')
    await driver.expectClosed()
    await expect(page.locator('#account')).toHaveText(new RegExp(address, 'i'))
  })

  await test.step('the modal shows the balance that the chain has for the account', async () => {
    await driver.open()
    const balance = formatEther(await chains.first.client.getBalance({ address }))
    await expect(driver.text(`${balance.slice(0, balance.indexOf('.') + 4)} ETH`).first()).toBeVisible()
    await driver.close()
  })

  await test.step('a signature verifies', async () => {
    await press(page.getByRole('button', { name: 'Sign the guest book' }))
    await phone.approve('Sign this message?')
    const result = page.locator('#result')
    await expect(result).toHaveText(/^Signed: 0x/)
    const signature = (await result.textContent())?.replace('Signed: ', '') as Hex
    expect(await verifyMessage({ address, message: 'Good coffee. See you on Tuesday.', signature })).toBe(true)
  })

  await test.step('a transfer reaches the chain', async () => {
    await page.getByRole('button', { name: 'Pay with your wallet' }).click()
    await expect(phone.question).toContainText('12 DUSD')
    await phone.approve('Send this transaction?')
    await expect(page.locator('#result')).toHaveText(/^Paid: 0x[0-9a-f]{64} \(success\)$/)
    expect(await chains.first.tokensOf(address)).toBe(initialTokens - parseEther('12'))
  })

  await test.step('the visitor switches the network', async () => {
    await page.getByRole('button', { name: 'Switch network' }).click()
    await expect(page.locator('#network')).toHaveText('Localnet Two')
    expect(await driver.request('eth_chainId')).toEqual({ value: '0x7a6a' })
  })

  await test.step('the wallet changes its account', async () => {
    await phone.changeAccount()
    await expect(page.locator('#account')).toHaveText(new RegExp(phone.accounts[1], 'i'))
  })

  await test.step('the visitor disconnects', async () => {
    await page.evaluate(() => window.AppKit.disconnect())
    await driver.expectStatus('disconnected')
    await expect(phone.said).toContainText('ended')
  })
})

test(
  'a reload reconnects without asking the visitor',
  { tag: '@storageDenied' },
  async ({ driver, page, phone }, { project }) => {
    await driver.visitPage('plain')
    await connectPhone(driver, phone)
    await page.addInitScript(() => {
      const seen: (string | undefined)[] = []
      Object.assign(window, { seen })
      const look = () => {
        const status = window.AppKit?.getState().accounts.eip155?.status
        if (status !== seen.at(-1)) seen.push(status)
        setTimeout(look)
      }
      look()
    })
    await page.reload()
    await driver.loaded()
    const seen = () => page.evaluate(() => (window as unknown as { seen: unknown[] }).seen)
    // Without storage the frame keeps its session only in memory, so a reload ends the session.
    if (project.name === 'denied') {
      await expect.poll(seen).toEqual(['reconnecting', 'disconnected'])
      // The visitor must connect again.
      return connectPhone(driver, phone)
    }
    await driver.expectStatus('connected')
    await expect.poll(seen).toEqual(['reconnecting', 'connected'])
    // A frame that only restores a connection loads no script with views.
    const files = await driver.frame
      .locator('html')
      .evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.replace(/^.*\//, '')))
    expect(files.filter((name) => /^(ui-|\w+View)/.test(name))).toEqual([])
    await expect(driver.dialog).toBeHidden()
    const signing = driver.request('personal_sign', ['0x00', phone.accounts[0]])
    await phone.approve('Sign this message?')
    expect(await signing).toEqual({ value: expect.stringMatching(/^0x/) })
  },
)

test('after a reload, accounts and chain id of a phone’s session arrive together', async ({ driver, page, phone }) => {
  await driver.visitPage('plain')
  await connectPhone(driver, phone)
  await page.addInitScript(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    addEventListener('appkit:ready', () => {
      for (const event of ['connect', 'accountsChanged', 'chainChanged'])
        window.AppKit.getProvider().on(event, (value: unknown) => {
          const { caipAddress, caipNetworkId } = window.AppKit.getAccount()
          heard.push({ event, value, caipAddress, caipNetworkId })
        })
    })
  })
  await page.reload()
  await driver.expectStatus('connected')
  const [address] = phone.accounts
  const settled = { caipAddress: `eip155:31337:${address}`, caipNetworkId: 'eip155:31337' }
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard))
    .toEqual([
      { event: 'connect', value: { chainId: '0x7a69' }, ...settled },
      { event: 'accountsChanged', value: [address.toLowerCase()], ...settled },
    ])
})

for (const theme of ['light', 'dark'] as const)
  test(`shows a code that a camera reads in ${theme}, with and without a wallet’s icon`, async ({ driver }) => {
    await driver.visitPage('plain', `?data-theme=${theme}`)
    const plain = await showQrCode(driver)
    await driver.press('Back')
    await driver.chooseWallet('MetaMask')
    // Both wallets' views show the QR code of one pairing.
    expect(await readQrCodeLink(driver)).toBe(plain)
  })
