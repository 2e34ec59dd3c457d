import type { Page, Route } from '@playwright/test'
import type { Driver } from '../../driver/driver.ts'
import { press } from '../../driver/press.ts'
import { fetchWithHost } from '../../stack/fetchWithHost.ts'
import type { PageName } from '../../stack/pages.ts'
import { expect, test } from '../shared/test.ts'
import { countWaits, expectTold } from '../shared/told.ts'

test.beforeEach(({ page }) => countWaits(page))

test('on a site that is not allowed, the loader shows the reason and no frame', async ({ driver, page, stack }) => {
  await driver.visitPage('plain', '', 'other')
  const said = watchConsole(page)
  const outcome = await driver.startOpen()
  await expectTold(page, driver.problem('Connecting isn’t set up here'))
  // The visitor reads a short message. For the developer, the console names the origin and the setting to which it must
  // be added.
  await expect.poll(() => said.join()).toContain(stack.other)
  await expect(page.locator('iframe:visible')).toHaveCount(0)
  await page.getByRole('button', { name: 'Close' }).click()
  expect(await outcome()).toMatchObject({ reason: 'ORIGIN_NOT_ALLOWED' })
})

test('an allowed site that is not trusted may show the modal', async ({ driver }) => {
  await driver.visitPage('plain', '', 'guest')
  await driver.open()
  await expect(driver.heading('Connect Wallet')).toBeVisible()
})

test('a tag that makes the loader a module is told in the console how to write it', async ({
  driver,
  page,
  pageErrors,
  stack,
}) => {
  const body = `<!doctype html><script type="module" src="${stack.modal}/loader.js"></script>`
  await page.route(/\/page\/plain/, (route) => route.fulfill({ contentType: 'text/html', body }))
  await driver.visitPage('plain')
  await expect.poll(() => pageErrors.splice(0).join()).toMatch('AppKit: write <script src=loader.js>, no type=module')
})

test('open() with a view or a wallet that the modal lacks rejects with a code, and closes the modal', async ({
  driver,
  page,
}) => {
  await driver.visitPage('plain')
  const open = (options: object) =>
    page.evaluate(
      (given) => window.AppKit.open(given).catch(({ code, reason, message }) => ({ code, reason, message })),
      options,
    )
  expect(await open({ view: 'Networkz' })).toMatchObject({
    code: -32602,
    reason: 'UNKNOWN_VIEW',
    message: expect.stringContaining('Did you mean Networks?'),
  })
  expect(await open({ view: 'Swap' })).toMatchObject({ code: -32602, reason: 'VIEW_NOT_AVAILABLE' })
  expect(await open({ wallet: 'io.example.nobody' })).toMatchObject({ code: -32602, reason: 'UNKNOWN_WALLET' })
  await driver.expectClosed()
})

test('open() with a wallet of the page connects that wallet', async ({ driver, page, scripted }) => {
  await driver.visitPage('plain')
  await driver.loaded()
  await scripted.set({})
  const outcome = page.evaluate(() => window.AppKit.open({ wallet: 'test.scripted' }))
  expect(await outcome).toMatchObject({ outcome: 'connected' })
})

test('the page behind the open modal does not scroll', async ({ driver, page }) => {
  await driver.visitPage('plain')
  await page.evaluate(() => {
    document.body.style.height = '4000px'
  })
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflow)
  expect(await overflow()).toBe('visible')
  await driver.open()
  await driver.expectOpen()
  await expect.poll(overflow).toBe('hidden')
  await page.keyboard.press('Escape')
  await driver.expectClosed()
  await expect.poll(overflow).toBe('visible')
})

