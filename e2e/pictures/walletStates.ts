import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type FrameLocator, type Page } from '@playwright/test'
import { findOrInstallBrowser } from '../browser.ts'
import { buildPackages } from '../commands/build.ts'
import { createCustodyDriver } from '../driver/custody.ts'
import { createDriver } from '../driver/driver.ts'
import { openInbox } from '../driver/inbox.ts'
import { onShutdown } from '../stack/parentEnd.ts'
import { findFreePorts } from '../stack/ports.ts'
import { startStack } from '../stack/stack.ts'

/**
 * `node e2e/pictures/walletStates.ts [folder] [look]` takes pictures of the wallet's panels for
 * people to look at. No test compares them.
 */
type Look = { name: string; context: BrowserContextOptions; locale: string; fontSize?: number }

const narrow = { width: 320, height: 600 }
const looks: Look[] = [
  { name: 'light', context: { viewport: { width: 900, height: 800 }, colorScheme: 'light' }, locale: 'en' },
  { name: 'dark', context: { viewport: { width: 900, height: 800 }, colorScheme: 'dark' }, locale: 'en' },
  { name: 'german', context: { viewport: narrow, colorScheme: 'light' }, locale: 'de' },
  { name: 'arabic', context: { viewport: narrow, colorScheme: 'dark' }, locale: 'ar' },
  { name: 'large', context: { viewport: narrow, colorScheme: 'light' }, locale: 'de', fontSize: 32 },
]
const [folder = 'test-results/pictures/wallet', only] = process.argv.slice(2)

onShutdown(() => process.exit(1))
if (!(await buildPackages())) process.exit(1)
await mkdir(folder, { recursive: true })
const data = await mkdtemp(join(tmpdir(), 'appkit-states-'))
const stack = await startStack({
  ports: await findFreePorts(),
  data,
  withMail: {},
  onLoss: (name, said) => console.error(`The ${name} ended by itself.\n${said}`),
})
const { mailBox } = stack
if (!mailBox) throw new Error('The stack has no mail box.')
/** With storage partitioning, as in visitors' browsers. */
const features = '--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets,TrackingProtection3pcd'
const browser = await chromium.launch({ executablePath: findOrInstallBrowser(), args: [features] })

const enlarge = async (page: Page, fontSize: number | undefined): Promise<void> => {
  if (!fontSize) return
  for (const frame of [page, ...page.frames().filter((each) => each.parentFrame())]) {
    const session = await page
      .context()
      .newCDPSession(frame)
      .catch(() => null)
    await session?.send('Page.setFontSizes', { fontSizes: { standard: fontSize, fixed: 26 } }).catch(() => undefined)
  }
}

