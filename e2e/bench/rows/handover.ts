import { type Browser, expect, type Page } from '@playwright/test'
import { modalFrame } from '../../driver/modalFrame.ts'
import { createRandom } from '../../random.ts'
import { findFreePort } from '../../stack/ports.ts'
import { waitUntilInteractive, watchInteractive } from '../interactive.ts'
import { directoryRows, watchPaint } from '../painted.ts'
import {
  animationFrameMs,
  type BenchContext,
  type BenchRow,
  formatMilliseconds,
  halfRange,
  type MeasureRows,
  median,
} from '../row.ts'
import { type SlowdownConditions, slowDown, slowdownConditions } from '../slowdown.ts'

declare global {
  interface Window {
    /** Presses the first wallet row that the server rendered, once the row is painted. */
    pressesAtPaint: boolean
    /** Epoch milliseconds of the first paint of another view than the first one. */
    nextViewAt?: number
  }
}

const seed = 13
const longestDelayMs = 600
const pressesOfRound = 12
const pressLimit = 100
const frameLimit = 2
const viewTimeout = { timeout: 20_000 }

/** Presses rows before, while and after the views take over from the document's script. */
export const measureHandover: MeasureRows = async (context) => {
  const rows: BenchRow[] = []
  for (const [name, slowed] of Object.entries(slowdownConditions)) {
    const times: number[] = []
    for (let round = 0; round < context.rounds; round += 1) times.push(await pressAtPaint(context, slowed))
    const middle = median(times)
    rows.push({
      figure: `${name}: a press at the first paint, from the take-over until its view is painted`,
      measured: `${formatMilliseconds(middle)} ± ${halfRange(times).toFixed(0)}`,
      bound: `≤ ${frameLimit} frames`,
      holds: middle <= frameLimit * animationFrameMs,
    })
  }
  return [...rows, await pressAtRandom(context)]
}

