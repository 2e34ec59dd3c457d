import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** The time of the last click in the page, in epoch milliseconds. */
    clickedAt: number
    /** Whether the document's part was on the screen when the document last looked. */
    isSeen: boolean
    /** Forgets what the document has painted, except rows that a frame still shows. Returns whether it has such rows. */
    forgetPaint?(): boolean
    notePainted(part: Part, at: number): void
  }
}

/** The name of the user-timing mark that is set when the watched elements are painted. */
export const paintedMark = 'bench painted'
export type PaintWatch = { arm(): Promise<[Promise<number>]> }
const stepTimeoutMs = 15_000

/** A copy of the rows is painted in the host page, the rows in a frame, or an open dialog around a frame. */
type Part = 'copy' | 'rows' | 'dialog'

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
 * resolves with the epoch time at which these elements are first painted in an open dialog. The elements may be in a
 * frame of the dialog, which may have painted them before the dialog opened. A task that requestAnimationFrame posts runs
 * after the paint.
 */
export async function watchPaint(page: Page, watched: Watched = directoryRows): Promise<PaintWatch> {
  let settle: ((at: number) => void) | undefined
  let times: { [part in Part]?: number } = {}
  await page.exposeFunction('notePainted', (part: Part, at: number) => {
    times[part] = at
    const { copy, rows, dialog } = times
    if (copy) settle?.(copy)
    else if (rows && dialog) settle?.(Math.max(rows, dialog))
  })
  await page.addInitScript(reportPaint, { ...watched, mark: paintedMark })
  return {
    /**
     * Forgets an earlier paint, then waits for the next one. Returns the promise of that paint in a list, because an
     * async function can't return a promise without waiting for it.
     */
    async arm() {
      // Browsers slow the animation frames of a frame that they paint but do not show. So the rows of a prepared frame,
      // which are painted and can be pressed before the dialog opens, would report themselves late.
      const kept = await Promise.all(
        page.frames().map((frame) => frame.evaluate(() => window.forgetPaint?.() ?? false)),
      )
      times = kept.includes(true) && times.rows ? { rows: times.rows } : {}
      return [
        new Promise((resolve, reject) => {
          settle = resolve
          setTimeout(reject, stepTimeoutMs, new Error(`nothing was painted in ${stepTimeoutMs / 1000} s`)).unref()
        }),
      ]
    },
  }
}

/** Reports what is painted, also again after it was forgotten. Runs in every document of the page. */
function reportPaint({ selector, least, mark }: Watched & { mark: string }): void {
  const isVisible = (element: Element) => {
    const { height, top } = element.getBoundingClientRect()
    const isOnScreen = height > 0 && top < innerHeight && element.checkVisibility({ opacityProperty: true })
    // A visitor can't press a row of an inert document. The document of a closed modal is inert.
    return isOnScreen && element.textContent?.trim() !== '' && !document.body.inert
  }
  const hasRows = (root: ParentNode) => [...root.querySelectorAll(selector)].filter(isVisible).length >= least
  const findPart = (): Part | undefined => {
    if (window !== window.top) return hasRows(document) ? 'rows' : undefined
    // A hand-written copy of the first view is in a shadow root of the host page.
    const copy = document.querySelector('dialog[open] [data-copy]')?.shadowRoot
    if (copy) return hasRows(copy) ? 'copy' : undefined
    return document.querySelector('dialog[open] iframe') ? 'dialog' : undefined
  }
  const note = (part: Part) => {
    if (part !== 'dialog') performance.mark(mark)
    window.notePainted(part, performance.timeOrigin + performance.now())
  }
  const look = () => {
    const part = findPart()
    // With this priority the task doesn't wait for earlier messages and timers.
    if (part && !window.isSeen) scheduler.postTask(() => note(part), { priority: 'user-blocking' })
    window.isSeen = Boolean(part)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  // The rows of a closed modal stay painted, so they need no new animation frame when visitors can press them again.
  new MutationObserver(() => {
    if (window.isSeen || findPart() !== 'rows') return
    window.isSeen = true
    note('rows')
  }).observe(document, { attributeFilter: ['inert'], subtree: true })
  window.forgetPaint = () => {
    window.isSeen = window.isSeen && findPart() === 'rows'
    return window.isSeen
  }
  document.addEventListener(
    'click',
    (event) => {
      window.clickedAt = performance.timeOrigin + event.timeStamp
    },
    true,
  )
}
