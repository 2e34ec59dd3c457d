import type { Page } from '@playwright/test'
import { press } from '../../driver/press.ts'
import { expect, test } from '../shared/test.ts'

/** Records every request of the page and its frames. */
function watchRequests(page: Page): string[] {
  const urls: string[] = []
  page.on('request', (request) => urls.push(new URL(request.url()).pathname))
  return urls
}

/** Everything that a page stores. */
const stored = (page: Page) =>
  page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    cookies: document.cookie,
  }))
const nothing = { local: 0, session: 0, databases: 0, caches: 0, cookies: '' }

/** Waits until the page's idle tasks have run. */
const settle = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestIdleCallback(() => setTimeout(done, 0)))),
  )

for (const mode of ['intent', 'none'] as const) {
  test(`data-warm=${mode}: one request and nothing stored before the visitor’s pointer comes near`, async ({
    driver,
    page,
  }) => {
    const requests = watchRequests(page)
    await driver.visitPage('plain', `?data-warm=${mode}`)
    await driver.loaded()
    await settle(page)
    expect(await driver.request('eth_accounts')).toEqual({ value: [] })
    expect(requests).toEqual(['/page/plain', '/loader.js'])
    expect(await stored(page)).toEqual(nothing)
    await expect(page.locator('iframe')).toHaveCount(0)
  })
}

test('by default, a pointer that moves over the button creates the invisible frame', async ({ driver, page }) => {
  const requests = watchRequests(page)
  await driver.visitPage('plain')
  await driver.loaded()
  await page.locator('[data-appkit-open]').hover()
  await expect(page.locator('iframe')).toHaveCount(1)
  await expect.poll(() => requests).toContain('/f/')
  await expect(driver.dialog).toBeHidden()
  expect(await stored(page)).toEqual(nothing)
})

test('by default, focus on the button also creates the invisible frame', async ({ driver, page }) => {
  await driver.visitPage('plain')
  await driver.loaded()
  await page.keyboard.press('Tab')
  await expect(page.locator('[data-appkit-open]')).toBeFocused()
  await expect(page.locator('iframe')).toHaveCount(1)
  await expect(driver.dialog).toBeHidden()
})

test('data-warm=none: loads nothing until the click', async ({ driver, page }) => {
  const requests = watchRequests(page)
  await driver.visitPage('plain', '?data-warm=none')
  await driver.loaded()
  await page.locator('[data-appkit-open]').hover()
  await page.locator('[data-appkit-open]').focus()
  await settle(page)
  expect(requests).toEqual(['/page/plain', '/loader.js'])
  await driver.open()
  await expect.poll(() => requests).toContain('/f/')
})

test('data-warm=idle: creates the frame once the page is idle', async ({ driver, page }) => {
  await driver.visitPage('plain', '?data-warm=idle')
  await expect(page.locator('iframe')).toHaveCount(1)
  await expect(driver.dialog).toBeHidden()
  expect(await stored(page)).toEqual(nothing)
})

test('warm() creates the frame', async ({ driver, page }) => {
  await driver.visitPage('plain', '?data-warm=none')
  await driver.loaded()
  await page.evaluate(() => window.AppKit.warm())
  await expect(page.locator('iframe')).toHaveCount(1)
  await expect(driver.dialog).toBeHidden()
})

test('stores nothing for a visitor who only opens the modal, and sends requests only to the page’s and the modal’s origins', async ({
  driver,
  page,
  stack,
}) => {
  const origins = new Set<string>()
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http')) origins.add(origin)
  })
  await driver.visitPage('plain')
  await driver.open()
  await driver.close()
  expect([...origins].sort()).toEqual([stack.modal, stack.shop].sort())
  expect(await stored(page)).toEqual(nothing)
  expect(await page.context().cookies()).toEqual([])
})

test('loads sign-client when the pointer is on WalletConnect’s row, and connects nowhere before the click', async ({
  driver,
  page,
}) => {
  const requests = watchRequests(page)
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  const client = () => requests.filter((path) => path.startsWith('/assets/walletConnect-'))
  await driver.visitPage('plain')
  await driver.open()
  const row = driver.frame.getByRole('button', { name: 'WalletConnect' })
  await expect(row).toBeVisible()
  await driver.settled()
  expect(client()).toEqual([])
  // Chromium may drop an input on a frame that has just moved, so move the pointer again.
  await expect(async () => {
    await page.mouse.move(1, 1)
    await row.hover()
    await expect.poll(client, { timeout: 5_000 }).toHaveLength(1)
  }).toPass()
  // This import resolves only after sign-client's module has run.
  await driver.frame.locator('html').evaluate('(root, path) => import(path)', client()[0])
  const databases = () => driver.frame.locator('html').evaluate(async () => (await indexedDB.databases()).length)
  expect([await databases(), sockets]).toEqual([0, []])
  await press(row)
  await expect.poll(() => sockets.length).toBe(1)
  expect(client()).toHaveLength(1)
})