test.describe("a server that can't be reached", () => {
  /** Fails a request with the network error of a closed port. */
  const gone = (route: Route) => route.abort('connectionrefused')
  const isServer = (stack: { modal: string; wallet: string }) => (url: URL) =>
    url.origin === stack.modal || url.origin === stack.wallet

  test("while the server can't be reached, a connected wallet of the page still works, and the modal names the problem", async ({
    driver,
    page,
    scripted,
    account,
    stack,
  }) => {
    await driver.visitPage('plain', '?data-warm=none')
    await driver.open()
    await driver.chooseWallet('Scripted Wallet')
    await driver.expectClosed()
    await page.reload()
    await driver.loaded()
    await driver.expectStatus('connected')
    const server = isServer(stack)
    await page.context().route(server, gone)
    await scripted.set({ answers: { personal_sign: '0xsigned' } })
    expect(await driver.request('personal_sign', ['0x00', account.address])).toEqual({ value: '0xsigned' })
    expect(await driver.request('eth_accounts')).toMatchObject({ value: [expect.any(String)] })

    await driver.startOpen()
    const dialog = page.locator('dialog')
    await expectTold(page, dialog.getByRole('button', { name: 'Try again' }))
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible()
    await page.context().unroute(server, gone)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(driver.heading(/.+/)).toBeVisible()
  })

  test("while the server can't be reached, a new visitor sees an error within four seconds and can close the modal", async ({
    driver,
    page,
    stack,
  }) => {
    await driver.visitPage('plain', '?data-warm=none')
    await driver.loaded()
    const server = isServer(stack)
    await page.context().route(server, gone)
    const outcome = await driver.startOpen()
    const dialog = page.locator('dialog')
    const close = dialog.getByRole('button', { name: 'Close' })
    await expectTold(page, close)
    await close.click()
    await expect(dialog).toBeHidden()
    expect(await outcome()).toHaveProperty('reason')
    await test.step('the modal names a missing network connection', async () => {
      await page.context().unroute(server, gone)
      await page.context().setOffline(true)
      await page.evaluate(() => Object.assign(window, { waitedMs: 0 }))
      await driver.startOpen()
      await expectTold(page, driver.problem(/offline/i))
    })
  })
})

test("while the frame loads, the visitor can close the modal by the loader's loading panel", async ({
  driver,
  page,
}) => {
  await page.route(/\/f\//, () => {})
  await driver.visitPage('plain', '?data-warm=none')
  await driver.loaded()
  await test.step('the loading panel stays invisible at first, so that it does not flash before a fast frame', async () => {
    const opacity = await page.evaluate(() => {
      window.AppKit.open().catch(() => {})
      return getComputedStyle(document.querySelector('dialog > div') as Element).opacity
    })
    expect(opacity).toBe('0')
    await expect(page.locator('dialog > div')).toHaveCSS('opacity', '1')
    await page.keyboard.press('Escape')
  })
  const close = page.locator('dialog').getByRole('button', { name: 'Close' })
  for (const [name, leave] of [
    ['the ×', () => close.click()],
    ['Esc', () => page.keyboard.press('Escape')],
  ] as const)
    await test.step(`${name} closes the modal`, async () => {
      await expect(page.locator('dialog')).toBeHidden()
      const outcome = await driver.startOpen()
      await expect(page.locator('dialog > div')).toHaveCSS('opacity', '1')
      expect(await page.evaluate(() => document.activeElement?.parentElement?.localName)).toBe('dialog')
      await leave()
      await expect(page.locator('dialog')).toBeHidden()
      expect(await outcome()).toEqual({ outcome: 'closed' })
    })
})

test('if the server hangs, the loader’s card with “Loading” and a close button shows within 1.5 seconds', async ({
  driver,
  page,
}) => {
  for (const file of [/\/f\//, /bridge\.js/]) await page.route(file, () => {})
  await driver.visitPage('plain', '?data-warm=none')
  await driver.loaded()
  const shownAfterMs = await page.evaluate(() => {
    window.AppKit.open().catch(() => {})
    const card = document.querySelector('dialog[open] > div') as HTMLElement
    // Reading a style starts the card's fade.
    if (getComputedStyle(card).opacity !== '0') throw new Error('the card shows without a fade')
    return card.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime))
  })
  expect(shownAfterMs).toHaveLength(1)
  expect(shownAfterMs[0]).toBeLessThanOrEqual(1_500)
  await expect(page.locator('dialog > div')).toHaveCSS('opacity', '1')
  await expect(page.locator('dialog').getByText('Loading', { exact: true })).toBeVisible()
  await expect(page.locator('dialog').getByRole('button', { name: 'Close' })).toBeVisible()
})

test('on a page that names no language, AppKit works and writes nothing in the console', async ({ driver, page }) => {
  const said = watchConsole(page)
  await driver.visitPage('without-language')
  await driver.open()
  await driver.settled()
  await driver.close()
  expect(said).toEqual([])
})

test("the loader's error panel takes the place of its loading panel without a flash, and the browser's error page never shows", async ({
  driver,
  page,
}) => {
  const { promise: failure, resolve: fail } = Promise.withResolvers<void>()
  await page.route(/\/f\//, async (route) => {
    await failure
    await route.abort('connectionrefused')
  })
  await driver.visitPage('plain', '?data-warm=none')
  await driver.startOpen()
  const card = page.locator('dialog > div')
  await expect(card).toHaveCSS('opacity', '1')
  await card.evaluate((element) => {
    const opacities = new Set<string>()
    Object.assign(window, { opacities })
    const look = () => {
      opacities.add(`panel ${getComputedStyle(element).opacity}`)
      for (const frame of document.querySelectorAll('iframe')) opacities.add(`frame ${getComputedStyle(frame).opacity}`)
      requestAnimationFrame(look)
    }
    look()
  })
  fail()
  await expect(driver.problem('The wallet isn’t answering')).toBeVisible()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await page.evaluate(() => [...(window as unknown as { opacities: Set<string> }).opacities])).toEqual([
    'panel 1',
    'frame 0',
  ])
})

