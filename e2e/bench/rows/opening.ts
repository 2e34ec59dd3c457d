import { expect, type Page } from '@playwright/test'
import { readFirstView } from '../firstViewHtml.ts'
import { type PaintWatch, watchPaint } from '../painted.ts'
import { type BenchContext, type Measure, median, milliseconds } from '../row.ts'

/** One frame at 60 Hz. */
const frameMs = 1000 / 60
const hoverMs = 200

/** Times the first view from click to paint: cold, warmed and at a second opening, each beside a hand-written page. */
export const opening: Measure = async (context) => {
  const look = await readFirstView(context)
  context.floor.add('/look', look)
  context.floor.add(
    '/iframe',
    floorPage(`<script>
    document.querySelector('button').onclick = () => {
      const dialog = document.body.appendChild(document.createElement('dialog'))
      const frame = dialog.appendChild(document.createElement('iframe'))
      frame.src = '${context.floor.url('floor', '/look')}'
      dialog.showModal()
    }</script>`),
  )
  context.floor.add(
    '/warmIframe',
    floorPage(`<dialog></dialog><script>
    const dialog = document.querySelector('dialog')
    const button = document.querySelector('button')
    button.onpointerover = () => {
      dialog.appendChild(document.createElement('iframe')).src = '${context.floor.url('floor', '/look')}'
    }
    button.onclick = () => dialog.showModal()</script>`),
  )
  context.floor.add(
    '/dialog',
    floorPage(`<dialog><div data-look></div></dialog><script>
    const dialog = document.querySelector('dialog')
    dialog.firstChild.attachShadow({ mode: 'open' }).setHTMLUnsafe(${JSON.stringify(look).replaceAll('<', '\\u003c')})
    document.querySelector('button').onclick = () => dialog.showModal()
    document.addEventListener('keydown', () => dialog.close())</script>`),
  )

  const host = (query: string) => `${context.stack.shop}/page/plain?data-theme=light&data-warm=${query}`
  const iframe = context.floor.url('page', '/iframe')
  const dialog = context.floor.url('page', '/dialog')
  const cold = await measure(context, host('none'), { hover: false })
  const coldFloor = await measure(context, iframe, { hover: false })
  const warm = await measure(context, host('intent'), { hover: true })
  const warmFloor = await measure(context, dialog, { hover: true })
  // The share of browser and machine: the time of a hand-written cross-origin frame that starts with the pointer.
  const warmIframe = await measure(context, context.floor.url('page', '/warmIframe'), { hover: true, once: true })
  const ratio = cold.first / coldFloor.first
  return [
    {
      figure: 'first view after a cold click, against a bare iframe',
      measured: `${milliseconds(cold.first)} (${ratio.toFixed(2)}×)`,
      floor: milliseconds(coldFloor.first),
      bound: '≤ 1.5×',
      holds: ratio <= 1.5,
    },
    {
      figure: `the same, the pointer there ${hoverMs} ms before, against a <dialog>`,
      measured: milliseconds(warm.first),
      floor: `${milliseconds(warmFloor.first)} (a bare iframe: ${milliseconds(warmIframe.first)})`,
      bound: `≤ 2 frames (${milliseconds(2 * frameMs)}) more`,
      holds: warm.first - warmFloor.first <= 2 * frameMs,
    },
    {
      figure: 'second open, against a <dialog>',
      measured: milliseconds(warm.second),
      floor: milliseconds(warmFloor.second),
      bound: `≤ 1 frame (${milliseconds(frameMs)}) more`,
      holds: warm.second - warmFloor.second <= frameMs,
    },
  ]
}

/** Starts a new browser each round, so that nothing is cached and no process is warm. */
async function measure(
  { launch, rounds }: BenchContext,
  url: string,
  { hover, once = false }: { hover: boolean; once?: boolean },
) {
  const first: number[] = []
  const second: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const browser = await launch()
    const page = await browser.newPage()
    const paint = await watchPaint(page)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForFunction(() => document.readyState === 'complete')
    const button = page.locator('button').first()
    if (hover) {
      await button.hover()
      await page.waitForTimeout(hoverMs)
    }
    first.push(await click(page, paint))
    if (hover && !once) {
      // The first view is painted, but the app may not have started yet.
      await expect(async () => {
        await page.keyboard.press('Escape')
        await expect(page.locator('dialog')).toBeHidden({ timeout: 500 })
      }).toPass({ timeout: 15_000 })
      second.push(await click(page, paint))
    }
    await browser.close()
  }
  return { first: median(first), second: median(second) }
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
