import { fileURLToPath } from 'node:url'
import type { BootstrapBlock } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { type BrowserContext, devices, type Request } from '@playwright/test'
import { parseEther } from 'viem'
import type { Prerender } from '../../../server/src/http/documents/builds.ts'
import { announceWallets } from '../../driver/announce.ts'
import type { Driver } from '../../driver/driver.ts'
import { awaitFirstPaint, readLayoutShifts, watchLayoutShifts } from '../../driver/layoutShifts.ts'
import { press } from '../../driver/press.ts'
import type { StackAddresses } from '../../stack/stack.ts'
import { installScriptedWallet } from '../../wallets/scripted.ts'
import { holdTable, holdViews, openCold, openWithoutViews, stopClock, viewsScript } from '../shared/holdViews.ts'
import { expect, test } from '../shared/mailTest.ts'
import { rewriteModal } from '../shared/ownRelay.ts'
import { modalSizes } from '../shared/sizes.ts'

/**
 * The frame's document contains the first view. React hydrates it once the views' code has loaded. In these tests the
 * visitor acts before, during and after hydration.
 */

const builtPrerender = fileURLToPath(new URL('../../../frame-app/dist/prerender.js', import.meta.url))
/** Matches the prerendered first view in the document, and the template of the rows that the document's script adds. */
const firstView = /<div id="root">.*?(?=<script id="early">)/s
const accountStyles = /<template id="styles">.*?<\/template>/s

/** Changes the project in the frame's documents, and renders their first view with it as the server does. */
const serveProject = async (
  context: BrowserContext,
  stack: StackAddresses,
  change: (project: BootstrapBlock) => BootstrapBlock,
): Promise<void> => {
  const { prerender }: { prerender: Prerender } = await import(builtPrerender)
  const block = /(<script type="application\/json" id="bootstrap">)(.*?)(<\/script>)/s
  await rewriteModal(context, stack, async (text) => {
    const data = block.exec(text)?.[2]
    if (data === undefined) return text
    const changed = change(JSON.parse(data))
    const networks = changed.networks.map((network) => {
      const [chainNamespace, id] = network.caipNetworkId.split(':') as [ChainNamespace, string]
      return { ...network, chainNamespace, id }
    })
    const bootstrap = { ...changed, networks }
    const { root, template } = await prerender({ bootstrap, theme: 'light', language: 'en', isPhone: false })
    return text
      .replace(firstView, (old) => `<div id="root">${root}</div>${template}${accountStyles.exec(old)?.[0]}`)
      .replace(block, (_, open, __, close) => open + JSON.stringify(changed).replaceAll('<', '\\u003c') + close)
  })
}

const serveOptions = (context: BrowserContext, stack: StackAddresses, options: Partial<BootstrapBlock['options']>) =>
  serveProject(context, stack, (project) => ({ ...project, options: { ...project.options, ...options } }))

const harbor = { rdns: 'io.example.harbor', name: 'Harbor' }
const kite = { rdns: 'io.example.kite', name: 'Kite' }

test('shows the wallets of page and server before the views load, and React keeps these nodes', async ({
  driver,
  page,
}) => {
  await announceWallets(page, [harbor, kite])
  const { releaseViews } = await openWithoutViews(driver)
  const rows = driver.frame.getByTestId('wallet-list').getByRole('button')
  await expect(driver.frame.getByRole('button', { name: 'Harbor Installed' })).toBeVisible()
  const before = await rows.allInnerTexts()
  expect(before.slice(0, 3).map((text) => text.split('\n')[0])).toEqual(['WalletConnect', 'Harbor', 'Kite'])
  const root = driver.frame.locator('html')
  await root.evaluate(() => {
    for (const element of document.querySelectorAll('#root *')) Object.assign(element, { isOld: true })
  })
  const field = driver.frame.getByTestId('email-input')
  await field.fill('ada@example.org')
  await field.evaluate((input: HTMLInputElement) => {
    input.type = 'text'
    input.setSelectionRange(2, 5)
    input.type = 'email'
  })
  releaseViews()
  const isOld = () =>
    root.evaluate(() =>
      [...document.querySelectorAll('main button, main input, main li, main h1')].every(
        (element) => 'isOld' in element,
      ),
    )
  await expect
    .poll(() => root.evaluate(() => Object.keys(document.querySelector('main') ?? {}).join()))
    .toContain('react')
  expect(await isOld()).toBe(true)
  expect(await rows.allInnerTexts()).toEqual(before)
  await expect(field).toHaveValue('ada@example.org')
  await expect(field).toBeFocused()
  // Typing replaces the selected characters.
  await page.keyboard.type('X')
  await expect(field).toHaveValue('adXxample.org')
})

