import type { Browser } from '@playwright/test'
import { installScriptedWallet } from '../../wallets/scripted.ts'
import { type Measure, median, milliseconds } from '../row.ts'

const slowdown = 4
/** The least that a loader does at the start of a page: it reads its tag, and whether there is something to restore. */
const leastScript = 'window.AppKit=document.currentScript.dataset;setTimeout(()=>localStorage.appkit)'

/** What the host page pays: before the click, for the script, for each request, and at a reload. */
export const host: Measure = async ({ launch, stack, rounds }) => {
  const browser = await launch()
  const blocked: number[] = []
  const least: number[] = []
  let start = { blockedMs: 0, requests: 0, writes: 0 }
  for (let round = 0; round < rounds; round += 1) {
    start = await startPage(browser, stack.shop)
    blocked.push(start.blockedMs)
    least.push((await startPage(browser, stack.shop, leastScript)).blockedMs)
  }

  const context = await browser.newContext()
  const page = await context.newPage()
  const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  await installScriptedWallet(page, { accounts: [account], answers: { personal_sign: '0x00' } })
  await page.goto(`${stack.shop}/page/plain`)
  await page.locator('[data-appkit-open]').click()
  await page.frameLocator('iframe[src*="/f/"]').getByRole('button', { name: 'Scripted Wallet' }).click()
  await page.waitForFunction(() => window.AppKit.getState().accounts.eip155?.status === 'connected')
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

  const restored: number[] = []
  let frames = 0
  await page.addInitScript(() => {
    // The time at which the wallet had answered, and at which the page heard of it.
    Object.assign(window, { times: {} })
    window.addEventListener('eip6963:announceProvider', (event) => {
      const { info, provider } = (event as CustomEvent).detail
      if (info.rdns !== 'test.scripted' || provider.timed) return
      provider.timed = true
      const request = provider.request
      provider.request = async (asked: { method: string }) => {
        const answer = await request(asked)
        if (asked.method === 'eth_accounts') Object.assign(window, { walletAnsweredAt: performance.now() })
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
  await browser.close()

  const more = median(through) - median(direct)
  return [
    {
      figure: 'requests and storage writes before open()',
      measured: `${start.requests}; ${start.writes}`,
      bound: '1 (the loader); 0',
      holds: start.requests === 1 && start.writes === 0,
    },
    {
      figure: `main thread of the host blocked by the loader, CPU ${slowdown}× slower`,
      measured: milliseconds(median(blocked)),
      floor: milliseconds(median(least)),
      bound: '≤ 10 ms',
      holds: median(blocked) <= 10,
    },
    {
      figure: 'a request through the provider, against the wallet itself (p50)',
      measured: `${median(through).toFixed(3)} ms`,
      floor: `${median(direct).toFixed(3)} ms`,
      bound: '≤ 1 ms more',
      holds: more <= 1,
    },
    {
      figure: 'reload: connected after the wallet answered; frames created',
      measured: `${milliseconds(median(restored))}; ${frames}`,
      bound: '≤ 50 ms; 0',
      holds: median(restored) <= 50 && frames === 0,
    },
  ]
}

/** Loads a page with the tag, on a slowed CPU; `script` stands in for the loader. */
async function startPage(
  browser: Browser,
  shop: string,
  script?: string,
): Promise<{ blockedMs: number; requests: number; writes: number }> {
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
  const events: { name?: string; dur?: number; args?: { data?: { url?: string } } }[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  await page.goto(`${shop}/page/plain`)
  await page.waitForFunction(() => Boolean(window.AppKit))
  // What was left for a task of its own has run by then.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 10)))
  const done = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await done
  const writes = await page.evaluate(() => localStorage.length + sessionStorage.length)
  await context.close()
  // The script itself, and what it left for later.
  const ours = events.filter(
    ({ name = '', args }) => /^(EvaluateScript|FunctionCall)$/.test(name) && args?.data?.url?.includes('/loader.js'),
  )
  return { blockedMs: ours.reduce((sum, { dur = 0 }) => sum + dur / 1000, 0), requests, writes }
}
