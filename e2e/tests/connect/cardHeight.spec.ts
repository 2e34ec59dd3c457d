import { announceWallets } from '../../driver/announce.ts'
import type { Driver } from '../../driver/driver.ts'
import { compareCards, expectSameCard } from '../shared/compareCards.ts'
import { modalSizes } from '../shared/sizes.ts'
import { expect, test } from '../shared/test.ts'

/** Matches the requests that read a balance. */
const balanceReads = /\/v1\//

/** The height of the card's content, to which an animation may still bring the card. */
const readHeight = (driver: Driver): Promise<number | undefined> =>
  driver.card().evaluate((card) => card.firstElementChild?.getBoundingClientRect().height)

for (const [where, viewport, fontSize] of [
  ['on a desktop', modalSizes.desktop, ''],
  ['on a narrow phone', modalSizes.narrow, ''],
  ['with text of 200 %', modalSizes.phone, '200%'],
] as const)
  test(`the card keeps its height when the balance arrives, ${where}`, async ({ connected: _, driver, page }) => {
    const held = Promise.withResolvers<void>()
    await page.route(balanceReads, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.setViewportSize(viewport)
    await driver.open()
    await driver.frame.locator('html').evaluate((root, size) => {
      root.style.fontSize = size
    }, fontSize)
    await expect(driver.frame.getByTestId('account-settings-address')).toBeVisible()
    const amount = driver.frame.getByTestId('balance-amount')
    await expect(amount).toHaveCount(0)
    const before = await readHeight(driver)
    held.resolve()
    await expect(amount).toHaveText(/ETH/)
    expect(await readHeight(driver)).toBe(before)
  })

test('the card keeps its height when the balance arrives after a failure', async ({ connected: _, driver, page }) => {
  await page.route(balanceReads, (route) => route.fulfill({ status: 500 }))
  await driver.open()
  await expect(driver.frame.getByRole('button', { name: 'Try again' })).toBeVisible()
  const before = await readHeight(driver)
  await page.unroute(balanceReads)
  await driver.press('Try again')
  await expect(driver.frame.getByTestId('balance-amount')).toHaveText(/ETH/)
  await expect(driver.frame.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  expect(await readHeight(driver)).toBe(before)
})

for (const size of ['desktop', 'phone', 'zoomed'] as const)
  test(`the loader's card has the box of the account that follows it on a later visit, ${size}`, async ({
    connected: _,
    driver,
    page,
  }) => {
    await page.setViewportSize(modalSizes[size])
    await driver.open()
    await driver.settled()
    const isStored = async () =>
      (await page.evaluate(() => Number(localStorage.appkitHeight))) === (await readHeight(driver))
    await expect.poll(isStored, 'the page has stored the height of the account').toBe(true)
    await driver.close()
    const [before, after] = await compareCards(driver, () => driver.visitPage('plain', '?data-warm=none'))
    await expect(driver.frame.getByTestId('account-settings-address')).toBeVisible()
    expect(before).toEqual(after)
  })

for (const size of ['desktop', 'phone'] as const)
  for (const wallets of [[], [{ rdns: 'io.example.harbor', name: 'Harbor' }]])
    test(`without login by e-mail the loader's card has the box of the first view that follows it, ${size}, with ${wallets.length} wallets`, async ({
      driver,
      page,
    }) => {
      await page.setViewportSize(modalSizes[size])
      await announceWallets(page, wallets)
      await expectSameCard(driver, () => driver.visitPage('plain', '?data-warm=none'))
      await expect(driver.frame.getByTestId('email-input')).toHaveCount(0)
    })

test('an installed wallet takes the place of a recommended one', async ({ driver, page }) => {
  await announceWallets(page, [{ rdns: 'io.example.harbor', name: 'Harbor' }])
  await driver.visitPage('plain', '?data-warm=none')
  await driver.open()
  const rows = driver.frame.getByTestId('wallet-list').getByRole('button')
  await expect(rows.first()).toBeVisible()
  // WalletConnect, four wallets, and the search.
  await expect(rows).toHaveCount(6)
  await expect(rows.nth(1)).toHaveAccessibleName('Harbor Installed')
})
