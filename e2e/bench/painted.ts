import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** Epoch milliseconds of each click, in the page. */
    clickedAt: number
    notePainted(at: number): void
  }
}

/**
 * Resolves with the epoch time at which a heading (of any frame, or of the page) was first presented after `since`.
 * requestAnimationFrame doesn't run in a frame that isn't shown, and the message posted from it comes after the paint.
 */
export async function watchPaint(page: Page): Promise<{ next(): Promise<number> }> {
  let settle: ((at: number) => void) | undefined
  await page.exposeFunction('notePainted', (at: number) => settle?.(at))
  await page.addInitScript(() => {
    let shownBefore = false
    const shown = () => {
      // The page's own headings don't count: in the page the look stands in a shadow root.
      const root = window === window.top ? document.querySelector('dialog[open] [data-look]')?.shadowRoot : document
      const box = root?.querySelector('h1')?.getBoundingClientRect()
      return Boolean(box && box.height > 0)
    }
    const look = () => {
      const now = shown()
      if (now && !shownBefore) {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => window.notePainted(performance.timeOrigin + performance.now())
        port2.postMessage(0)
      }
      shownBefore = now
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
  })
  return { next: () => new Promise((resolve) => (settle = resolve)) }
}
