import { findAxeViolations } from '../shared/axe.ts'
import { expect, test } from '../shared/test.ts'

test('a list without wallets shows the visitor what to do', async ({ driver, page }) => {
  await driver.visitPage('plain')
  await driver.open()
  await expect(driver.frame.getByRole('button', { name: 'WalletConnect' })).toBeVisible()
  const find = async () => {
    await driver.settled()
    return findAxeViolations(page)
  }
  await expect.poll(find).toEqual([])
  await test.step('axe finds a violation in the page and in the frame, so the other tests can trust it', async () => {
    for (const root of [page.locator('main'), driver.card()]) await root.evaluate((main) => main.append(new Image()))
    const at = [['img'], [expect.stringMatching(/iframe/), 'main > img']]
    expect(await findAxeViolations(page)).toEqual([{ id: 'image-alt', impact: 'critical', at }])
  })
})