test('keeps the scroll position when React takes over', async ({ driver, page }) => {
  await page.setViewportSize(modalSizes.zoomed)
  const { releaseViews } = await openWithoutViews(driver)
  const list = driver.frame.getByTestId('wallet-list')
  await expect(list.getByRole('button').first()).toBeVisible()
  const readScroll = () =>
    list.evaluate((element) => {
      const tops: number[] = []
      for (let box = element.parentElement; box; box = box.parentElement) tops.push(box.scrollTop)
      return tops
    })
  await list.getByRole('button').last().scrollIntoViewIfNeeded()
  const before = await readScroll()
  expect(Math.max(...before)).toBeGreaterThan(50)
  releaseViews()
  await driver.expectOpen()
  await driver.settled()
  expect(await readScroll()).toEqual(before)
})

/** Asks for nothing until the test ends, as a wallet does whose window is open. */
const busyWallet = { name: 'Harbor', rdns: 'io.example.harbor', held: ['eth_requestAccounts'] }
/** Returns how often the wallet was asked to connect. */
const countPrompts = async (wallet: Awaited<ReturnType<typeof installScriptedWallet>>) =>
  (await wallet.requests()).filter(({ method }) => method === 'eth_requestAccounts').length

test('performs a press on a wallet row before the views load as soon as they have loaded, and only once', async ({
  driver,
  page,
}) => {
  const wallet = await installScriptedWallet(page, busyWallet)
  const { releaseViews } = await openWithoutViews(driver)
  const row = driver.frame.getByRole('button', { name: 'Harbor' })
  await press(row)
  await press(row)
  await expect(row).toHaveAttribute('aria-busy', 'true')
  await stopClock(driver)
  expect(await countPrompts(wallet)).toBe(0)
  releaseViews()
  await expect(driver.heading('Harbor')).toBeVisible()
  await expect.poll(() => countPrompts(wallet)).toBe(1)
  await driver.press('Back')
  await expect(driver.heading('Connect Wallet')).toBeVisible()
  await expect(row).toBeFocused()
  expect(await countPrompts(wallet)).toBe(1)
})

test('shows the title of a pressed row although the table of views is still loading', async ({ driver, page }) => {
  await installScriptedWallet(page, busyWallet)
  const releaseTable = await holdTable(page)
  const outcome = await openCold(driver)
  await driver.expectOpen()
  for (const [row, title] of [
    ['What is a wallet?', 'What is a wallet?'],
    ['WalletConnect', 'WalletConnect'],
    ['MetaMask', 'MetaMask'],
    ['Harbor', 'Harbor'],
    ['Search Wallet', 'All Wallets'],
  ] as const) {
    await driver.press(row)
    await expect(driver.heading(title)).toBeVisible()
    await driver.press('Back')
    await expect(driver.heading('Connect Wallet')).toBeVisible()
  }
  releaseTable()
  await driver.press('MetaMask')
  await expect(driver.frame.getByTestId('wui-qr-code')).toBeVisible()
  await driver.press('Close')
  await outcome
})

/** The time after which a press may no longer count as a user activation. */
const activationMs = 4_000

