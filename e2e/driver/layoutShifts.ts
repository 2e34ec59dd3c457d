import type { Page } from '@playwright/test'
import { modalFrame } from './modalFrame.ts'

export type LayoutShift = {
  /** Milliseconds since the document started to load. */
  startTime: number
  value: number
  /** The elements that moved, each by its id, test id or name. */
  moved: string[]
}

declare global {
  interface Window {
    layoutShifts: LayoutShift[]
  }
}

/** Watches for layout shifts in every document of the page. */
export const watchLayoutShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    type Entry = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
    window.layoutShifts = []
    new PerformanceObserver((list) => {
      for (const { startTime, value, sources } of list.getEntries() as Entry[]) {
        const elements = sources.flatMap(({ node }) => (node instanceof Element ? [node] : []))
        const moved = elements.map((element) => element.id || element.getAttribute('data-testid') || element.localName)
        window.layoutShifts.push({ startTime, value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

type Paint = PerformanceEntry & { paintTime?: number }

/** Waits until the modal's frame has painted, which a busy machine does long after the elements are there. */
export const awaitFirstPaint = (page: Page): Promise<void> =>
  modalFrame(page).evaluate(
    () =>
      new Promise<void>((resolve) => {
        new PerformanceObserver((list) => {
          if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
        }).observe({ type: 'paint', buffered: true })
      }),
  )

/**
 * Reads the layout shifts in the modal's frame since its first paint. Before that, a browser may lay out a frame that
 * does not have its size yet.
 */
export async function readLayoutShifts(page: Page): Promise<LayoutShift[]> {
  await awaitFirstPaint(page)
  return modalFrame(page).evaluate(async () => {
    // The browser reports a shift to the observer after the frame in which it happened.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const [paint] = performance.getEntriesByName('first-contentful-paint') as Paint[]
    if (!paint) throw new Error('The frame has painted nothing.')
    // The entry's start time is the time at which the paint reached the screen, and thus later.
    return window.layoutShifts.filter(({ startTime }) => startTime > (paint.paintTime ?? paint.startTime))
  })
}
