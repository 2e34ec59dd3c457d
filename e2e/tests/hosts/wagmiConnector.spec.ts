import type { Page } from '@playwright/test'
import { installScriptedWallet } from '../../wallets/scripted.ts'
import { expect, test } from '../shared/test.ts'

const noRevocation = { wallet_revokePermissions: { code: 4200, message: 'unknown method' } }
const wallets = {
  'revokes the permission': { revokesSilently: true },
  'keeps the permission': { errors: noRevocation },
  'revokes the permission and emits an event': {},
}
const accounts = ['0x1111111111111111111111111111111111111111']
const field = (page: Page, id: string) => page.locator(`#${id}`)

for (const [title, behaviour] of Object.entries(wallets))
  for (const variant of ['connector', 'recent'])
    test(`wagmi by ${variant}: a visitor who disconnects after a reload is disconnected, with a wallet that ${title}`, async ({
      driver,
      page,
    }) => {
      await installScriptedWallet(page, { accounts, ...behaviour })
      await driver.visit(`/wagmi?wallet=none&wagmi=${variant}`)
      await page.getByRole('button', { name: 'AppKit' }).click()
      await driver.chooseWallet('Scripted Wallet')
      await driver.expectClosed()
      await expect(field(page, 'status')).toHaveText('connected')
      await page.reload()
      await expect(field(page, 'status')).toHaveText('connected')
      await expect(field(page, 'wallet')).toHaveText('AppKit')
      await page.getByRole('button', { name: 'Disconnect' }).click()
      await driver.expectStatus('disconnected')
      await expect(field(page, 'status')).toHaveText('disconnected')
      await page.reload()
      await driver.loaded()
      await expect(page.getByRole('button', { name: 'AppKit' })).toBeVisible()
      await expect(field(page, 'status')).toHaveText('disconnected')
    })

test('wagmi follows a visitor who connects, switches the network and leaves in AppKit, and lists AppKit once', async ({
  driver,
  page,
}) => {
  await installScriptedWallet(page, { accounts })
  await driver.visit('/wagmi?wallet=none&wagmi=both')
  await expect(page.locator('section button').filter({ hasText: /AppKit|Scripted/ })).toHaveText([
    'AppKit',
    'Scripted Wallet',
  ])
  await page.evaluate(() => void window.AppKit.open())
  await driver.chooseWallet('Scripted Wallet')
  await driver.expectClosed()
  await expect(field(page, 'wallet')).toHaveText('AppKit')
  await page.getByRole('button', { name: 'Use Localnet Two' }).click()
  await expect(field(page, 'network')).toHaveText('Localnet Two')
  await page.evaluate(() => window.AppKit.disconnect())
  await expect(field(page, 'status')).toHaveText('disconnected')
})