test('if the views load more than 4 seconds after a press on a wallet row, lets the visitor press again', async ({
  driver,
  page,
}) => {
  const wallet = await installScriptedWallet(page, busyWallet)
  const { releaseViews } = await openWithoutViews(driver)
  await driver.press('Harbor')
  await page.waitForTimeout(activationMs + 100)
  releaseViews()
  await expect(driver.text('Loading took a while, so Harbor was not asked yet.')).toBeVisible()
  await driver.settled()
  expect(await countPrompts(wallet)).toBe(0)
  await driver.press('Open Harbor')
  await expect(driver.text('Accept connection request in the wallet')).toBeVisible()
  await expect.poll(() => countPrompts(wallet)).toBe(1)
})

test('does not ask a wallet for a press from before the views failed, if the visitor retries later', async ({
  driver,
  page,
}) => {
  const wallet = await installScriptedWallet(page, busyWallet)
  let abort = () => {}
  const aborted = new Promise<void>((resolve) => {
    abort = resolve
  })
  await page.route(viewsScript, async (route) => {
    await aborted
    await route.abort('connectionrefused')
  })
  await openCold(driver)
  await driver.press('Harbor')
  abort()
  await expect(driver.text('This part could not be loaded')).toBeVisible()
  await page.waitForTimeout(activationMs)
  await page.unroute(viewsScript)
  await driver.press('Try again')
  await expect(driver.text('Loading took a while, so Harbor was not asked yet.')).toBeVisible()
  expect(await countPrompts(wallet)).toBe(0)
})

test('performs Enter on a focused wallet row before the views load as soon as they have loaded', async ({
  driver,
  page,
}) => {
  await announceWallets(page, [harbor])
  const { releaseViews } = await openWithoutViews(driver)
  const row = driver.frame.getByRole('button', { name: 'Harbor' })
  await row.press('Enter')
  await expect(row).toHaveAttribute('aria-busy', 'true')
  releaseViews()
  await expect(driver.heading('Harbor')).toBeVisible()
})

test('performs Enter in the e-mail field before the views load as soon as they have loaded', async ({
  driver,
  embedded,
  mail,
}) => {
  const { releaseViews } = await openWithoutViews(driver)
  const field = driver.frame.getByTestId('email-input')
  await field.fill(mail.address)
  await field.press('Enter')
  await expect(driver.frame.getByTestId('email-submit')).toHaveAttribute('aria-busy', 'true')
  releaseViews()
  await embedded.expectCodePanel()
})

const { defaultBrowserType: _, ...pixel } = devices['Pixel 7']

for (const [visitor, query, context] of [
  ['a German visitor', '&data-locale=de', {}],
  ['an Arabic visitor', '&data-locale=ar', {}],
  ['a visitor who prefers dark colors', '&data-theme=dark', {}],
  ['a German visitor on a phone in the dark', '&data-locale=de&data-theme=dark', pixel],
] as const)
  test.describe(() => {
    test.use(context)
    test(`what ${visitor} sees before the views load equals what React shows`, async ({ driver, page }) => {
      await announceWallets(page, [harbor])
      const releaseViews = await holdViews(page)
      await driver.visitPage('plain', `?data-warm=none${query}`)
      await driver.loaded()
      await driver.startOpen()
      const list = driver.frame.getByTestId('wallet-list')
      await expect(list.getByTestId(`wallet-selector-${harbor.rdns}`)).toBeVisible()
      const readLook = () =>
        driver.card().evaluate((card) =>
          [card, ...card.querySelectorAll('h1, button, input, li, p, a')].map((element) => {
            const { color, backgroundColor, direction } = getComputedStyle(element)
            const box = element.getBoundingClientRect().toJSON()
            return { box, text: element.textContent, color, backgroundColor, direction }
          }),
        )
      await driver.settled()
      const before = await readLook()
      releaseViews()
      await driver.expectOpen()
      await driver.settled()
      expect(await readLook()).toEqual(before)
      const { lang, dir, dataset } = await driver.frame.locator('html').evaluate(() => {
        const { lang, dir, dataset } = document.documentElement
        return { lang, dir, dataset: { ...dataset } }
      })
      const language = /locale=(\w+)/.exec(query)?.[1] ?? 'en'
      expect([lang, dir, dataset.theme, dataset.device]).toEqual([
        language,
        language === 'ar' ? 'rtl' : 'ltr',
        query.includes('dark') ? 'dark' : 'light',
        context === pixel ? 'phone' : 'desktop',
      ])
    })
  })