async function pressAtPaint(context: BenchContext, slowed: SlowdownConditions): Promise<number> {
  const port = await findFreePort()
  const browser = await context.launch([`--remote-debugging-port=${port}`])
  const stop = await slowDown(port, slowed)
  const page = await browser.newPage()
  await watchInteractive(page)
  await page.addInitScript(pressAndWatch, directoryRows)
  await openModal(page, context)
  await page.waitForFunction(() => document.querySelector('iframe'))
  await expect.poll(() => page.frames().some((frame) => /\/f\//.test(frame.url())), viewTimeout).toBe(true)
  const interactiveAt = await waitUntilInteractive(page)
  const frame = modalFrame(page)
  await frame.waitForFunction(() => window.nextViewAt !== undefined, undefined, viewTimeout)
  const viewAt = await frame.evaluate(() => window.nextViewAt ?? Number.NaN)
  stop()
  await browser.close()
  return viewAt - interactiveAt
}

/** Presses a row and reports when its view is painted. This function runs in every document of the page. */
function pressAndWatch({ selector, least }: typeof directoryRows): void {
  if (window === window.top) return
  // A task that an animation frame posts runs after the paint. With this priority it doesn't wait for React's effects.
  const afterPaint = (act: () => void) => void scheduler.postTask(act, { priority: 'user-blocking' })
  let firstHeading: string | null | undefined
  const look = () => {
    const heading = document.querySelector('main h1')?.textContent
    const rows = document.querySelectorAll<HTMLElement>(selector)
    if (firstHeading === undefined && heading && rows.length >= least) {
      firstHeading = heading
      // The first row is WalletConnect's own.
      afterPaint(() => rows[1]?.click())
    } else if (firstHeading && heading && heading !== firstHeading) {
      return afterPaint(() => {
        window.nextViewAt = performance.timeOrigin + performance.now()
      })
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/**
 * A wallet row to press: its position, the heading of the first view, and the heading of the view that the row opens.
 */
type Target = { x: number; y: number; first: string; heading: string }
type Outcome = { result: 'once' | 'lost' | 'twice' | 'another view'; wasEarly: boolean }

/** Presses with the mouse, so that an element that covers the row gets the press instead, as with a visitor. */
async function pressAtRandom(context: BenchContext): Promise<BenchRow> {
  const port = await findFreePort()
  const browser = await context.launch([`--remote-debugging-port=${port}`])
  const stop = await slowDown(port, slowdownConditions['CPU 4× slower'])
  const targets = await readTargets(browser, context)
  const random = createRandom(seed)
  const outcomes: Outcome[] = []
  for (let press = 0; press < Math.min(pressLimit, context.rounds * pressesOfRound); press += 1) {
    const delayMs = random() * longestDelayMs
    const target = targets[Math.floor(random() * targets.length)]
    if (target) outcomes.push(await pressOnce(browser, context, target, delayMs))
  }
  stop()
  await browser.close()
  const count = (result: Outcome['result']) => outcomes.filter((outcome) => outcome.result === result).length
  const early = outcomes.filter(({ wasEarly }) => wasEarly).length
  return {
    figure: `presses up to ${longestDelayMs} ms after the rows' first paint, CPU 4× slower: performed once; lost; twice; another view`,
    measured: `${count('once')} of ${outcomes.length} (${early} before the take-over); ${count('lost')}; ${count('twice')}; ${count('another view')}`,
    bound: 'all; 0; 0; 0',
    holds: count('once') === outcomes.length,
  }
}

async function openModal(page: Page, { stack }: BenchContext): Promise<void> {
  await page.goto(`${stack.shop}/page/plain?data-theme=light&data-warm=none`)
  await page.waitForFunction(() => Boolean(window.AppKit))
  await page.locator('[data-appkit-open]').click()
}

async function openUntilPainted(page: Page, context: BenchContext): Promise<void> {
  await watchInteractive(page)
  const paint = await watchPaint(page)
  const [painted] = await paint.arm()
  await openModal(page, context)
  await painted
}

const headingOf = (page: Page) => modalFrame(page).locator('main h1').first()
const readHeading = async (page: Page): Promise<string> => (await headingOf(page).textContent()) ?? ''

/** Reads the position of each wallet row that the server rendered, and the heading of the view that the row opens. */
async function readTargets(browser: Browser, context: BenchContext): Promise<Target[]> {
  const page = await browser.newPage()
  await openUntilPainted(page, context)
  await waitUntilInteractive(page)
  const frame = modalFrame(page)
  const first = await readHeading(page)
  const targets: Target[] = []
  for (let index = 0; index < directoryRows.least; index += 1) {
    const row = frame.locator(directoryRows.selector).nth(index)
    const box = await row.boundingBox()
    if (!box) throw new Error('A row has no position.')
    await row.click()
    await expect(headingOf(page)).not.toHaveText(first, viewTimeout)
    const heading = await readHeading(page)
    targets.push({ x: box.x + box.width / 2, y: box.y + box.height / 2, first, heading })
    await frame.getByRole('button', { name: 'Back' }).click()
    await expect(headingOf(page)).toHaveText(first, viewTimeout)
  }
  await page.close()
  return targets
}

async function pressOnce(browser: Browser, context: BenchContext, target: Target, delayMs: number): Promise<Outcome> {
  const own = await browser.newContext()
  const page = await own.newPage()
  await openUntilPainted(page, context)
  await new Promise((resolve) => setTimeout(resolve, delayMs))
  const pressedAt = Date.now()
  await page.mouse.click(target.x, target.y)
  const wasEarly = pressedAt < (await waitUntilInteractive(page))
  try {
    return { result: await resultOf(page, target), wasEarly }
  } finally {
    await own.close()
  }
}

async function resultOf(page: Page, { first, heading }: Target): Promise<Outcome['result']> {
  try {
    await expect(headingOf(page)).not.toHaveText(first, { timeout: 5_000 })
  } catch {
    return 'lost'
  }
  if ((await readHeading(page)) !== heading) return 'another view'
  // One press of Back must lead to the first view. If the modal had performed the press on the row twice, Back would
  // lead to the row's view again.
  await modalFrame(page).getByRole('button', { name: 'Back' }).click()
  try {
    await expect(headingOf(page)).toHaveText(first, { timeout: 5_000 })
    return 'once'
  } catch {
    return 'twice'
  }
}
