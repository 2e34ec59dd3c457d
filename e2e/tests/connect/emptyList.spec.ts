import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '../shared/test.ts'

test('a list without wallets shows the visitor what to do', async ({ kit, page }) => {
  await kit.visitPage('plain')
  await kit.open()
  await expect(kit.frame.getByRole('button', { name: 'WalletConnect' })).toBeVisible()
  const find = async () => {
    await kit.settled()
    return (await new AxeBuilder({ page }).analyze()).violations
  }
  await expect.poll(find).toEqual([])
})
