import type { DirectoryPage } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { announceWallets } from '../../driver/announce.ts'
import { awaitFirstPaint, readLayoutShifts, watchLayoutShifts } from '../../driver/layoutShifts.ts'
import { holdViews } from '../shared/holdViews.ts'
import { modalSizes } from '../shared/sizes.ts'
import { expect, test } from '../shared/test.ts'

/** A page features wallets that are not in the document of its project. */

const unknownId = 'f'.repeat(64)
/** The directory's wallets that are far behind those of the first view. */
const laterWallets = 20

const harbor = { rdns: 'io.example.harbor', name: 'Harbor' }

for (const size of ['desktop', 'phone'] as const)
  test(`the wallets that a page features come before all others of the directory on a first visit, and no row moves, ${size}`, async ({
    driver,
    page,
    stack,
  }) => {
    await page.setViewportSize(modalSizes[size])
    const answer = await page.goto(`${stack.modal}/getWallets?entries=60`)
    const directory: DirectoryPage | undefined = await answer?.json()
    const [first, second] = (directory?.data ?? []).slice(laterWallets).filter(({ supports_wc }) => supports_wc)
    if (!first || !second) throw new Error('The directory has too few wallets.')
    const answered = Promise.withResolvers<void>()
    await page.route(/\/getWallets\?.*include=/, async (route) => {
      await answered.promise
      await route.continue()
    })
    await announceWallets(page, [harbor])
    await watchLayoutShifts(page)
    const releaseViews = await holdViews(page)
    await driver.visitPage('plain', `?data-warm=none&data-featured-wallet-ids=${second.id},${first.id}`)
    await driver.loaded()
    await driver.startOpen()
    const rows = driver.frame.getByTestId('wallet-list').getByRole('button')
    const names = async () => (await rows.allInnerTexts()).map((text) => text.split('\n')[0])
    await expect(driver.frame.getByRole('button', { name: 'Harbor' })).toBeVisible()
    const reserved = driver.frame.locator('li[inert]')
    await expect(reserved).toHaveCount(2)
    const before = await names()
    await awaitFirstPaint(page)
    releaseViews()
    await driver.expectOpen()
    await driver.settled()
    await expect(reserved).toHaveCount(2)
    answered.resolve()
    await expect(reserved).toHaveCount(0)
    expect((await names()).slice(0, 4)).toEqual(['WalletConnect', 'Harbor', second.name, first.name])
    expect((await names()).slice(4)).toEqual(before.slice(2))
    expect(await readLayoutShifts(page)).toEqual([])
  })

test('an id that the directory does not know leaves no empty row in the list', async ({ driver }) => {
  await driver.visitPage('plain', `?data-warm=none&data-featured-wallet-ids=${unknownId}`)
  await driver.loaded()
  await driver.open()
  await expect(driver.frame.locator('li[inert]')).toHaveCount(0)
  const tops = await driver.frame
    .getByTestId('wallet-list')
    .locator('li')
    .evaluateAll((items) => items.map((item) => Math.round(item.getBoundingClientRect().top)))
  const steps = tops.slice(1).map((top, index) => top - (tops[index] ?? 0))
  expect(new Set(steps).size).toBe(1)
})
