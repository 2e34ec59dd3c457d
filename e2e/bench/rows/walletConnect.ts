import { expect, type Page } from '@playwright/test'
import { brotliSize, walletConnectFiles } from '../../../frame-app/build/builtFiles.ts'
import { scanQrCode } from '../../driver/qr.ts'
import { watchPaint } from '../painted.ts'
import { openAgreeingWallet, openBareSite, remoteWalletAddress } from '../remotePeers.ts'
import { type BenchContext, formatBytes, formatMilliseconds, type MeasureRows, median } from '../row.ts'

const codeLimitMs = 250
const chunkLimit = 95 * 1024
const signatures = 20
const message = '0x476f6f6420636f66666565'

/**
 * Connects a wallet on another device. Measures the time until the QR code shows, and the time that the product adds to
 * that of relay and wallet.
 */
export const measureWalletConnect: MeasureRows = async (context) => {
  const code = await measureCode(context)
  const wallet = await openAgreeingWallet(context.stack)
  const ours = await measureSite(context, wallet.pair)
  const floor = await measureFloor(context, wallet.pair)
  await wallet.close()
  const chunk = walletConnectFiles().reduce((sum, file) => sum + brotliSize(file), 0)
  return [
    {
      figure: 'click on WalletConnect → code painted, files cached; against one that is at hand',
      measured: formatMilliseconds(code.first),
      floor: formatMilliseconds(code.second),
      bound: `≤ ${codeLimitMs} ms`,
      holds: code.first <= codeLimitMs,
    },
    {
      figure: 'wallet reads the code and agrees → page connected; against the bare client',
      measured: formatMilliseconds(ours.connected),
      floor: formatMilliseconds(floor.connected),
      bound: '',
      holds: true,
    },
    {
      figure: 'personal_sign to that wallet and back (p50); against the bare client',
      measured: formatMilliseconds(ours.signed),
      floor: formatMilliseconds(floor.signed),
      bound: '',
      holds: true,
    },
    {
      figure: 'what WalletConnect loads when it is needed, brotli',
      measured: formatBytes(chunk),
      bound: `≤ ${formatBytes(chunkLimit)}`,
      holds: chunk <= chunkLimit,
    },
  ]
}

const frameOf = (page: Page) => page.frameLocator('iframe[src*="/f/"]')
const row = (page: Page) => frameOf(page).getByTestId('wallet-selector-walletConnect')
const code = (page: Page) => frameOf(page).getByTestId('wui-qr-code')

async function openList(page: Page): Promise<void> {
  await page.locator('[data-appkit-open]').click()
  await row(page).waitFor()
}

/**
 * Measures how long the QR code takes to show. Each round loads a new document with a warm cache and shows the code,
 * goes back, and shows the same code a second time.
 */
async function measureCode({ launch, stack, rounds }: BenchContext) {
  const browser = await launch()
  const page = await browser.newPage()
  const paint = await watchPaint(page, { selector: '[data-testid="wui-qr-code"] path', least: 1 })
  const click = async (): Promise<number> => {
    const [painted] = await paint.arm()
    await row(page).click()
    const at = await painted
    return (
      at -
      (await frameOf(page)
        .locator('html')
        .evaluate(() => window.clickedAt))
    )
  }
  const first: number[] = []
  const second: number[] = []
  for (let round = -1; round < rounds; round += 1) {
    await page.goto(`${stack.shop}/page/plain`)
    await page.waitForFunction(() => Boolean(window.AppKit))
    await openList(page)
    const took = await click()
    await frameOf(page).getByRole('button', { name: 'Back' }).click()
    await Promise.all([row(page).waitFor(), code(page).waitFor({ state: 'hidden' })])
    const tookAgain = await click()
    if (round < 0) continue
    first.push(took)
    second.push(tookAgain)
  }
  await browser.close()
  return { first: median(first), second: median(second) }
}

/**
 * Times the connection, from the scan of the QR code until the page is connected. Then times requests of the page to
 * the wallet.
 */
async function measureSite({ launch, stack, rounds }: BenchContext, pair: (uri: string) => Promise<void>) {
  const browser = await launch()
  const connected: number[] = []
  const signed: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${stack.shop}/page/plain`)
    await page.waitForFunction(() => Boolean(window.AppKit))
    await openList(page)
    await row(page).click()
    let uri = ''
    await expect(async () => {
      uri = (await scanQrCode(code(page))) ?? ''
      expect(uri).toMatch(/^wc:/)
    }).toPass({ timeout: 15_000 })
    const heard = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          window.AppKit.subscribe(({ accounts }) => {
            if (accounts.eip155?.status === 'connected') resolve(Date.now())
          })
        }),
    )
    // Playwright runs calls in order. When this second call returns, the call before it has added the page's listener.
    await page.evaluate(() => 0)
    const before = Date.now()
    await pair(uri)
    connected.push((await heard) - before)
    const spent = await page.evaluate(
      async ([text, address, count]) => {
        const provider = window.AppKit.getProvider('eip155')
        const times: number[] = []
        for (let call = 0; call < count; call += 1) {
          const start = performance.now()
          await provider.request({ method: 'personal_sign', params: [text, address] })
          times.push(performance.now() - start)
        }
        return times
      },
      [message, remoteWalletAddress, signatures] as const,
    )
    signed.push(...spent)
    await page.evaluate(() => window.AppKit.disconnect())
    await context.close()
  }
  await browser.close()
  return { connected: median(connected), signed: median(signed) }
}

async function measureFloor({ stack, rounds }: BenchContext, pair: (uri: string) => Promise<void>) {
  const site = await openBareSite(stack)
  const connected: number[] = []
  const signed: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { uri, settled } = await site.propose()
    const before = performance.now()
    const [topic] = await Promise.all([settled, pair(uri)])
    connected.push(performance.now() - before)
    for (let call = 0; call < signatures; call += 1) {
      const start = performance.now()
      await site.sign(topic, message)
      signed.push(performance.now() - start)
    }
  }
  await site.close()
  return { connected: median(connected), signed: median(signed) }
}