for (const { name, context: options, locale, fontSize } of looks) {
  if (only && only !== name) continue
  let count = 0
  const visit = async () => {
    const context = await browser.newContext({ ...options, locale })
    const page = await context.newPage()
    page.setDefaultTimeout(40_000)
    const driver = createDriver(page, stack.addresses)
    await driver.visit('/')
    await driver.loaded()
    await page.evaluate((to) => window.AppKit.configure({ locale: to }), locale)
    return { page, driver, custody: createCustodyDriver(page, driver, stack.addresses) }
  }
  const shoot = async (page: Page, state: string): Promise<void> => {
    await enlarge(page, fontSize)
    await page.waitForTimeout(900)
    count += 1
    await page.screenshot({ path: join(folder, `${name}-${String(count).padStart(2, '0')}-${state}.png`) })
  }
  const mail = openInbox(mailBox, `mara.${name}@orchard.example`)
  const press = (secure: FrameLocator | Page, selector: string) => secure.locator(selector).first().click()
  const logIn = async ({ page, driver, custody }: Awaited<ReturnType<typeof visit>>, withPictures: boolean) => {
    const { frame } = driver
    await driver.page.evaluate(() => void window.AppKit.open())
    const input = frame.getByTestId('email-input')
    await input.waitFor()
    await enlarge(page, fontSize)
    if (withPictures) {
      await input.fill('mara@quince')
      await input.press('Enter')
      await shoot(page, 'wrong-address')
    }
    mail.forget()
    await input.fill(mail.address)
    await input.press('Enter')
    const first = custody.secure.locator('.otp input').first()
    await first.waitFor()
    const code = (await mail.find(/^\s*(\d{3} ?\d{3})\s*$/m)).replace(' ', '')
    if (withPictures) {
      await shoot(page, 'code')
      await page.waitForTimeout(300)
      await first.click()
      await page.keyboard.type(code === '000000' ? '111111' : '000000')
      await custody.secure.locator('.hint--bad').first().waitFor()
      await shoot(page, 'wrong-code')
    }
    await page.waitForTimeout(500)
    await first.click()
    await page.keyboard.type(code)
  }
  const step = async (title: string, run: () => Promise<void>): Promise<void> => {
    await run().catch((thrown) => console.error(`${name}, ${title}: ${String(thrown).slice(0, 300)}`))
  }
  const firstVisit = await visit()
  const { page, driver, custody } = firstVisit
  const { secure } = custody
  await step('login', () => logIn(firstVisit, true))
  await step('ready', async () => {
    await secure.locator('.ready').waitFor()
    await shoot(page, 'ready')
    await press(secure, 'summary')
    await shoot(page, 'who-could-open')
    await press(secure, '.foot .button--quiet')
  })
  await step('settings', async () => {
    await page.waitForTimeout(1500)
    await page.evaluate(() => void window.AppKit.open())
    await driver.frame.getByTestId('w3m-account-settings').click()
    await secure.locator('.row').first().waitFor()
    await shoot(page, 'settings')
    await secure.locator('button.row').nth(1).click()
    await secure.locator('.words').waitFor()
    await shoot(page, 'backup')
    await press(secure, '.foot .button--quiet')
  })
  let opened: Page | undefined
  await step('window', async () => {
    const popup = page.waitForEvent('popup')
    await secure.locator('button.row').last().click()
    opened = await popup
    const own = opened
    await own.setViewportSize(options.viewport ?? narrow)
    await own.locator('#email').waitFor()
    await shoot(page, 'window-waits')
    await shoot(own, 'window-sign-in')
    await own.locator('#email').fill('mara@quince')
    await own.locator('.foot .button--primary').click({ force: true })
    await shoot(own, 'window-wrong-address')
    mail.forget()
    await own.locator('#email').fill(mail.address)
    await own.locator('.foot .button--primary').click({ force: true })
    await own.locator('.otp input').first().waitFor()
    const code = (await mail.find(/^\s*(\d{3} ?\d{3})\s*$/m)).replace(' ', '')
    await own.locator('.otp input').first().click()
    await own.keyboard.type(code)
    await own.locator('.ready, .hero').first().waitFor()
    await own.waitForTimeout(3000)
    await shoot(own, 'window-after-code')
    const toSecurity = own.locator('.foot .button--primary')
    if ((await own.locator('button.row').count()) === 0) await toSecurity.click()
    await own.locator('button.row').first().waitFor()
    await shoot(own, 'window-settings')
    await own.locator('.body').evaluate((body) => body.scrollTo(0, 10_000))
    await shoot(own, 'window-settings-end')
    const rows = await own.locator('button.row').count()
    for (let row = 1; row < rows; row += 1) {
      await own.locator('button.row').nth(row).click()
      await own.waitForTimeout(1800)
      await shoot(own, `window-row-${row}`)
      for (let back = 0; back < 3 && (await own.locator('#idle').count()) === 0; back += 1) {
        await own.locator('.foot .button').last().click({ timeout: 5_000 })
        await own.waitForTimeout(900)
      }
    }
  })
  await opened?.close()
  const secondVisit = await visit()
  await step('second browser', async () => {
    await logIn(secondVisit, false)
    const { page: other, custody: there } = secondVisit
    await there.secure.locator('.list').waitFor()
    await shoot(other, 'second-browser')
    await there.secure.locator('button.row').nth(0).click()
    await other.waitForTimeout(2500)
    await shoot(other, 'second-browser-first-way')
  })
  await secondVisit.page.context().close()
  await page.context().close()
}
await browser.close()
await stack.stop()
await rm(data, { recursive: true, force: true })
