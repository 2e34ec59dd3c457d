import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContextOptions, chromium, devices, type Page } from '@playwright/test'
import { findOrInstallBrowser } from '../browser.ts'
import { buildPackages } from '../commands/build.ts'
import { connectTestChains } from '../driver/chain.ts'
import { createDriver, type Driver } from '../driver/driver.ts'
import { createEmbeddedDriver } from '../driver/embedded.ts'
import { onShutdown } from '../stack/parentEnd.ts'
import { findFreePorts } from '../stack/ports.ts'
import { startStack } from '../stack/stack.ts'

/** `node e2e/pictures/take.ts`: takes the README's screenshots in the demo shop. */
type Picture = { name: string; context: BrowserContextOptions; show(driver: Driver, embedded: Embedded): Promise<void> }
type Embedded = ReturnType<typeof createEmbeddedDriver>

const deviceScaleFactor = 2
const desk = { viewport: { width: 820, height: 680 }, deviceScaleFactor } as const
const connect = (driver: Driver) => driver.frame.getByRole('button', { name: 'WalletConnect' }).waitFor()
/** The window is tall enough for the largest cards. */
const tall = { ...desk, viewport: { width: 820, height: 780 } } as const
const typeCode =
  (address: string) =>
  async (_: Driver, embedded: Embedded): Promise<void> => {
    const mail = createMail(address)
    await embedded.typeEmail(mail.address)
    await embedded.approveDevice(mail)
    await embedded.digit(1).waitFor()
    await embedded.typeCode('482')
  }
const pay =
  (address: string) =>
  async (driver: Driver, embedded: Embedded): Promise<void> => {
    await embedded.logInHere(createMail(address))
    const account = (await driver.page.locator('#account').textContent()) as `0x${string}`
    await connectTestChains(stack.addresses).first.fund(account)
    await driver.page.getByRole('button', { name: 'Pay with your wallet' }).click()
    // Moves the pointer away first, since a frame keeps its hover state until the pointer moves out.
    await driver.page.mouse.move(0, 0)
    await embedded.secure.locator('.approve__button[aria-disabled="false"]').waitFor()
  }
const pictures: Picture[] = [
  { name: 'connect-light', context: { ...desk, colorScheme: 'light' }, show: connect },
  { name: 'connect-dark', context: { ...desk, colorScheme: 'dark' }, show: connect },
  { name: 'email-light', context: { ...tall, colorScheme: 'light' }, show: typeCode('mara@orchard.example') },
  { name: 'email-dark', context: { ...tall, colorScheme: 'dark' }, show: typeCode('mara@fennel.example') },
  { name: 'approve-light', context: { ...tall, colorScheme: 'light' }, show: pay('leo@orchard.example') },
  { name: 'approve-dark', context: { ...tall, colorScheme: 'dark' }, show: pay('leo@fennel.example') },
  {
    name: 'code-light',
    context: { ...desk, colorScheme: 'light' },
    async show(driver) {
      await driver.chooseWallet('WalletConnect')
      await driver.frame.getByTestId('wui-qr-code').waitFor()
    },
  },
  {
    name: 'phone-light',
    context: { ...devices['iPhone 13'], deviceScaleFactor, colorScheme: 'light' },
    async show(driver) {
      await driver.chooseWallet('WalletConnect')
      await driver.heading('All Wallets').waitFor()
      await allPictures(driver.page)
    },
  },
]

/** Waits until the directory's icons are painted. */
const allPictures = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
}

onShutdown(() => process.exit(1))
if (!(await buildPackages())) process.exit(1)
const data = await mkdtemp(join(tmpdir(), 'appkit-pictures-'))
const stack = await startStack({
  ports: await findFreePorts(),
  data,
  withMail: {},
  onLoss: (name, said) => console.error(`The ${name} ended by itself.\n${said}`),
})
/** Each screenshot has a new browser and e-mail address, and therefore one mail of each kind. */
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
const browser = await chromium.launch({
  executablePath: findOrInstallBrowser(),
  // The scale that a context emulates doesn't reach the modal's frame, so a flag of the browser sets the scale there.
  args: [`--force-device-scale-factor=${deviceScaleFactor}`],
})
for (const { name, context: options, show } of pictures) {
  const context = await browser.newContext({ ...options, locale: 'en-US' })
  const page = await context.newPage()
  const driver = createDriver(page, stack.addresses)
  await driver.visit('/')
  await driver.loaded()
  await driver.open()
  await show(driver, createEmbeddedDriver(page, driver, stack.addresses))
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
