import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** The time of the last click in the page, in epoch milliseconds. */
    clickedAt: number
    /** Whether the watched elements have been visible since the watch was last armed. */
    isSeen: boolean
    notePainted(at: number): void
  }
}

/** The name of the user-timing mark that is set when the watched elements are painted. */
export const paintedMark = 'bench painted'
export type PaintWatch = { arm(): Promise<[Promise<number>]> }
const stepTimeoutMs = 15_000

/** Elements that a visitor can press. They count as painted once at least `least` of them are visible. */
type Watched = { selector: string; least: number }

/** The wallets that a bench page announces have this prefix. */
export const pageWalletPrefix = 'bench.'
/**
 * Matches wallet rows that the server rendered. Rows of the page's wallets have a prefix in their test id. The template
 * row and the rows reserved for late wallets have an empty id.
 */
const serversRow = `:not([data-testid*="${pageWalletPrefix}"], [data-testid="wallet-selector-"])`
export const directoryRows: Watched = { selector: `li > :is(a, button):not(:disabled)${serversRow}`, least: 5 }
export const pageWalletRows: Watched = {
  selector: `li > :is(a, button):not(:disabled)[data-testid*="${pageWalletPrefix}"]`,
  least: 4,
}

/**
 * Watches for elements, by default five wallet rows that the server rendered. After a call of `arm`, its promise
 * resolves with the epoch time at which these elements are first painted. The elements may be in any frame.
 * requestAnimationFrame doesn't run in a hidden frame, and the message posted from it arrives after the paint.
 */
export async function watchPaint(page: Page, watched: Watched = directoryRows): Promise<PaintWatch> {
  let settle: ((at: number) => void) | undefined
  await page.exposeFunction('notePainted', (at: number) => settle?.(at))
  await page.addInitScript(
    ({ selector, least, mark }) => {
      const isVisible = (element: Element) => {
        const { height, top } = element.getBoundingClientRect()
        const isOnScreen = height > 0 && top < innerHeight && element.checkVisibility({ opacityProperty: true })
        return isOnScreen && element.textContent?.trim() !== ''
      }
      const shown = () => {
        // In the host page only the hand-written copy of the first view counts, which is in a shadow root.
        const root = window === window.top ? document.querySelector('dialog[open] [data-copy]')?.shadowRoot : document
        return [...(root?.querySelectorAll(selector) ?? [])].filter(isVisible).length >= least
      }
      const look = () => {
        const now = shown()
        if (now && !window.isSeen) {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            performance.mark(mark)
            window.notePainted(performance.timeOrigin + performance.now())
          }
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
    },
    { ...watched, mark: paintedMark },
  )
  return {
    /**
     * Forgets an earlier paint, then waits for the next one. Returns the promise of that paint in a list, because an
     * async function can't return a promise without waiting for it.
     */
    async arm() {
      // A hidden frame runs no animation frames. So the check there does not notice that the watched elements have
      // disappeared.
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
