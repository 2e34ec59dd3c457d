import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '../shared/test.ts'

test('a list without wallets shows the visitor what to do', async ({ driver, page }) => {
  await driver.visitPage('plain')
  await driver.open()
  await expect(driver.frame.getByRole('button', { name: 'WalletConnect' })).toBeVisible()
  const find = async () => {
    await driver.settled()
    return (await new AxeBuilder({ page }).analyze()).violations
  }
  await expect.poll(find).toEqual([])
})
