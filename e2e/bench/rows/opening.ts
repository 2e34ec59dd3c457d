import { expect, type Page } from '@playwright/test'
import { findFreePort } from '../../stack/ports.ts'
import { announceBenchWallets } from '../pageWallets.ts'
import { type PaintWatch, pageWalletRows, watchPaint } from '../painted.ts'
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
import { readStaticRows } from '../staticRows.ts'

const pointerMs = 200
const idleMs = 2_000

/** The state of the page before the click: new, with the pointer on the button, or idle. */
type Start = 'none' | 'intent' | 'idle'
type Visit = {
  url: string
  start: Start
  conditions: SlowdownConditions
  isCached?: boolean
  opensTwice?: boolean
  /** Watches the rows of the page's wallets instead of the rows that the server rendered. */
  hasPageWallets?: boolean
}
type Times = { first: number; spread: number }

/**
 * Times a click until five rows that a visitor can press are on the screen. Hand-written pages with the same rows are
 * timed beside it.
 */
export const measureOpening: MeasureRows = async (context) => {
  const floors = await addFloors(context)
  const rows: BenchRow[] = []
  for (const [name, slowed] of Object.entries(slowdownConditions)) {
    const time = (url: string, start: Start, more: Partial<Visit> = {}) =>
      measure(context, { url, start, conditions: slowed, ...more })
    const host = (start: Start): string => `${context.stack.shop}/page/plain?data-theme=light&data-warm=${start}`
    const slowFrames = slowed.cpu > 1 ? 3 : 1

    const bare = await time(floors.bareIframe, 'none')
    for (const isCached of [false, true]) {
      const iframe = await time(floors.iframe, 'none', { isCached })
      const own = await time(host('none'), 'none', { isCached })
      rows.push({
        figure: `${name}: five rows after a click, ${isCached ? 'files cached' : 'nothing cached'}, against an iframe with the same rows`,
        measured: `${show(own)} (${(own.first / iframe.first).toFixed(2)}×)`,
        floor: `${show(iframe)}${isCached ? '' : `; without our headers ${show(bare)}`}`,
        bound: '≤ 1.5×',
        holds: own.first <= 1.5 * iframe.first,
      })
    }
    const pageWallets = await time(host('none'), 'none', { hasPageWallets: true })
    rows.push({
      figure: `${name}: ${pageWalletRows.least} wallets of the page after a click, nothing cached`,
      measured: show(pageWallets),
      floor: `${show(bare)} for the server's rows in a bare iframe`,
      bound: '',
      holds: true,
    })

    const dialog = await time(floors.dialog, 'intent', { opensTwice: true })
    const warmIframe = await time(floors.warmIframe, 'intent')
    const warm = await time(host('intent'), 'intent', { opensTwice: true })
    const limit =
      slowed.cpu === 1
        ? dialog.first + 2 * animationFrameMs
        : Math.max(dialog.first + 3 * animationFrameMs, 1.5 * (warmIframe.first + pointerMs) - pointerMs)
    rows.push({
      figure: `${name}: the pointer there ${pointerMs} ms before, against a <dialog>`,
      measured: show(warm),
      floor: `${show(dialog)}; an iframe ${show(warmIframe)}`,
      bound: `≤ ${formatMilliseconds(limit)}`,
      holds: warm.first <= limit,
    })
    const idle = await time(host('idle'), 'idle')
    rows.push(
      framesRow(`${name}: the page idle for ${idleMs / 1_000} s before`, idle, dialog, slowFrames),
      framesRow(`${name}: second open`, warm.second, dialog.second, slowFrames),
    )
  }
  return rows
}

const framesRow = (figure: string, own: Times, dialog: Times, frames: number): BenchRow => ({
  figure: `${figure}, against a <dialog>`,
  measured: show(own),
  floor: show(dialog),
  bound: `≤ ${frames} frame${frames > 1 ? 's' : ''} more`,
  holds: own.first <= dialog.first + frames * animationFrameMs,
})

const show = (times: Times): string => `${formatMilliseconds(times.first)} ± ${times.spread.toFixed(0)}`

/**
 * Adds the hand-written pages that are compared with the product. The document in their frame has the headers,
 * compression and caching of the product's document.
 */
