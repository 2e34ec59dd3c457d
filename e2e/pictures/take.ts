import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContextOptions, chromium, devices, type Page } from '@playwright/test'
import { findOrInstallBrowser } from '../browser.ts'
import { buildPackages } from '../commands/build.ts'
import { connectTestChains } from '../driver/chain.ts'
import { addAuthenticator, createCustodyDriver } from '../driver/custody.ts'
import { createDriver, type Driver } from '../driver/driver.ts'
import { onShutdown } from '../stack/parentEnd.ts'
import { fixedPorts } from '../stack/ports.ts'
import { startStack } from '../stack/stack.ts'

/**
 * `node e2e/pictures/take.ts`: takes the README's screenshots in the demo shop. The stack has the ports of `npm start`,
 * because the pictures show its addresses.
 */
type Picture = { name: string; context: BrowserContextOptions; show(driver: Driver, embedded: Embedded): Promise<void> }
type Embedded = ReturnType<typeof createCustodyDriver>

const deviceScaleFactor = 2
/** Wide enough to show the shop on both sides of the modal, and tall enough for the largest card. */
const desk = { viewport: { width: 1200, height: 800 }, deviceScaleFactor } as const
const phone = { ...devices['iPhone 13'], viewport: { width: 390, height: 844 }, deviceScaleFactor }
/** Each scheme has its own mail host, so that each login finds one mail of each kind. */
const schemes = [
  ['light', 'orchard.example'],
  ['dark', 'fennel.example'],
] as const

const connect = async (driver: Driver): Promise<void> => {
  await driver.open()
  await driver.frame.getByRole('button', { name: 'WalletConnect' }).waitFor()
}
const account = async (driver: Driver): Promise<void> => {
  await driver.open()
  await driver.chooseWallet('Test Wallet')
  await driver.page.getByRole('button', { name: 'Approve' }).click()
  await driver.expectClosed()
  await driver.open()
  await driver.text(/ETH/).first().waitFor()
}
const typeCode =
  (address: string) =>
  async (driver: Driver, embedded: Embedded): Promise<void> => {
    const mail = createMail(address)
    await driver.open()
    await embedded.typeEmail(mail.address)
    await embedded.expectCodePanel()
    await embedded.digit(1).waitFor()
    await embedded.typeCode('482')
  }
const approve =
  (address: string) =>
  async (driver: Driver, embedded: Embedded): Promise<void> => {
    await embedded.logIn(createMail(address))
    const owner = (await driver.page.locator('#account').textContent()) as `0x${string}`
    await connectTestChains(stack.addresses).first.fund(owner)
    // With a passkey, the shop shows the card of a payment inside the modal.
    await addAuthenticator(driver.page)
    await embedded.addPasskey()
    await driver.page.getByRole('button', { name: 'Pay with your wallet' }).click()
    // Moves the pointer away first, since a frame keeps its hover state until the pointer moves out.
    await driver.page.mouse.move(0, 0)
    await embedded.secure.locator('.approve__button[aria-disabled="false"]').waitFor()
  }
const pictures: Picture[] = schemes.flatMap(([colorScheme, mailHost]) => [
  { name: `connect-${colorScheme}`, context: { ...desk, colorScheme }, show: connect },
  { name: `account-${colorScheme}`, context: { ...desk, colorScheme }, show: account },
  { name: `email-${colorScheme}`, context: { ...desk, colorScheme }, show: typeCode(`mara@${mailHost}`) },
  { name: `approve-${colorScheme}`, context: { ...desk, colorScheme }, show: approve(`leo@${mailHost}`) },
  { name: `phone-${colorScheme}`, context: { ...phone, colorScheme }, show: connect },
])

/** Waits until the directory's icons are painted. */
const allPictures = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
}

onShutdown(() => process.exit(1))
if (!(await buildPackages())) process.exit(1)
const data = await mkdtemp(join(tmpdir(), 'appkit-pictures-'))
const stack = await startStack({
  ports: await fixedPorts(process.env),
  data,
  withMail: {},
  onLoss: (name, said) => console.error(`The ${name} ended by itself.\n${said}`),
})
const createMail = (address: string) => ({
  address,
  async find(pattern: RegExp): Promise<string> {
    for (;;) {
      const mails = stack.mailBox?.mails(address) ?? []
      const found = mails.map(({ text }) => pattern.exec(text)?.[1]).find((match) => match !== undefined)
      if (found !== undefined) return found
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  },
})
// A Linux server has no good default font for interfaces. Other systems ignore this file.
const fonts = join(data, 'fonts.conf')
const preferred = '<string>Inter</string><string>Liberation Sans</string>'
const preferences = ['system-ui', 'sans-serif', 'sans'].map(
  (family) =>
    `<match><test name="family"><string>${family}</string></test>
<edit name="family" mode="prepend" binding="strong">${preferred}</edit></match>`,
)
await writeFile(fonts, `<fontconfig><include>/etc/fonts/fonts.conf</include>${preferences.join('')}</fontconfig>`)
const browser = await chromium.launch({
  executablePath: findOrInstallBrowser(),
  env: { ...process.env, FONTCONFIG_FILE: fonts } as Record<string, string>,
  // The scale that a context emulates doesn't reach the modal's frame, so a flag of the browser sets the scale there.
  args: [`--force-device-scale-factor=${deviceScaleFactor}`],
})
for (const { name, context: options, show } of pictures) {
  const context = await browser.newContext({ ...options, locale: 'en-US' })
  const page = await context.newPage()
  const driver = createDriver(page, stack.addresses)
  await driver.visit('/')
  await driver.loaded()
  await show(driver, createCustodyDriver(page, driver, stack.addresses))
  await driver.settled()
  // Moves the pointer off the rows.
  await page.mouse.move(0, 0)
  await allPictures(page)
  await page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, import.meta.url)) })
  await context.close()
}
await browser.close()
await stack.stop()
await rm(data, { recursive: true, force: true })
