import type { Browser, Page } from '@playwright/test'
import { installScriptedWallet } from '../../wallets/scripted.ts'
import { type BenchRow, formatMilliseconds, type MeasureRows, median } from '../row.ts'

const slowdown = 4
/** The smallest possible loader: it only reads its tag. */
const leastScript = 'window.AppKit=document.currentScript.dataset'
const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/**
 * Measures what the product costs the host page: before the click, for the script, for each request, and at a reload.
 */
export const measureHostPage: MeasureRows = async ({ launch, stack, rounds }) => {
  const browser = await launch()
  const rows = await measureStart(browser, stack.shop, rounds)
  const page = await connectedPage(browser, stack.shop)
  rows.push(await measureRequests(page), await measureReload(page, rounds))
  await browser.close()
  return rows
}

async function measureStart(browser: Browser, shop: string, rounds: number): Promise<BenchRow[]> {
  const blocked: number[] = []
  const idle: number[] = []
  const least: number[] = []
  let start: Start = { blockedMs: 0, idleMs: 0, requests: 0, writes: 0 }
  for (let round = 0; round < rounds; round += 1) {
    start = await startPage(browser, shop)
    blocked.push(start.blockedMs)
    idle.push(start.idleMs)
    least.push((await startPage(browser, shop, leastScript)).blockedMs)
  }
  return [
    {
      figure: 'requests and storage writes before open()',
      measured: `${start.requests}; ${start.writes}`,
      bound: '1 (the loader); 0',
      holds: start.requests === 1 && start.writes === 0,
    },
    {
      figure: `main thread of the host blocked by the loader, CPU ${slowdown}× slower`,
      measured: formatMilliseconds(median(blocked)),
      floor: formatMilliseconds(median(least)),
      bound: '≤ 10 ms more',
      holds: median(blocked) - median(least) <= 10,
    },
    {
      // An idle callback has at most 50 ms before it can delay input (W3C requestIdleCallback).
      figure: `idle time of the host spent on the restore hint, CPU ${slowdown}× slower`,
      measured: formatMilliseconds(median(idle)),
      bound: '≤ 50 ms',
      holds: median(idle) <= 50,
    },
  ]
}

async function connectedPage(browser: Browser, shop: string): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await installScriptedWallet(page, { accounts: [account], answers: { personal_sign: '0x00' } })
  await page.goto(`${shop}/page/plain`)
  await page.locator('[data-appkit-open]').click()
  await page.frameLocator('iframe[src*="/f/"]').getByRole('button', { name: 'Scripted Wallet' }).click()
  await page.waitForFunction(() => window.AppKit.getState().accounts.eip155?.status === 'connected')
  return page
}

/** Compares a request through AppKit's provider with the same request to the wallet itself. */
async function measureRequests(page: Page): Promise<BenchRow> {
  const { through, direct } = await page.evaluate(async (address) => {
    type Provider = { request(request: { method: string; params?: unknown }): Promise<unknown> }
    let own: Provider | undefined
    window.addEventListener('eip6963:announceProvider', (event) => {
      const { info, provider } = (event as CustomEvent).detail
      if (info.rdns === 'test.scripted') own = provider
    })
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    const time = async (provider: Provider | undefined) => {
      const spent: number[] = []
      for (let call = 0; call < 200; call += 1) {
        const before = performance.now()
        await provider?.request({ method: 'personal_sign', params: ['0x00', address] })
        spent.push(performance.now() - before)
      }
      return spent
    }
    return { through: await time(window.AppKit.getProvider('eip155')), direct: await time(own) }
  }, account)
  return {
    figure: 'a request through the provider, against the wallet itself (p50)',
    measured: `${median(through).toFixed(3)} ms`,
    floor: `${median(direct).toFixed(3)} ms`,
    bound: '≤ 1 ms more',
    holds: median(through) - median(direct) <= 1,
  }
}

async function measureReload(page: Page, rounds: number): Promise<BenchRow> {
  await page.addInitScript(() => {
    // Records when the wallet answered, and when the page saw the connection.
    window.addEventListener('eip6963:announceProvider', (event) => {
      const { info, provider } = (event as CustomEvent).detail
      if (info.rdns !== 'test.scripted' || provider.timed) return
      provider.timed = true
      const request = provider.request
      provider.request = async (input: { method: string }) => {
        const answer = await request(input)
        if (input.method === 'eth_accounts') Object.assign(window, { walletAnsweredAt: performance.now() })
        return answer
      }
    })
    const poll = () => {
      if (window.AppKit?.getState().accounts.eip155?.status === 'connected') {
        Object.assign(window, { connectedAt: performance.now() })
      } else setTimeout(poll, 0)
    }
    poll()
  })
  const restored: number[] = []
  let frames = 0
  for (let round = 0; round < rounds; round += 1) {
    await page.reload()
    await page.waitForFunction(() => 'connectedAt' in window)
    restored.push(
      await page.evaluate(() => {
        const { connectedAt, walletAnsweredAt } = window as unknown as { connectedAt: number; walletAnsweredAt: number }
        return connectedAt - walletAnsweredAt
      }),
    )
    frames = await page.locator('iframe').count()
  }
  return {
    figure: 'reload: connected after the wallet answered; frames created',
    measured: `${formatMilliseconds(median(restored))}; ${frames}`,
    bound: '≤ 50 ms; 0',
    holds: median(restored) <= 50 && frames === 0,
  }
}

type Start = { blockedMs: number; idleMs: number; requests: number; writes: number }
type TraceEvent = {
  name?: string
  ts: number
  dur?: number
  tdur?: number
  tid?: number
  args?: { data?: { url?: string } }
}

/** Loads a page with the tag on a slowed CPU. `script` replaces the loader. */
async function startPage(browser: Browser, shop: string, script?: string): Promise<Start> {
  const context = await browser.newContext()
  const page = await context.newPage()
  let requests = 0
  page.on('request', (request) => {
    if (!request.url().startsWith(shop)) requests += 1
  })
  if (script)
    await page.route('**/loader.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await session.send('Tracing.start', { categories: 'devtools.timeline', transferMode: 'ReportEvents' })
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await page.goto(`${shop}/page/plain`)
  await page.waitForFunction(() => Boolean(window.AppKit))
  // Waits until the page has been idle, so that every deferred task of the loader has run.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 10))))
  const done = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await done
  const writes = await page.evaluate(() => localStorage.length + sessionStorage.length)
  await context.close()
  return { ...loaderTimes(events), requests, writes }
}

/** The time of the loader's script and of the tasks that it deferred. */
function loaderTimes(events: TraceEvent[]): { blockedMs: number; idleMs: number } {
  const idlePeriods = events.filter(({ name, dur }) => name === 'FireIdleCallback' && dur)
  const isIdle = ({ ts, tid }: TraceEvent) =>
    idlePeriods.some((period) => period.tid === tid && ts >= period.ts && ts <= period.ts + (period.dur ?? 0))
  const ours = events.filter(
    ({ name = '', args }) => /^(EvaluateScript|FunctionCall)$/.test(name) && args?.data?.url?.includes('/loader.js'),
  )
  // CPU time of the thread, since wall time also includes other processes of a busy machine.
  const sumMs = (part: TraceEvent[]) => part.reduce((sum, { dur = 0, tdur = dur }) => sum + tdur / 1000, 0)
  return { blockedMs: sumMs(ours.filter((event) => !isIdle(event))), idleMs: sumMs(ours.filter(isIdle)) }
}