/** Opens the modal on a page in this language. The caller has blocked the frame's document. */
async function openIn(driver: Driver, lang: string): Promise<void> {
  await driver.visitPage('plain')
  await driver.loaded()
  await driver.page.evaluate((pageLanguage) => {
    document.documentElement.lang = pageLanguage
  }, lang)
  await driver.startOpen()
}

test('the loader’s error panel has the texts of the page’s language', async ({ driver, page }) => {
  await page.route(/\/f\//, (route) => route.abort('connectionrefused'))
  for (const [lang, title, retry, close, direction] of [
    ['de-CH', 'Die Wallet antwortet nicht', 'Noch einmal versuchen', 'Schließen', 'ltr'],
    ['ar', 'المحفظة لا تستجيب', 'حاول مرة أخرى', 'إغلاق', 'rtl'],
    ['fr', 'The wallet isn’t answering', 'Try again', 'Close', 'ltr'],
  ] as const)
    await test.step(`the loader's error panel on a page in ${lang}`, async () => {
      await openIn(driver, lang)
      await expectTold(page, driver.problem(title))
      const panel = page.locator('dialog > div')
      await expect(panel).toHaveCSS('direction', direction)
      await expect(panel.getByRole('button', { name: retry })).toBeVisible()
      await expect(panel).toHaveCSS('opacity', '1')
      await panel.getByRole('button', { name: close }).click()
      await expect(page.locator('dialog')).toBeHidden()
    })
})

test('the loader’s own sentence stays if the file of the page’s language does not load', async ({ driver, page }) => {
  await page.route(/\/f\//, (route) => route.abort('connectionrefused'))
  await page.route(/\/notices-de\.js$/, (route) => route.abort('connectionrefused'))
  await openIn(driver, 'de')
  await expectTold(page, driver.problem('An ad blocker?'))
  await expect(page.locator('dialog > div')).toHaveAttribute('lang', 'en')
})

test("the modal opens with cached data if the server's API never answers", async ({
  driver,
  page,
  stack,
  scripted,
  account,
}) => {
  expect(scripted).toBeDefined()
  // The server still sends documents and files, but no request to its API gets an answer.
  const isApi = (url: URL) =>
    url.origin === stack.modal && !/^\/(f|assets|v)\/|^\/(loader|bridge)\.m?js$/.test(url.pathname)
  await page.context().route(isApi, () => {})
  await driver.visitPage('plain')
  await driver.open()
  await driver.chooseWallet('Scripted Wallet')
  await driver.expectClosed()
  await driver.expectStatus('connected')
  await driver.open()
  await expect(driver.text(new RegExp(`^${account.address.slice(0, 4)}…`)).first()).toBeVisible()
  // The modal doesn't show an unknown balance as a number.
  await expect(driver.text(/\b0(\.0+)? ETH/)).toHaveCount(0)
})

test('tells visitor and console that the page’s content security policy blocks the frame, and names frame-src', async ({
  driver,
  page,
  pageErrors,
}) => {
  await driver.visitPage('csp-without-frame')
  const said = watchConsole(page)
  const outcome = await driver.startOpen()
  await expectTold(page, driver.problem('Something blocks the wallet'))
  await expect.poll(() => said.filter((text) => text.startsWith('AppKit')).join()).toContain('frame-src')
  await page.getByRole('button', { name: 'Close' }).click()
  expect(await outcome()).toMatchObject({ reason: expect.stringMatching(/CSP/) })
  expect(pageErrors).toEqual([])
})

/** Pages with unusual headers or script tags, on which everything must work as on a plain page. */
const strictPages: PageName[] = [
  'csp-documented',
  'csp-nonce',
  'trusted-types',
  'coop',
  'coep',
  'coep-credentialless',
  'twice',
  'pinned',
]
for (const name of strictPages) {
  test(`the modal connects a wallet on a page with ${name}`, async ({ driver, page, scripted, account }) => {
    const violations = watchViolations(page)
    await driver.visitPage(name)
    await driver.open()
    await test.step('AppKit does not list itself', async () => {
      await expect(driver.frame.getByRole('button', { name: 'Scripted Wallet' })).toBeVisible()
      await expect(driver.frame.getByRole('button', { name: /AppKit/ })).toHaveCount(0)
    })
    await driver.chooseWallet('Scripted Wallet')
    await driver.expectClosed()
    await driver.expectStatus('connected')
    await scripted.set({ answers: { personal_sign: '0xsigned' } })
    expect(await driver.request('personal_sign', ['0x00', account.address])).toEqual({ value: '0xsigned' })
    expect(violations).toEqual([])
    await expect(page.locator('iframe')).toHaveCount(1)
  })
}

/** Records the console's messages, which are for the site's developer. */
function watchConsole(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  return said
}

/** The browser reports a blocked request in the page's console. */
function watchViolations(page: Page): string[] {
  const found: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedScript|Cross-Origin|Permissions-Policy|sandbox/i.test(message.text())) {
      found.push(message.text())
    }
  })
  return found
}

