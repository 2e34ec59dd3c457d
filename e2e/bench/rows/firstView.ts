import type { Page } from '@playwright/test'
import { type LayoutShift, readLayoutShifts, watchLayoutShifts } from '../../driver/layoutShifts.ts'
import { modalFrame } from '../../driver/modalFrame.ts'
import { findFreePort } from '../../stack/ports.ts'
import { interactiveMark, waitUntilInteractive, watchInteractive } from '../interactive.ts'
import { announceBenchWallets } from '../pageWallets.ts'
import { directoryRows, pageWalletRows, paintedMark, watchPaint } from '../painted.ts'
import {
  type BenchContext,
  type BenchRow,
  formatBytes,
  formatMilliseconds,
  halfRange,
  type MeasureRows,
  median,
} from '../row.ts'
import { type SentRequest, slowDown } from '../slowdown.ts'
import { mainThreadTimeBetween, type TraceEvent } from '../trace.ts'

const documentLimit = 16 * 1024
const codeLimit = 90 * 1024
const requestLimit = 5
const busyLimitMs = 250
const taskLimitMs = 100
const cpu = 4
/** React renders again after it has taken over, and this rendering could still move something. */
const settleMs = 400

type Visit = {
  documentBytes: number
  codeBytes: number
  requests: string[]
  /** The requests that a file other than the document started. */
  deepRequests: string[]
  shifts: LayoutShift[]
  busyMs: number
  longestMs: number
}

/** Measures the frame from the click until it is interactive, on a slowed CPU with an empty cache. */
export const measureFirstView: MeasureRows = async (context) => {
  const visits: Visit[] = []
  const shifts = { own: [] as Visit['shifts'][], page: [] as Visit['shifts'][] }
  for (let round = 0; round < context.rounds; round += 1) {
    const visit = await measure(context, false)
    visits.push(visit)
    shifts.own.push(visit.shifts)
    shifts.page.push((await measure(context, true)).shifts)
  }
  const all = (name: 'documentBytes' | 'codeBytes' | 'busyMs' | 'longestMs') => visits.map((visit) => visit[name])
  const documentBytes = Math.max(...all('documentBytes'))
  const codeBytes = Math.max(...all('codeBytes'))
  const most = visits.reduce((one, other) => (other.requests.length > one.requests.length ? other : one))
  const deep = [...new Set(visits.flatMap(({ deepRequests }) => deepRequests))]
  const busyMs = median(all('busyMs'))
  const longestMs = median(all('longestMs'))
  return [
    {
      figure: 'frame: document, compressed',
      measured: formatBytes(documentBytes),
      bound: `≤ ${formatBytes(documentLimit)}`,
      holds: documentBytes <= documentLimit,
    },
    {
      figure: 'frame: JS and CSS until interactive, compressed',
      measured: formatBytes(codeBytes),
      bound: `≤ ${formatBytes(codeLimit)}`,
      holds: codeBytes <= codeLimit,
    },
    {
      figure: 'frame: requests until interactive; of these not started by the document',
      measured: `${most.requests.length} (${most.requests.join(', ')}); ${deep.length}${deep.length ? ` (${deep.join(', ')})` : ''}`,
      bound: `≤ ${requestLimit}; 0`,
      holds: most.requests.length <= requestLimit && deep.length === 0,
    },
    shiftRow('frame: layout shift until interactive', shifts.own),
    shiftRow('frame: layout shift until interactive, with wallets of the page', shifts.page),
    {
      figure: `frame: main thread from first paint to interactive, CPU ${cpu}× slower; longest task`,
      measured: `${formatMilliseconds(busyMs)} ± ${halfRange(all('busyMs')).toFixed(0)}; ${formatMilliseconds(longestMs)} ± ${halfRange(all('longestMs')).toFixed(0)}`,
      bound: `≤ ${busyLimitMs} ms; ≤ ${taskLimitMs} ms`,
      holds: busyMs <= busyLimitMs && longestMs <= taskLimitMs,
    },
  ]
}

function shiftRow(figure: string, visits: Visit['shifts'][]): BenchRow {
  const sums = visits.map((shifts) => shifts.reduce((sum, { value }) => sum + value, 0))
  const most = Math.max(...sums)
  const moved = new Set(visits.flat().flatMap((shift) => shift.moved))
  return {
    figure,
    measured: `${most.toFixed(4)}${moved.size ? ` (${[...moved].join(', ')})` : ''}`,
    bound: '0',
    holds: most === 0,
  }
}

async function measure({ launch, stack }: BenchContext, hasPageWallets: boolean): Promise<Visit> {
  const port = await findFreePort()
  const browser = await launch([`--remote-debugging-port=${port}`])
  const sent = new Map<string, SentRequest>()
  const stop = await slowDown(port, { cpu }, (request) => sent.set(request.requestId, request))
  const page = await browser.newPage()
  // If the page has wallets, waits for their rows, because they push the rows of the server off the screen.
  const paint = await watchPaint(page, hasPageWallets ? pageWalletRows : directoryRows)
  await watchInteractive(page)
  await watchLayoutShifts(page)
  if (hasPageWallets) await announceBenchWallets(page)
  await page.goto(`${stack.shop}/page/plain?data-theme=light&data-warm=none`)
  await page.waitForFunction(() => Boolean(window.AppKit))
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
  const [painted] = await paint.arm()
  await page.locator('[data-appkit-open]').click()
  await painted
  const interactiveAt = await waitUntilInteractive(page)
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString())
  await page.waitForTimeout(settleMs)
  const shifts = await readLayoutShifts(page)
  const sizes = await readSizes(page, interactiveAt)
  stop()
  await browser.close()

  const requests = [...sent.values()].filter(
    ({ documentURL, request, wallTime }) =>
      /\/f\//.test(documentURL) && request.url.startsWith('http') && wallTime * 1_000 <= interactiveAt,
  )
  return {
    ...sizes,
    shifts,
    requests: requests.map(({ request }) => shortName(request.url)),
    deepRequests: requests.filter(isDeep).map(({ request }) => shortName(request.url)),
    ...mainThreadTimeBetween(trace.traceEvents, paintedMark, interactiveMark),
  }
}

/**
 * Reads the sizes of the document and of its scripts. The styles are inline, so they count as a part of the document.
 */
const readSizes = (page: Page, until: number): Promise<Pick<Visit, 'documentBytes' | 'codeBytes'>> =>
  modalFrame(page).evaluate((epoch) => {
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const code = files.filter(
      ({ name, startTime }) =>
        /\.(js|css)$/.test(new URL(name).pathname) && performance.timeOrigin + startTime <= epoch,
    )
    return {
      documentBytes: document?.encodedBodySize ?? Number.NaN,
      codeBytes: code.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    }
  }, until)

/**
 * Whether a script or style sheet from `/assets/` started the request. If the document itself started the request, the
 * URL of the initiator is that of the document.
 */
const isDeep = ({ initiator, documentURL }: SentRequest): boolean => {
  const starter = initiator.stack?.callFrames[0]?.url ?? initiator.url
  return (
    starter !== undefined && new URL(starter).pathname !== new URL(documentURL).pathname && /\/assets\//.test(starter)
  )
}

const shortName = (url: string): string => new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? url
