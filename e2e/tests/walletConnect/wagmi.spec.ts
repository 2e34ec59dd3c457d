import { type Hex, parseEther, verifyMessage } from 'viem'
import { initialBalance, initialTokens } from '../../driver/chain.ts'
import { press } from '../../driver/press.ts'
import { approveConnection, readQrCodeLink } from '../shared/pairing.ts'
import { expect, test } from '../shared/test.ts'

test(
  'an unmodified wagmi app uses a phone as its wallet',
  { tag: '@storageDenied' },
  async ({ driver, page, phone, chains }, { project }) => {
    const [address] = phone.accounts
    const field = (id: string) => page.locator(`#${id}`)
    await driver.visit('/wagmi?wallet=none')

    await test.step('the phone scans the code and connects', async () => {
      await page.getByRole('button', { name: 'AppKit' }).click()
      await driver.chooseWallet('WalletConnect')
      await phone.connect(await readQrCodeLink(driver))
      await approveConnection(driver, phone)
      await expect(field('account')).toHaveText(address)
      await expect(field('balance')).toHaveText(String(initialBalance))
    })

    await test.step('a signature verifies', async () => {
      await press(page.getByRole('button', { name: 'Sign the guest book' }))
      await phone.approve('Sign this message?')
      await expect(field('signature')).toHaveText(/^0x/)
      const signature = (await field('signature').textContent()) as Hex
      expect(await verifyMessage({ address, message: 'Good coffee. See you on Tuesday.', signature })).toBe(true)
    })

    await test.step('a transfer reaches the chain', async () => {
      await page.getByRole('button', { name: 'Pay 12' }).click()
      await phone.approve('Send this transaction?')
      await expect(field('payment')).toHaveText(/\(success\)$/)
      expect(await chains.first.tokensOf(address)).toBe(initialTokens - parseEther('12'))
    })

    await test.step('wagmi switches the network', async () => {
      await page.getByRole('button', { name: 'Use Localnet Two' }).click()
      await expect(field('network')).toHaveText('Localnet Two')
    })

    await test.step('the phone changes its account', async () => {
      await phone.changeAccount()
      await expect(field('account')).toHaveText(phone.accounts[1])
    })

    await test.step('a reload restores the connection without asking the visitor', async () => {
      await page.reload()
      // Without storage the frame keeps its session only in memory, so a reload ends the session.
      if (project.name === 'denied') return expect(field('status')).toHaveText('disconnected')
      await expect(field('status')).toHaveText('connected')
      await expect(field('account')).toHaveText(phone.accounts[1])
      await expect(field('network')).toHaveText('Localnet Two')
      await page.getByRole('button', { name: 'Disconnect' }).click()
      await expect(field('status')).toHaveText('disconnected')
      await expect(phone.said).toContainText('ended')
    })
  },
)