test('a page that forbids the Trusted Types policy gets BRIDGE_FAILED with a hint', async ({ driver, page }) => {
  await driver.visitPage('trusted-types-none')
  await driver.loaded()
  const outcome = await driver.startOpen()
  const dialog = page.locator('dialog')
  await expectTold(page, dialog.getByRole('button', { name: 'Retry' }))
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(await outcome()).toMatchObject({ reason: 'BRIDGE_FAILED' })
})

test.describe('a script that was changed on its way to the browser', () => {
  const change = async (route: Route) => {
    const { port, host, pathname } = new URL(route.request().url())
    const body = await fetchWithHost(`http://127.0.0.1:${port}${pathname}`, host)
    await route.fulfill({
      contentType: 'text/javascript',
      headers: { 'Access-Control-Allow-Origin': '*' },
      body: `${body};window.changed = true`,
    })
  }
  const hasRun = (page: Page) => page.evaluate(() => 'changed' in window)

  test('the browser does not run a changed bridge.js, and the modal reports the failure', async ({ driver, page }) => {
    await page.route(/bridge\.js$/, change)
    await driver.visitPage('plain')
    await driver.loaded()
    const outcome = await driver.startOpen()
    const dialog = page.locator('dialog')
    await expectTold(page, dialog.getByRole('button', { name: 'Retry' }))
    expect(await outcome()).toMatchObject({ code: 4900, reason: 'BRIDGE_FAILED' })
    expect(await hasRun(page)).toBe(false)
    await page.unroute(/bridge\.js$/, change)
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await driver.expectOpen()
    const retried = await driver.startOpen()
    await driver.close()
    expect(await retried()).toEqual({ outcome: 'closed' })
  })

  test('the browser does not run a changed loader.js if the tag pins its hash', async ({ driver, page }) => {
    await page.route(/loader\.js$/, change)
    const refused = page.waitForEvent('console', (message) => message.text().includes('integrity'))
    await driver.visitPage('pinned')
    await refused
    expect(await page.evaluate(() => 'AppKit' in window)).toBe(false)
    expect(await hasRun(page)).toBe(false)
  })
})

test('the module loader.mjs exports the same object as window.AppKit', async ({ driver, page }) => {
  await driver.visitPage('module')
  await page.waitForFunction(() => 'imported' in window)
  expect(await page.evaluate(() => (window as unknown as { imported: unknown }).imported === window.AppKit)).toBe(true)
  await driver.open()
})

test('a page hears once that AppKit is there, by an event and by the function that the tag names', async ({
  driver,
  page,
}) => {
  await driver.visitPage('ready')
  await driver.loaded()
  expect(await page.evaluate('told')).toEqual(['event function', 'data-onload function'])
})

test('a button in an open shadow root opens the view that it names', async ({ driver, page }) => {
  await driver.visitPage('plain')
  await driver.loaded()
  await page.evaluate(() => {
    const host = document.body.appendChild(document.createElement('div'))
    const button = document.createElement('button')
    button.dataset.appkitOpen = 'Networks'
    button.append(Object.assign(document.createElement('b'), { textContent: 'Other networks' }))
    host.attachShadow({ mode: 'open' }).append(button)
  })
  await page.getByText('Other networks').click()
  await driver.expectOpen()
  await expect(driver.heading('Choose Network')).toBeVisible()
})

