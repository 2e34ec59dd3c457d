import { announceLateWallet } from '../../driver/announce.ts'
import type { Driver } from '../../driver/driver.ts'
import { press } from '../../driver/press.ts'
import { openWithoutViews, stopClock } from '../shared/holdViews.ts'
import { expect, test } from '../shared/test.ts'

/** A wallet can announce itself at any time, so also while the visitor looks at the list. */

const rows = (driver: Driver) => driver.frame.locator('[data-testid^="wallet-selector-"]')
/** The names of the rows and their places in the list. A card that gets a row more grows on both sides. */
const readRows = (driver: Driver) =>
  rows(driver).evaluateAll((elements) =>
    elements.map((element) => ({
      name: element.querySelector('[title]')?.textContent ?? '',
      top: element.getBoundingClientRect().top - (elements[0]?.getBoundingClientRect().top ?? 0),
    })),
  )

/** The rdns and name of a wallet that the directory offers, with other rows above and below it. */
const findOffered = async (driver: Driver) => {
  const list = await driver.frame.locator('[data-index]').getAttribute('data-ids')
  const shown = await rows(driver).evaluateAll((elements) => elements.map(({ dataset }) => dataset.testid))
  for (const [rdns, id] of Object.entries<string>(JSON.parse(list ?? '{}'))) {
    const index = shown.indexOf(`wallet-selector-${id}`)
    if (index > 0 && index < shown.length - 1) return { rdns, name: (await readRows(driver))[index]?.name ?? '' }
  }
  throw new Error('The list offers no wallet with an rdns between other rows.')
}

test('a late wallet takes the place of its row in the directory, with the focus, and a press connects it', async ({
  driver,
  page,
}) => {
  await driver.visitPage('plain')
  await driver.open()
  await driver.settled()
  const { rdns, name } = await findOffered(driver)
  const before = await readRows(driver)
  const row = driver.frame.getByRole('button', { name })
  await row.focus()
  await announceLateWallet(page, { rdns, name })
  await expect(row).toHaveText(/Installed/)
  expect((await readRows(driver)).slice(0, before.length)).toEqual(before)
  await expect(row).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(driver.text(`Continue in ${name}`)).toBeVisible()
})

test('a press before the views load on the row of a wallet that then announces itself connects this wallet', async ({
  driver,
  page,
}) => {
  const { releaseViews } = await openWithoutViews(driver)
  const { rdns, name } = await findOffered(driver)
  const row = driver.frame.getByRole('button', { name })
  await press(row)
  await expect(row).toHaveAttribute('aria-busy', 'true')
  await stopClock(driver)
  await announceLateWallet(page, { rdns, name })
  // The bridge gathers announcements for 20 ms before it sends them to the frame.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 30)))
  // The channel keeps the order of messages, so the frame has heard of the wallet before this answer.
  expect(await driver.request('eth_blockNumber')).toHaveProperty('value')
  releaseViews()
  await expect(driver.text(`Continue in ${name}`)).toBeVisible()
})

test('a late wallet of another namespace moves no row', async ({ driver, page }) => {
  await driver.visitPage('plain')
  await driver.open()
  await driver.settled()
  const before = await readRows(driver)
  await page.evaluate(() => {
    const feature = { version: '1.0.0', connect: () => new Promise(() => {}), on: () => () => {} }
    const signing = { version: '1.0.0', signMessage: () => new Promise(() => {}) }
    const wallet = {
      version: '1.0.0',
      name: 'Osprey',
      icon: 'data:image/svg+xml,<svg/>',
      chains: ['solana:mainnet', 'solana:devnet'],
      accounts: [],
      features: { 'standard:connect': feature, 'standard:events': feature, 'solana:signMessage': signing },
    }
    const detail = (api: { register(added: object): void }) => api.register(wallet)
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  })
  await expect(driver.frame.getByRole('button', { name: 'Osprey' })).toBeVisible()
  const after = await readRows(driver)
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.at(-1)?.name).toBe('Osprey')
})