test('after the views load, keeps the ticked legal checkbox and performs the press on a wallet row', async ({
  context,
  driver,
  page,
  stack,
}) => {
  await announceWallets(page, [harbor])
  await serveOptions(context, stack, { legalCheckbox: true, termsUrl: 'https://shop.example/terms' })
  const { releaseViews } = await openWithoutViews(driver)
  const box = driver.frame.getByTestId('w3m-legal-checkbox')
  const row = driver.frame.getByRole('button', { name: 'Harbor' })
  await press(box)
  // Playwright does not click a button with `aria-disabled` unless it is forced to.
  await row.click({ force: true })
  await expect(row).toHaveAttribute('aria-busy', 'true')
  releaseViews()
  await expect(driver.heading('Harbor')).toBeVisible()
  await driver.press('Back')
  await expect(box).toBeChecked()
})

test('after the views load, forgets a press on a wallet row before the legal checkbox was ticked', async ({
  context,
  driver,
  page,
  stack,
}) => {
  await announceWallets(page, [harbor])
  await serveOptions(context, stack, { legalCheckbox: true })
  const { releaseViews } = await openWithoutViews(driver)
  const box = driver.frame.getByTestId('w3m-legal-checkbox')
  const row = driver.frame.getByRole('button', { name: 'Harbor' })
  await row.click({ force: true })
  await expect(row).toHaveAttribute('aria-busy', 'true')
  await box.evaluate((element) => Object.assign(element, { isOld: true }))
  releaseViews()
  await expect(row).not.toHaveAttribute('aria-busy')
  await expect(row).toBeDisabled()
  await expect(driver.heading('Connect Wallet')).toBeVisible()
  await box.focus()
  await page.keyboard.press('Space')
  await expect(row).toBeEnabled()
  // React reuses the element of the checkbox.
  expect(await box.evaluate((element) => 'isOld' in element)).toBe(true)
  await row.press('Enter')
  await expect(driver.heading('Harbor')).toBeVisible()
})

test('React keeps the list of a project that excludes wallets, and adds the wallets of the page', async ({
  context,
  driver,
  page,
  stack,
}) => {
  await announceWallets(page, [harbor, kite])
  await serveOptions(context, stack, { excludeWalletIds: [kite.rdns] })
  const { releaseViews } = await openWithoutViews(driver)
  const field = driver.frame.getByTestId('email-input')
  await field.fill('ada@example.org')
  const rows = await driver.frame.locator('li').elementHandles()
  expect(rows.length).toBeGreaterThan(1)
  releaseViews()
  await expect(driver.frame.getByRole('button', { name: 'Harbor Installed' })).toBeVisible()
  const names = await driver.frame.getByTestId('wallet-list').locator('li [title]').allInnerTexts()
  expect(names.slice(0, 2)).toEqual(['WalletConnect', 'Harbor'])
  expect(names).not.toContain('Kite')
  for (const row of rows) expect(await row.evaluate((element) => element.isConnected)).toBe(true)
  await expect(field).toHaveValue('ada@example.org')
  await expect(field).toBeFocused()
})