test('opens one modal, and restores it after the page removes its element or the server refuses its frame', async ({
  driver,
  page,
}) => {
  await driver.visitPage('plain')
  await driver.loaded()
  await test.step('two calls of open() share one modal and one outcome', async () => {
    const outcomes = page.evaluate(() => Promise.all([window.AppKit.open(), window.AppKit.open()]))
    await driver.expectOpen()
    await expect(page.locator('iframe')).toHaveCount(1)
    await driver.close()
    expect(await outcomes).toEqual([{ outcome: 'closed' }, { outcome: 'closed' }])
  })
  await test.step('restores the modal’s element after the page’s framework removes it', async () => {
    await page.evaluate(() => document.body.replaceChildren(document.querySelector('[data-appkit-open]') ?? ''))
    await expect(page.locator('iframe')).toHaveCount(0)
    await driver.open()
    await expect(page.locator('iframe')).toHaveCount(1)
  })
  await test.step('if the server refuses an open frame, the loader shows a message in its place, and the next visit has a new frame', async () => {
    await driver.frame
      .locator('html')
      .evaluate(() => parent.postMessage({ t: 'refused', reason: 'ORIGIN_NOT_ALLOWED' }, '*'))
    await expect(driver.problem('Connecting isn’t set up here')).toBeVisible()
    await page.locator('dialog').getByRole('button', { name: 'Close' }).click()
    await driver.open()
    await expect(driver.heading('Connect Wallet')).toBeVisible()
  })
})

test('restores the modal if the page removes its element while the modal is open, once the bridge has loaded', async ({
  driver,
  page,
}) => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(/bridge\.js$/, async (route) => {
    await arrival
    await route.continue()
  })
  const remove = () => page.evaluate(() => document.querySelector('dialog')?.remove())
  await driver.visitPage('plain')
  const outcome = await driver.startOpen()
  await expect(driver.heading('Connect Wallet')).toBeVisible()
  await remove()
  arrive()
  await expect(driver.dialog).toBeVisible()
  await driver.expectOpen()
  await remove()
  await expect(driver.dialog).toBeVisible()
  await driver.expectOpen()
  await driver.close()
  expect(await outcome()).toEqual({ outcome: 'closed' })
})

test('after the frame closed its channel, the loader loads the frame again at once', async ({ driver, page }) => {
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      Object.assign(window, { line: this })
      post.call(this, message)
    }
  })
  const address = () => page.locator('dialog iframe').getAttribute('src')
  const hangUp = async () => {
    const before = await address()
    // A message that is not text makes the frame close the channel.
    await page.evaluate(() => (window as unknown as { line: MessagePort }).line.postMessage(1))
    return before
  }
  await driver.visitPage('plain')
  await driver.open()
  const before = await hangUp()
  await expect.poll(address).not.toBe(before)
  await driver.expectOpen()
  await driver.close()

  await hangUp()
  await expect(page.locator('dialog iframe')).toHaveCount(0)
  await driver.open()
  await driver.close()
})

test('the modal refuses to open inside a sandboxed frame', async ({ driver, page, pageErrors }) => {
  await driver.visitPage('sandboxed-parent')
  const inner = page.frameLocator('#inner')
  await press(inner.locator('[data-appkit-open]'))
  await expect(inner.locator('dialog').getByText('Open this in its own window')).toBeVisible()
  // Storage is denied in the sandbox, so the page may log errors about it.
  pageErrors.length = 0
})

test("a page that frames the modal's document without the loader shows no button of the modal", async ({
  driver,
  page,
}) => {
  await driver.visitPage('bare-frame', '', 'other')
  await expect(page.frameLocator('#inner').getByRole('button')).toHaveCount(0)
})

test('the modal uses the page’s language, or the language that the site sets', async ({ driver, page }) => {
  await driver.visitPage('plain')
  await driver.loaded()
  // The modal reads the document's language when it opens.
  await page.evaluate(() => {
    document.documentElement.lang = 'de-CH'
  })
  await driver.startOpen()
  await expect(driver.heading('Wallet verbinden')).toBeVisible()
  await page.evaluate(() => window.AppKit.configure({ locale: 'ar' }))
  await expect(driver.heading('ربط المحفظة')).toBeVisible()
  await expect(driver.card()).toHaveCSS('direction', 'rtl')
})
