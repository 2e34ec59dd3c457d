import type { Frame, Page } from '@playwright/test'

declare global {
  interface Window {
    /** The time in epoch milliseconds. */
    interactiveAt?: number
  }
}

/** The name of the user-timing mark at the moment when the modal becomes interactive. */
export const interactiveMark = 'bench interactive'

/**
 * The modal is interactive once the views have taken over from the document's script. This is the only place that
 * decides it.
 */
export const watchInteractive = (page: Page): Promise<unknown> =>
  page.addInitScript((mark) => {
    // At `interactive` the document's script has run, and the modules that take over from it have not.
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
            window.interactiveAt = performance.timeOrigin + performance.now()
          }
          isOver = value
        },
      })
    })
  }, interactiveMark)

export const modalFrame = (page: Page): Frame => {
  const frame = page.frames().find((each) => /\/f\//.test(each.url()))
  if (!frame) throw new Error('The page has no frame of the modal.')
  return frame
}

/** Resolves with the epoch time at which the modal became interactive. */
export async function untilInteractive(page: Page): Promise<number> {
  const frame = modalFrame(page)
  await frame.waitForFunction(() => window.interactiveAt !== undefined, undefined, { timeout: 20_000 })
  return frame.evaluate(() => window.interactiveAt ?? Number.NaN)
}
