import { fileURLToPath } from 'node:url'
import type { Frame, Page } from '@playwright/test'
import { expect, test } from '../shared/test.ts'

const builtLoader = fileURLToPath(new URL('../../../loader/dist/loader.js', import.meta.url))

test.describe('diagnose() names what keeps AppKit from the visitor, and never rejects', () => {
  const failures = (target: Page | Frame) =>
    target.evaluate(async () => (await window.AppKit.diagnose()).filter(({ ok }) => !ok))
  const step = (part: string, detail: string) => [{ part, ok: false, detail: expect.stringContaining(detail) }]

  test('nothing, where all parts answer', async ({ driver, page }) => {
    await driver.visitPage('plain')
    await driver.loaded()
    const steps = await page.evaluate(() => window.AppKit.diagnose())
    expect(steps.map(({ part, ok }) => [part, ok])).toEqual(
      ['bridge', 'page', 'frame', 'server', 'rpc', 'secure'].map((part) => [part, true]),
    )
  })

  test('a policy for Trusted Types', async ({ driver, page }) => {
    await driver.visitPage('trusted-types-none')
    await driver.loaded()
    expect(await failures(page)).toEqual(step('bridge', 'TrustedTypePolicyFactory'))
  })

  test('a missing entry of the Content-Security-Policy', async ({ driver, page, stack }) => {
    await driver.visitPage('csp-without-frame')
    await driver.loaded()
    expect(await failures(page)).toEqual(step('frame', `needs frame-src ${stack.modal} ${stack.wallet}`))
  })

  test('an ad blocker', async ({ driver, page, stack }) => {
    await page.route(/\/f\//, (route) => route.abort('blockedbyclient'))
    await driver.visitPage('plain')
    await driver.loaded()
    expect(await failures(page)).toEqual(step('frame', `${stack.modal} blocked. An ad blocker?`))
  })

  test('a browser that is offline', async ({ driver, page, context }) => {
    await driver.visitPage('plain', '?data-warm=none')
    await driver.loaded()
    await context.setOffline(true)
    expect(await failures(page)).toEqual(step('bridge', 'Offline?'))
  })

  test('a loader.js that no server has filled with its origins', async ({ driver, page }) => {
    await page.route(/\/loader\.js$/, (route) => route.fulfill({ path: builtLoader }))
    await driver.visitPage('plain')
    await driver.loaded()
    expect(await failures(page)).toEqual(step('loader', 'Load it from your AppKit server'))
  })

  test('a page inside a frame', async ({ driver, page }) => {
    await driver.visitPage('sandboxed-parent')
    const inner = page.frames().find((frame) => frame.url().endsWith('/page/plain'))
    if (!inner) throw new Error('no inner frame')
    await inner.waitForFunction(() => 'AppKit' in window)
    expect(await failures(inner)).toEqual(step('frame', 'framed by another page'))
  })
})
