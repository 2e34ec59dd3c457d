import type { Frame, Page } from '@playwright/test'
import axe, { type RunOptions, type SerialContextObject } from 'axe-core'

type Violation = { id: string; impact: string; at: unknown[] }

/**
 * Runs axe in the page and in all its frames. Without `rules`, axe checks all its rules. `@axe-core/playwright` costs
 * three times the CPU time, because it evaluates axe again for each run and opens another page for each result.
 */
export async function findAxeViolations(page: Page, rules: string[] = []): Promise<Violation[]> {
  const options: RunOptions = rules.length > 0 ? { runOnly: { type: 'rule', values: rules } } : {}
  const partials = await runInFrames(page.mainFrame(), { exclude: [] }, options)
  return page.evaluate(
    async ([results, given]) => {
      const found = (await window.axe.finishRun(JSON.parse(results), given)).violations
      return found.map(({ id, impact, nodes }) => ({
        id,
        impact: String(impact),
        at: nodes.map(({ target }) => target),
      }))
    },
    [`[${partials}]`, options] as const,
  )
}

/**
 * The results of a frame and of the frames in it, in the order that axe expects. Each result is JSON text, because
 * Playwright passes a text between processes much faster than an object.
 */
async function runInFrames(frame: Frame, context: SerialContextObject, options: RunOptions): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  const inner = await frame.evaluate((within) => window.axe.utils.getFrameContexts(within), context)
  const run = async ([within, given]: [SerialContextObject, RunOptions]) =>
    JSON.stringify(await window.axe.runPartial(within, given))
  const results = [await frame.evaluate(run, [context, options] as [SerialContextObject, RunOptions])]
  for (const { frameSelector, frameContext } of inner) {
    const element = await frame.evaluateHandle((selector) => window.axe.utils.shadowSelect(selector), frameSelector)
    const child = await element.asElement()?.contentFrame()
    // axe expects `null` for a frame that can't be checked.
    results.push(...(child ? await runInFrames(child, frameContext, options) : ['null']))
  }
  return results
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
