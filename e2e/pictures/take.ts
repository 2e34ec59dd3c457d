import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContextOptions, chromium, devices, type Page } from '@playwright/test'
import { provideBrowser } from '../browser.ts'
import { build } from '../commands/build.ts'
import { createKit, type Kit } from '../driver/kit.ts'
import { onEnd } from '../stack/lifeline.ts'
import { freePorts } from '../stack/ports.ts'
import { startStack } from '../stack/stack.ts'

/** `node e2e/pictures/take.ts`: draws the README's pictures anew from the demo shop. */
type Picture = { name: string; look: BrowserContextOptions; show(kit: Kit): Promise<void> }

const deviceScaleFactor = 2
const desk = { viewport: { width: 820, height: 640 }, deviceScaleFactor } as const
const connect = (kit: Kit) => kit.frame.getByRole('button', { name: 'WalletConnect' }).waitFor()
const pictures: Picture[] = [
  { name: 'connect-light', look: { ...desk, colorScheme: 'light' }, show: connect },
  { name: 'connect-dark', look: { ...desk, colorScheme: 'dark' }, show: connect },
  {
    name: 'code-light',
    look: { ...desk, colorScheme: 'light' },
    async show(kit) {
      await kit.chooseWallet('WalletConnect')
      await kit.frame.getByTestId('wui-qr-code').waitFor()
    },
  },
  {
    name: 'phone-light',
    look: { ...devices['iPhone 13'], deviceScaleFactor, colorScheme: 'light' },
    async show(kit) {
      await kit.chooseWallet('WalletConnect')
      await kit.heading('All Wallets').waitFor()
      await allPictures(kit.page)
    },
  },
]

/** The directory's own, drawn and not only asked for. */
const allPictures = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
}

onEnd(() => process.exit(1))
if (!(await build())) process.exit(1)
const data = await mkdtemp(join(tmpdir(), 'appkit-pictures-'))
const stack = await startStack({
  ports: await freePorts(),
  data,
  onLoss: (name, said) => console.error(`The ${name} ended by itself.\n${said}`),
})
const browser = await chromium.launch({
  executablePath: provideBrowser(),
  // Also for the modal's frame, which the emulation does not reach.
  args: [`--force-device-scale-factor=${deviceScaleFactor}`],
})
for (const { name, look, show } of pictures) {
  const context = await browser.newContext({ ...look, locale: 'en-US' })
  const page = await context.newPage()
  const kit = createKit(page, stack.addresses)
  await kit.visit('/')
  await kit.loaded()
  await kit.open()
  await show(kit)
  await kit.settled()
  // No row under the pointer.
  await page.mouse.move(0, 0)
  await allPictures(page)
  await page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, import.meta.url)) })
  await context.close()
}
await browser.close()
await stack.stop()
await rm(data, { recursive: true, force: true })