test('the views render everything if the server could not prerender the first view', async ({
  context,
  driver,
  page,
  stack,
}) => {
  await announceWallets(page, [harbor])
  await rewriteModal(context, stack, (text) =>
    text.replace(firstView, '<div id="root"></div>').replace(/<template id="failure">.*?<\/template>/s, ''),
  )
  const { releaseViews } = await openWithoutViews(driver)
  const root = driver.frame.locator('#root')
  await expect(root).toBeAttached()
  await expect(root).toBeEmpty()
  releaseViews()
  await driver.expectOpen()
  await expect(driver.heading('Connect Wallet')).toBeFocused()
  await expect(driver.frame.getByRole('button', { name: 'Harbor Installed' })).toBeVisible()
})

test('shows the wallet rows of a page that opens Connect before the views load', async ({ driver, page }) => {
  const releaseViews = await holdViews(page)
  await driver.visitPage('plain', '?data-warm=none')
  await driver.loaded()
  await page.evaluate(() => void window.AppKit.open({ view: 'Connect' }))
  await expect(driver.frame.getByTestId('wallet-list').getByRole('button').first()).toBeVisible()
  releaseViews()
  await driver.expectOpen()
})

for (const options of [{ namespace: 'solana' }, { view: 'Networks' }] as const)
  test(`hides the loaded list of wallets if the page opens the modal with ${JSON.stringify(options)}`, async ({
    driver,
    page,
  }) => {
    const releaseViews = await holdViews(page)
    await driver.visitPage('plain', '?data-warm=idle')
    await driver.loaded()
    const root = driver.frame.locator('#root')
    await expect(root).toBeAttached()
    await expect(root).not.toHaveAttribute('hidden')
    await page.evaluate((given) => void window.AppKit.open(given), options)
    await expect(root).toHaveAttribute('hidden')
    releaseViews()
    await driver.expectOpen()
    await expect(root).not.toHaveAttribute('hidden')
  })

test('shows a connected visitor the account, and no wallet list before it', async ({ connected: _, driver, page }) => {
  const releaseViews = await holdViews(page)
  await page.reload()
  await driver.loaded()
  await driver.expectStatus('connected')
  await driver.startOpen()
  await expect(driver.dialog).toBeVisible()
  // This script comes after the wallet list in the document and hides the list. Once the script is there, the list is
  // hidden.
  await expect(driver.frame.locator('#early')).toBeAttached()
  const list = driver.frame.getByTestId('wallet-list')
  await expect(list).toBeAttached()
  await expect(list).toBeHidden()
  await driver.press('Close')
  await driver.expectClosed()
  await driver.startOpen()
  releaseViews()
  await expect(driver.frame.getByTestId('account-settings-address')).toBeVisible()
})

/** Gives each account of the visitor this name, as a visit with other settings would have done. */
const nameAccounts = async (driver: Driver, name: string) => {
  await driver.open()
  await driver.frame.locator('html').evaluate((_, name) => {
    const [key] = Object.keys(localStorage).filter((key) => key.endsWith('/account_view'))
    const { caipAddress } = JSON.parse(localStorage[key as string])
    const [namespace, , address] = caipAddress.split(':')
    const labels = { [`${namespace}:${address.toLowerCase()}`]: name }
    localStorage[(key as string).replace('account_view', 'address_labels')] = JSON.stringify(labels)
  }, name)
  await driver.page.reload()
  await driver.loaded()
  await driver.expectStatus('connected')
}

/** Opens the account twice: on the second visit, the code of the views is delayed. */
const reopenAccount = async (driver: Driver) => {
  const { page, frame } = driver
  await driver.open()
  await expect(frame.getByTestId('balance-amount')).toHaveText(/\d/)
  const readTexts = () =>
    frame.locator('main').evaluate((card) => [...card.querySelectorAll('[data-fact]')].map((each) => each.textContent))
  // The view stores its facts for the next visit after it has shown them.
  const isStored = () =>
    frame.locator('html').evaluate(() => {
      const [, stored = '{}'] = Object.entries(localStorage).find(([key]) => key.endsWith('/account_view')) ?? []
      const { facts = {} } = JSON.parse(stored)
      const shown = [...document.querySelectorAll<HTMLElement>('main [data-fact]')]
      return shown.every(({ dataset, textContent }) => facts[dataset.fact ?? ''] === textContent)
    })
  await expect.poll(isStored).toBe(true)
  const before = await readTexts()
  const releaseViews = await holdViews(page)
  await page.reload()
  await driver.loaded()
  await driver.expectStatus('connected')
  await driver.startOpen()
  await expect(frame.getByTestId('balance-amount')).toBeVisible()
  expect(await readTexts()).toEqual(before)
  await driver.settled()
  return { releaseViews }
}

