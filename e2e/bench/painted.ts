import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** Epoch milliseconds of each click, in the page. */
    clickedAt: number
    /** Whether the heading was visible since the last call of `arm`. */
    isSeen: boolean
    notePainted(at: number): void
  }
}

export type PaintWatch = { arm(): Promise<[Promise<number>]> }
const stepTimeoutMs = 15_000

/**
 * Reports the epoch time at which an element (by default the heading) was first presented after `arm`. The element may be
 * in any frame. requestAnimationFrame doesn't run in a hidden frame, and the message posted from it arrives after
 * the paint.
 */
export async function watchPaint(page: Page, watched = 'h1'): Promise<PaintWatch> {
  let settle: ((at: number) => void) | undefined
  await page.exposeFunction('notePainted', (at: number) => settle?.(at))
  await page.addInitScript((selector) => {
    const shown = () => {
      // Ignores the page's own headings; in the floor page the copy of the first view stands in a shadow root.
      const root = window === window.top ? document.querySelector('dialog[open] [data-look]')?.shadowRoot : document
      const box = root?.querySelector(selector)?.getBoundingClientRect()
      return Boolean(box && box.height > 0)
    }
    const look = () => {
      const now = shown()
      if (now && !window.isSeen) {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => window.notePainted(performance.timeOrigin + performance.now())
        port2.postMessage(0)
      }
      window.isSeen = now
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    document.addEventListener(
      'click',
      (event) => {
        window.clickedAt = performance.timeOrigin + event.timeStamp
      },
      true,
    )
  }, watched)
  return {
    /** Returns the promise in a list: `await` on a promise of a promise would also wait for the inner one, the paint. */
    async arm() {
      // A hidden frame paints nothing, so its observer doesn't notice that the heading is gone.
      const forget = () => {
        window.isSeen = false
      }
      await Promise.all(page.frames().map((frame) => frame.evaluate(forget)))
      return [
        new Promise((resolve, reject) => {
          settle = resolve
          setTimeout(reject, stepTimeoutMs, new Error(`nothing was painted in ${stepTimeoutMs / 1000} s`)).unref()
        }),
      ]
    },
  }
}
