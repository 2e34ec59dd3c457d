import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './fixtures.ts'

test('a list without wallets is a help, not a dead end', async ({ kit, page }) => {
  await kit.visitPage('plain')
  await kit.open()
  await kit.settled()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations).toEqual([])
})
