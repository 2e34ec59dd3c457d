import type { Driver } from '../../driver/driver.ts'
import { expect, test } from '../shared/test.ts'
import { viewRoutes } from './viewRoutes.ts'

/** Records the title of every frame that the modal paints. The returned function reads those since a time. */
async function recordTitles(driver: Driver): Promise<(since: number, until?: number) => Promise<string[]>> {
  const root = driver.frame.locator('html')
  await root.evaluate(() => {
    const painted: { at: number; title: string }[] = []
    Object.assign(window, { painted })
    const note = () => {
      const title = document.querySelector('h1')?.textContent ?? ''
      painted.push({ at: performance.timeOrigin + performance.now(), title })
      requestAnimationFrame(note)
    }
    note()
  })
  return (since, until = Number.POSITIVE_INFINITY) =>
    root.evaluate(
      async (_root, [from, to]) => {
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
        const { painted } = window as unknown as { painted: { at: number; title: string }[] }
        return [...new Set(painted.filter(({ at }) => at >= from && at < to).map(({ title }) => title))]
      },
      [since, until] as const,
    )
}

/** Opens the modal, and returns the time at which its frame is visible. */
const reopen = (driver: Driver): Promise<number> =>
  driver.page.evaluate(async () => {
    window.AppKit.open().catch(() => {})
    const frame = document.querySelector<HTMLElement>('dialog[data-appkit] iframe')
    while (frame?.style.opacity) await new Promise((done) => requestAnimationFrame(done))
    return performance.timeOrigin + performance.now()
  })

const ways = {
  'the close button': (driver: Driver) => driver.close(),
  Escape: async (driver: Driver) => {
    await driver.page.keyboard.press('Escape')
    await driver.expectClosed()
  },
  'a call of the page': async (driver: Driver) => {
    await driver.page.evaluate(() => window.AppKit.close())
    await driver.expectClosed()
  },
}

for (const [name, leave] of Object.entries(ways))
  test(`after a visit that ${name} ended, the modal opens with its first view and paints no other`, async ({
    driver,
  }) => {
    await driver.visitPage('plain')
    await driver.loaded()
    for (const view of ['what is a wallet', 'a code to scan', 'all wallets'] as const) {
      await viewRoutes.disconnected[view](driver)
      const readTitles = await recordTitles(driver)
      await leave(driver)
      const since = await reopen(driver)
      await driver.expectOpen()
      expect(await readTitles(since)).toEqual(['Connect Wallet'])
      await leave(driver)
    }
  })

test('a modal whose frame is busy after a visit opens with its first view and paints no other', async ({ driver }) => {
  await driver.visitPage('plain')
  await driver.loaded()
  await viewRoutes.disconnected['all wallets'](driver)
  const readTitles = await recordTitles(driver)
  await driver.page.evaluate(() => void window.AppKit.close())
  const busy = driver.frame.locator('html').evaluate(() => {
    const until = performance.now() + 1_000
    while (performance.now() < until);
  })
  await driver.expectClosed()
  // The visitor comes back after the modal has faded out.
  await driver.page.waitForTimeout(400)
  const since = await reopen(driver)
  await busy
  await driver.expectOpen()
  expect(await readTitles(since)).toEqual(['Connect Wallet'])
})

test('after a visit to the networks, the modal opens with the account and paints no other view', async ({
  connected: _,
  driver,
}) => {
  await viewRoutes.connected.networks(driver)
  const readTitles = await recordTitles(driver)
  await driver.close()
  const since = await reopen(driver)
  await driver.expectOpen()
  expect(await readTitles(since)).toEqual(['Account'])
})

/** Less than the 150 ms of the fade, because the page and the frame measure in two processes. */
const fadeMs = 120

test('a modal that closes keeps its last view while it fades out, and then renders the first view', async ({
  driver,
}) => {
  await driver.visitPage('plain')
  await driver.loaded()
  await viewRoutes.disconnected['what is a wallet'](driver)
  const readTitles = await recordTitles(driver)
  const closedAt = await driver.page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        window.AppKit.subscribe(({ open }) => open || resolve(performance.timeOrigin + performance.now()))
        void window.AppKit.close()
      }),
  )
  await expect.poll(() => driver.frame.locator('h1').textContent()).toBe('Connect Wallet')
  // From the start of the record, because a busy browser may paint no frame while the modal fades out.
  expect(await readTitles(0, closedAt + fadeMs)).toEqual(['What is a wallet?'])
})
