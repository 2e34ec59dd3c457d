import { once } from 'node:events'
import { request } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { freePort } from '../../stack/ports.ts'
import { type PaintWatch, watchPaint } from '../painted.ts'
import { type BenchContext, type Measure, median, milliseconds, type Row } from '../row.ts'
import { type Conditions, slowDown } from '../slowdown.ts'
import { readStaticRows } from '../staticRows.ts'

/** One frame at 60 Hz. */
const frameMs = 1000 / 60
const pointerMs = 200
const idleMs = 2_000

const conditions = {
  'full speed': { cpu: 1 },
  'CPU 4× slower': { cpu: 4 },
  'CPU 4× slower, 60 ms and 9 Mbit/s': { cpu: 4, line: { roundTripMs: 60, megabitsPerSecond: 9 } },
} as const satisfies Record<string, Conditions>

/** The state of the page before the click: new, with the pointer on the button, or idle. */
type Start = 'none' | 'intent' | 'idle'
type Visit = { url: string; start: Start; conditions: Conditions; isCached?: boolean; opensTwice?: boolean }
type Times = { first: number; second: number; spread: number }

/**
 * Times a click until five rows that a visitor can press are on the screen. Hand-written pages with the same rows are
 * timed beside it.
 */
export const opening: Measure = async (context) => {
  const floors = await addFloors(context)
  const rows: Row[] = []
  for (const [name, slowed] of Object.entries(conditions)) {
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

    const dialog = await time(floors.dialog, 'intent', { opensTwice: true })
    const warmIframe = await time(floors.warmIframe, 'intent')
    const warm = await time(host('intent'), 'intent', { opensTwice: true })
    const limit =
      slowed.cpu === 1
        ? dialog.first + 2 * frameMs
        : Math.max(dialog.first + 3 * frameMs, 1.5 * (warmIframe.first + pointerMs) - pointerMs)
    rows.push({
      figure: `${name}: the pointer there ${pointerMs} ms before, against a <dialog>`,
      measured: show(warm),
      floor: `${show(dialog)}; an iframe ${show(warmIframe)}`,
      bound: `≤ ${milliseconds(limit)}`,
      holds: warm.first <= limit,
    })
    const idle = await time(host('idle'), 'idle')
    rows.push({
      figure: `${name}: the page idle for ${idleMs / 1_000} s before, against a <dialog>`,
      measured: show(idle),
      floor: show(dialog),
      bound: `≤ ${slowFrames} frame${slowFrames > 1 ? 's' : ''} more`,
      holds: idle.first <= dialog.first + slowFrames * frameMs,
    })
    rows.push({
      figure: `${name}: second open, against a <dialog>`,
      measured: milliseconds(warm.second),
      floor: milliseconds(dialog.second),
      bound: `≤ ${slowFrames} frame${slowFrames > 1 ? 's' : ''} more`,
      holds: warm.second <= dialog.second + slowFrames * frameMs,
    })
  }
  return rows
}

const show = ({ first, spread }: Times): string => `${milliseconds(first)} ± ${spread.toFixed(0)}`

/** The hand-written pages. The frame's document has the headers and the compression of ours, as any site could send it. */
async function addFloors(context: BenchContext) {
  const { floor, stack } = context
  const rows = await readStaticRows(context)
  const headers = await readHeaders(stack.modal)
  floor.add('/rows', brotliCompressSync(rows), { ...headers, 'content-encoding': 'br' })
  floor.add('/bareRows', rows)
  const onClick = (path: string): string => `<script>
    document.querySelector('button').onclick = () => {
      const dialog = document.body.appendChild(document.createElement('dialog'))
      dialog.appendChild(document.createElement('iframe')).src = '${floor.url('floor', path)}'
      dialog.showModal()
    }</script>`
  floor.add('/iframe', floorPage(onClick('/rows')))
  floor.add('/bareIframe', floorPage(onClick('/bareRows')))
  floor.add(
    '/warmIframe',
    floorPage(`<dialog></dialog><script>
    const dialog = document.querySelector('dialog')
    const button = document.querySelector('button')
    button.onpointerover = () => {
      dialog.appendChild(document.createElement('iframe')).src = '${floor.url('floor', '/rows')}'
    }
    button.onclick = () => dialog.showModal()</script>`),
  )
  floor.add(
    '/dialog',
    floorPage(`<dialog><div data-copy></div></dialog><script>
    const dialog = document.querySelector('dialog')
    dialog.firstChild.attachShadow({ mode: 'open' }).setHTMLUnsafe(${JSON.stringify(rows).replaceAll('<', '\\u003c')})
    document.querySelector('button').onclick = () => dialog.showModal()
    document.addEventListener('keydown', () => dialog.close())</script>`),
  )
  const page = (path: string): string => floor.url('page', path)
  return {
    iframe: page('/iframe'),
    bareIframe: page('/bareIframe'),
    warmIframe: page('/warmIframe'),
    dialog: page('/dialog'),
  }
}

/** The headers of our frame's document that cost a browser time or decide on caching. */
async function readHeaders(modal: string): Promise<Record<string, string>> {
  const { port, host } = new URL(modal)
  const asked = request(`http://127.0.0.1:${port}/f/?theme=light`, { headers: { Host: host } }).end()
  const [response] = await once(asked, 'response')
  response.resume()
  const kept = ['cache-control', 'referrer-policy', 'permissions-policy', 'x-content-type-options', 'vary']
  return Object.fromEntries(kept.flatMap((name) => (response.headers[name] ? [[name, response.headers[name]]] : [])))
}

/** Starts a new browser each round, so that nothing is cached and no process is warm. */
async function measure({ launch, rounds }: BenchContext, visit: Visit): Promise<Times> {
  const first: number[] = []
  const second: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const port = await freePort()
    const browser = await launch([`--remote-debugging-port=${port}`])
    const stop = await slowDown(port, visit.conditions)
    const page = await browser.newPage()
    const paint = await watchPaint(page)
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
      second.push(await click(page, paint))
    }
    stop()
    await browser.close()
  }
  return { first: median(first), second: median(second), spread: (Math.max(...first) - Math.min(...first)) / 2 }
}

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
