import { fetchAs } from '../../stack/fetchAs.ts'
import { bytes, type Measure } from '../row.ts'

const sizeLimit = 90 * 1024
const requestLimit = 4

type Loaded = { name: string; encodedBodySize: number; startTime: number; responseEnd: number }

/** Counts the document's requests by the browser's resource timing, without prefetches in idle time. */
export const firstView: Measure = async ({ launch, stack }) => {
  const browser = await launch()
  const page = await browser.newPage()
  await page.goto(`${stack.shop}/page/plain?data-warm=none`)
  await page.waitForFunction(() => Boolean(window.AppKit))
  await page.locator('[data-appkit-open]').click()
  const frame = page.frameLocator('iframe[src*="/f/"]')
  await frame.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => !window.AppKit.getState().loading)
  const loaded: Loaded[] = await frame.locator('html').evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => {
      const { name, encodedBodySize, startTime, responseEnd } = entry as PerformanceResourceTiming
      return { name, encodedBodySize, startTime, responseEnd }
    }),
  )
  await browser.close()
  const { port, host } = new URL(stack.modal)
  const html = await fetchAs(`http://127.0.0.1:${port}/f/?theme=light&rows=1`, host)
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"(?! disabled)/g)].map(([, path]) => path ?? '')
  const files = loaded.filter(({ name }) => /\/f\//.test(name) || named.includes(new URL(name).pathname))
  const size = files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  const deep = depth(files)
  return [
    {
      figure: 'first view of F: HTML with its data, JS and CSS, compressed; requests; round trips after the HTML',
      measured: `${bytes(size)}; ${files.length}; ${deep}`,
      bound: `≤ ${bytes(sizeLimit)}; ≤ ${requestLimit}; 1`,
      holds: size <= sizeLimit && files.length <= requestLimit && deep <= 1,
    },
  ]
}

/** A file whose request starts after another file has ended depends on that file, which costs one more round trip. */
function depth([, ...files]: Loaded[]): number {
  let trips = 0
  let end = 0
  for (const { startTime, responseEnd } of files.sort((a, b) => a.startTime - b.startTime)) {
    if (trips === 0 || startTime > end) {
      trips += 1
      end = responseEnd
    }
  }
  return trips
}
