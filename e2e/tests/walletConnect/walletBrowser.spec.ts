import { devices, type Locator, type Page } from '@playwright/test'
import { press } from '../../driver/press.ts'
import { expect, test } from '../shared/otherChainsTest.ts'

const { defaultBrowserType: _, ...pixel } = devices['Pixel 7']
test.use(pixel)

const openFor = (page: Page, namespace: 'eip155' | 'solana') =>
  page.evaluate((wanted) => {
    window.AppKit.open({ namespace: wanted }).catch(() => {})
  }, namespace)

test('on a phone Phantom opens the page where the visitor is in its own browser, to connect on Solana', async ({
  driver,
  page,
}) => {
  await driver.visitPage('plain', '?item=7#pay')
  await driver.loaded()
  // A site with one page changes its URL without loading again.
  await page.evaluate(() => history.pushState(null, '', '?item=8#pay'))
  await driver.open(() => openFor(page, 'solana'))
  await driver.chooseWallet('Phantom')
  await expect(driver.frame.getByText('Continue in Phantom')).toBeVisible()
  const { href, origin } = await page.evaluate(() => ({ href: location.href, origin: location.origin }))
  expect(href).toContain('?item=8#pay')
  await expect(driver.frame.getByRole('link', { name: 'Open in Phantom' })).toHaveAttribute(
    'href',
    `https://phantom.app/ul/browse/${encodeURIComponent(href)}?ref=${encodeURIComponent(origin)}`,
  )
  await expect(driver.frame.getByText('Not Detected')).toHaveCount(0)
})

test('on a phone the list shows full names, and its search finds only wallets that open there', async ({
  driver,
  page,
}) => {
  await driver.visitPage('plain')
  await driver.loaded()
  await driver.open(() => openFor(page, 'eip155'))
  await driver.frame.getByTestId('all-wallets').click()
  const names = driver.frame.locator('[data-testid^=wallet-search-item] > [dir=auto]')
  await expect(names.filter({ hasText: 'Coinbase Wallet' })).toBeVisible()
  const cut = await names.evaluateAll((all) =>
    all
      .filter((name) => name.scrollHeight > name.clientHeight || name.scrollWidth > name.clientWidth)
      .map((name) => name.textContent),
  )
  expect(cut).toEqual([])
  const search = driver.frame.getByRole('searchbox')
  await search.fill('Phantom')
  await expect(driver.frame.getByRole('button', { name: 'Phantom' })).toBeVisible()
  await search.fill('Rabby')
  await expect(driver.frame.getByTestId('no-wallet-found')).toBeVisible()
})

test('on a phone every row of the list and of All Wallets leads to a link that opens the wallet', async ({
  driver,
  page,
}) => {
  await driver.visitPage('plain')
  await driver.loaded()
  await driver.open(() => page.evaluate(() => void window.AppKit.open().catch(() => {})))
  const visited: string[] = []
  /** Visits the row, and comes back to the list. */
  const visit = async (row: Locator) => {
    await press(row)
    await expect(driver.frame.getByTestId('open-wallet')).toHaveAttribute('href', /^[a-z][\w+.-]*:\/\//)
    await expect(driver.text(/Not Detected|does not open from here/)).toHaveCount(0)
    await driver.press('Back')
  }
  const rows = driver.frame.locator('[data-testid^=wallet-selector-]:not([data-testid$=walletConnect])')
  await expect(rows.first()).toBeVisible()
  for (const row of await rows.all()) await visit(row)

  await driver.frame.getByTestId('all-wallets').click()
  const cells = driver.frame.locator('li[aria-posinset]')
  await expect(cells.first()).toBeVisible()
  const count = Number(await cells.first().getAttribute('aria-setsize'))
  for (let position = 1; position <= count; position++) {
    const cell = driver.frame.locator(`li[aria-posinset="${position}"] button`)
    // The list renders the rows near the visible ones.
    await expect(async () => {
      if ((await cell.count()) === 1) return
      const isBelow = Number(await cells.last().getAttribute('aria-posinset')) < position
      await (isBelow ? cells.last() : cells.first()).scrollIntoViewIfNeeded()
      expect(await cell.count()).toBe(1)
    }).toPass()
    visited.push(`${await cell.textContent()}`)
    await visit(cell)
  }
  expect(visited).toContain('Phantom')
})
