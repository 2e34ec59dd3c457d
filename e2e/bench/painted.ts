import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** Epoch milliseconds of each click, in the page. */
    clickedAt: number
    /** Whether the watched elements were visible since the last call of `arm`. */
    isSeen: boolean
    notePainted(at: number): void
  }
}

/** The name of the user-timing mark at a paint. */
export const paintedMark = 'bench painted'
export type PaintWatch = { arm(): Promise<[Promise<number>]> }
const stepTimeoutMs = 15_000

/** `selector` finds elements that a visitor can press. */
type Watched = { selector: string; least: number }

/** The wallets that a bench page announces have this prefix. */
export const pageWalletPrefix = 'bench.'
/**
 * Matches rows of the server. Rows of the page's wallets have a prefix in their id; the template and the rows reserved
 * for late wallets have an empty id.
 */
const serversRow = `:not([data-testid*="${pageWalletPrefix}"], [data-testid="wallet-selector-"])`
export const directoryRows: Watched = { selector: `li > :is(a, button):not(:disabled)${serversRow}`, least: 5 }
export const pageWalletRows: Watched = {
  selector: `li > :is(a, button):not(:disabled)[data-testid*="${pageWalletPrefix}"]`,
  least: 4,
}

/**
 * Reports the epoch time at which the elements (by default five rows of the server) were first presented after `arm`.
 * The elements may be in any frame. requestAnimationFrame doesn't run in a hidden frame, and the message posted from it
 * arrives after the paint.
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
        // In the page itself only the floor's copy of the first view counts, which stands in a shadow root.
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
     * Returns the promise in a list: `await` on a promise of a promise would also wait for the inner one, the paint.
     */
    async arm() {
      // A hidden frame paints nothing, so its observer doesn't notice that the elements are gone.
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
