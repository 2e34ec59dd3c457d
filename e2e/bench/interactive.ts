import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'

declare global {
  interface Window {
    noteInteractive(at: number): void
  }
}

/** The name of the user-timing mark at the moment when the modal becomes interactive. */
export const interactiveMark = 'bench interactive'

const timeoutMs = 20_000
const interactivePages = new WeakMap<Page, Promise<number>>()

/**
 * Records when the modal becomes interactive: when the views have taken over from the document's script. The bench has
 * no other definition of that moment. The frame reports the moment itself, because a function that Playwright polls in
 * the frame keeps the main thread busy for 100 ms.
 */
export async function watchInteractive(page: Page): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<number>()
  interactivePages.set(page, promise)
  await page.exposeFunction('noteInteractive', resolve)
  await page.addInitScript((mark) => {
    // When `document.readyState` becomes `interactive`, the document's inline script has run. The modules that take
    // over from the inline script have not run yet.
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return
      const script = document.getElementById('early') as { handover?: { isOver?: boolean } } | null
      if (!script?.handover) return
      let isOver: boolean | undefined
      Object.defineProperty(script.handover, 'isOver', {
        get: () => isOver,
        set(value: boolean) {
          if (value && !isOver) {
            performance.mark(mark)
            window.noteInteractive(performance.timeOrigin + performance.now())
          }
          isOver = value
        },
      })
    })
  }, interactiveMark)
}

/** Resolves with the epoch time at which the modal of a watched page became interactive. */
export const waitUntilInteractive = (page: Page): Promise<number> =>
  Promise.race([
    interactivePages.get(page) ?? Promise.reject(new Error('The page is not watched.')),
    setTimeout(timeoutMs, undefined, { ref: false }).then(() => {
      throw new Error(`The modal was not interactive within ${timeoutMs} ms.`)
    }),
  ])