for (const { kind, name, balance } of [
  { kind: 'without a name' },
  { kind: 'with a name', name: 'Savings' },
  { kind: 'with a long balance', balance: '10000' },
])
  test(`shows a connected visitor the account of the last visit ${kind} before the views load, and nothing moves then`, async ({
    account: { address },
    chains,
    connected: _,
    driver,
  }) => {
    if (name) await nameAccounts(driver, name)
    if (balance) await chains.first.client.setBalance({ address, value: parseEther(balance) })
    const { releaseViews } = await reopenAccount(driver)
    const label = driver.frame.getByTestId('account-label')
    if (name) await expect(label).toHaveText(name)
    else await expect(label).toHaveCount(0)
    const readBoxes = () =>
      driver.frame
        .locator('main')
        .evaluate((card) =>
          [card, ...card.querySelectorAll('button, a, [data-fact]')].map((each) =>
            each.getBoundingClientRect().toJSON(),
          ),
        )
    const before = await readBoxes()
    releaseViews()
    await driver.expectOpen()
    await expect(driver.frame.locator('[data-account]')).toHaveCount(0)
    await driver.settled()
    expect(await readBoxes()).toEqual(before)
  })

test('marks the balance of the last visit as being refreshed until the views have refreshed it', async ({
  connected: _,
  driver,
}) => {
  const { releaseViews } = await reopenAccount(driver)
  const busy = driver.frame.locator('[aria-busy="true"]', { has: driver.frame.getByTestId('balance-amount') })
  await expect(busy).toBeVisible()
  const spinner = busy.getByRole('button', { name: 'Refresh balance' }).locator('span')
  await expect(spinner).toBeVisible()
  expect(await spinner.evaluate((element) => element.getAnimations().length)).toBeGreaterThan(0)
  releaseViews()
  await driver.expectOpen()
  await expect(busy).toHaveCount(0)
})

test('the focus stays on a row of the account of the last visit when the views have loaded', async ({
  connected: _,
  driver,
}) => {
  const { releaseViews } = await reopenAccount(driver)
  const wallets = driver.frame.getByTestId('w3m-account-wallets')
  await wallets.focus()
  releaseViews()
  await driver.expectOpen()
  await expect(driver.frame.locator('[data-account]')).toHaveCount(0)
  await driver.settled()
  await expect(wallets).toBeFocused()
})

test('opens the block explorer after a press on the account of the last visit', async ({
  connected: _,
  context,
  driver,
  stack,
}) => {
  const blockExplorer = { name: 'Explorer', url: stack.guest }
  await serveProject(context, stack, ({ networks, ...project }) => ({
    ...project,
    networks: networks.map((network) => ({ ...network, blockExplorer })),
  }))
  const { releaseViews } = await reopenAccount(driver)
  const explorer = driver.frame.getByTestId('w3m-account-explorer')
  await press(explorer)
  await expect(explorer).toHaveAttribute('aria-busy', 'true')
  await stopClock(driver)
  // The link has `noopener`, so Playwright reports no popup of the page.
  const opened = context.waitForEvent('page')
  releaseViews()
  await (await opened).close()
})