async function addFloors({ floor, stack }: BenchContext) {
  const { html, compressed, headers } = await readStaticRows(stack)
  floor.add('rows', compressed, headers)
  floor.add('bareRows', html)
  const onClick = (name: string): string => `<script>
    document.querySelector('button').onclick = () => {
      const dialog = document.body.appendChild(document.createElement('dialog'))
      dialog.appendChild(document.createElement('iframe')).src = '${floor.url('floor', name)}'
      dialog.showModal()
    }</script>`
  floor.add('iframe', floorPage(onClick('rows')))
  floor.add('bareIframe', floorPage(onClick('bareRows')))
  floor.add(
    'warmIframe',
    floorPage(`<dialog></dialog><script>
    const dialog = document.querySelector('dialog')
    const button = document.querySelector('button')
    button.onpointerover = () => {
      dialog.appendChild(document.createElement('iframe')).src = '${floor.url('floor', 'rows')}'
    }
    button.onclick = () => dialog.showModal()</script>`),
  )
  floor.add(
    'dialog',
    floorPage(`<dialog><div data-copy data-theme="light"></div></dialog><script>
    const dialog = document.querySelector('dialog')
    dialog.firstChild.attachShadow({ mode: 'open' }).setHTMLUnsafe(${JSON.stringify(inShadow(html)).replaceAll('<', '\\u003c')})
    document.querySelector('button').onclick = () => dialog.showModal()
    document.addEventListener('keydown', () => dialog.close())</script>`),
  )
  const page = (name: string): string => floor.url('page', name)
  return {
    iframe: page('iframe'),
    bareIframe: page('bareIframe'),
    warmIframe: page('warmIframe'),
    dialog: page('dialog'),
  }
}

/** Rewrites the styles for a shadow root, in which `:root` and `body` match nothing. */
const inShadow = (html: string): string => html.replaceAll(':root', ':host').replace(/html,body|body(?=\{)/g, ':host')

/** Starts a new browser each round, so that nothing is cached and no process is warm. */
async function measure({ launch, rounds }: BenchContext, visit: Visit): Promise<Times & { second: Times }> {
  const first: number[] = []
  const second: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const port = await findFreePort()
    const browser = await launch([`--remote-debugging-port=${port}`])
    const stop = await slowDown(port, visit.conditions)
    const page = await browser.newPage()
    const paint = await watchPaint(page, visit.hasPageWallets ? pageWalletRows : undefined)
    if (visit.hasPageWallets) await announceBenchWallets(page)
    if (visit.isCached) {
      await load(page, visit)
      await click(page, paint)
      await page.waitForLoadState('networkidle')
    }
    await load(page, visit)
    first.push(await click(page, paint))
    if (visit.opensTwice) {
      // The rows are painted, but the app may not have started yet.
      await expect(async () => {
        await page.keyboard.press('Escape')
        await expect(page.locator('dialog')).toBeHidden({ timeout: 500 })
      }).toPass({ timeout: 15_000 })
      // Few visitors open the modal again before the app has started. This row times a frame that is ready.
      await page.waitForTimeout(idleMs)
      second.push(await click(page, paint))
    }
    stop()
    await browser.close()
  }
  return { ...timesOf(first), second: timesOf(second) }
}

const timesOf = (values: number[]): Times => ({ first: median(values), spread: halfRange(values) })

async function load(page: Page, { url, start }: Visit): Promise<void> {
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForFunction(() => document.readyState === 'complete')
  if (start === 'intent') {
    await page.locator('button').first().hover()
    await page.waitForTimeout(pointerMs)
  }
  if (start === 'idle') await page.waitForTimeout(idleMs)
}

async function click(page: Page, paint: PaintWatch): Promise<number> {
  const [painted] = await paint.arm()
  await page.locator('button').first().click()
  const at = await painted
  return at - (await page.evaluate(() => window.clickedAt))
}

function floorPage(body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Floor</title><style>
dialog{position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;padding:0;border:0;background:none}
iframe{position:absolute;inset:0;width:100%;height:100%;border:0}</style><h1>Test page</h1><button>Open</button>${body}</html>`
}