test('shows a connected visitor no list of wallets if the page opens the modal before it restores the connection', async ({
  connected: _,
  driver,
}) => {
  const { page, frame } = driver
  await driver.open()
  await expect(frame.getByTestId('balance-amount')).toHaveText(/\d/)
  await page.addInitScript(() => {
    if (self !== top) return
    let kit: typeof window.AppKit
    // Opens the modal in the task in which the loader runs.
    Object.defineProperty(window, 'AppKit', {
      get: () => kit,
      set(value) {
        kit = value
        if (document.body) kit.open()
        else addEventListener('DOMContentLoaded', () => kit.open())
      },
    })
  })
  const releaseViews = await holdViews(page)
  await page.reload()
  await expect(frame.getByTestId('w3m-header-close')).toBeVisible()
  await expect(driver.heading('Connect Wallet')).toBeHidden()
  releaseViews()
  await expect(frame.getByTestId('balance-amount')).toBeVisible()
})

test('performs a press on the account of the last visit when the views have loaded', async ({
  connected: _,
  driver,
}) => {
  const { releaseViews } = await reopenAccount(driver)
  const wallets = driver.frame.getByTestId('w3m-account-wallets')
  await press(wallets)
  await expect(wallets).toHaveAttribute('aria-busy', 'true')
  releaseViews()
  await expect(driver.heading('Wallets')).toBeVisible()
})

test('no element moves from the first paint until React has taken over', async ({ driver, page }) => {
  await announceWallets(page, [harbor, kite])
  await watchLayoutShifts(page)
  const { releaseViews } = await openWithoutViews(driver)
  await expect(driver.frame.getByRole('button', { name: 'Harbor Installed' })).toBeVisible()
  await awaitFirstPaint(page)
  releaseViews()
  await driver.expectOpen()
  await driver.settled()
  expect(await readLayoutShifts(page)).toEqual([])
})

test('the first view needs one document of at most 16 KB, and four files that the document names', async ({
  driver,
  page,
  stack,
}) => {
  const loaded: { path: string; request: Request }[] = []
  page.on('requestfinished', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === stack.modal && request.frame() !== page.mainFrame()) loaded.push({ path: pathname, request })
  })
  await driver.visitPage('plain', '?data-warm=none')
  await driver.loaded()
  await driver.startOpen()
  await driver.expectOpen()
  const findDocument = () => loaded.find(({ path }) => path.startsWith('/f/'))
  await expect.poll(findDocument).toBeDefined()
  const document = findDocument()
  expect((await document?.request.sizes())?.responseBodySize).toBeLessThanOrEqual(16_384)
  const html = (await (await document?.request.response())?.text()) ?? ''
  // The content of a template is not part of the document.
  const named = await page.evaluate(
    (text) =>
      [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('link[href], script[src]')]
        .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '')
        .filter((path) => path.endsWith('.js')),
    html,
  )
  expect(named.find((path) => viewsScript.test(path))).toBeDefined()
  expect(named.length).toBeLessThanOrEqual(4)
  // The named files import no other file, so one round trip loads what the views need.
  const imported: string[] = []
  for (const path of named) {
    const code = await driver.frame.locator('html').evaluate(async (_, url) => (await fetch(url)).text(), path)
    for (const [, name] of code.matchAll(/(?:from|import)\s*["']\.\/([\w-]+\.js)["']/g))
      imported.push(`/assets/${name}`)
  }
  expect(imported).not.toEqual([])
  expect(imported.filter((name) => !named.includes(name))).toEqual([])
})

test('prepares the first view for the next visit while the modal is closed', async ({ driver, page }) => {
  await announceWallets(page, [harbor])
  await driver.visitPage('plain')
  await driver.open()
  await driver.press('What is a wallet?')
  await expect(driver.heading('What is a wallet?')).toBeVisible()
  await page.keyboard.press('Escape')
  await driver.expectClosed()
  const heading = () => driver.frame.locator('h1').textContent()
  await expect.poll(heading).toBe('Connect Wallet')
  const rows = await driver.frame.locator('li').elementHandles()
  await driver.open()
  await expect(driver.heading('Connect Wallet')).toBeFocused()
  // React reuses the element of each row, so it did not render the rows again.
  for (const row of rows) expect(await row.evaluate((element) => element.isConnected)).toBe(true)
})
