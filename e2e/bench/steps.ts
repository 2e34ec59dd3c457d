import type { Page } from '@playwright/test'

declare global {
  interface Window {
    noteStep(name: Step, at: number): void
  }
}

/**
 * The steps of a login and of a request with the embedded wallet. Each is observed in the document in which it happens.
 */
type Step = 'typed' | 'clicked' | 'made' | 'card' | 'panel' | 'place' | 'connected'
type Steps = { forget(): void; next(name: Step): Promise<number> }

const stepTimeoutMs = 20_000

/**
 * Watches the steps of a login. `next` returns the epoch time of a step that happened since the last `forget`, or waits
 * for the step. A visible step counts once it is painted.
 */
export async function watchLoginSteps(page: Page): Promise<Steps> {
  const seen = new Map<Step, number>()
  const waiting = new Map<Step, (at: number) => void>()
  await page.exposeFunction('noteStep', (name: Step, at: number) => {
    seen.set(name, at)
    waiting.get(name)?.(at)
  })
  await page.addInitScript(note)
  return {
    forget: () => seen.clear(),
    next: async (name) => {
      const at = seen.get(name)
      if (at !== undefined) return at
      return new Promise((resolve, reject) => {
        waiting.set(name, resolve)
        setTimeout(reject, stepTimeoutMs, new Error(`nothing was ${name} in ${stepTimeoutMs / 1000} s`)).unref()
      })
    },
  }
}

/** Reports the steps that happen in a document. This function runs in every document of the page. */
function note(): void {
  const now = () => performance.timeOrigin + performance.now()
  const drawn = {
    made: () => document.querySelector('main.panel h1')?.textContent === 'Your wallet is ready',
    card: () => Boolean(document.querySelector('main.panel .approve__button')),
    // The card of a request, or the panel that moves the request to the wallet window.
    panel: () => Boolean(document.querySelector('main.panel .approve')),
    place: () => {
      const frame = document.querySelector('[data-testid="secure-place"]') && document.querySelector('iframe')
      return frame?.style.visibility === 'visible'
    },
  }
  const before = new Set<string>()
  const look = () => {
    for (const [name, isDrawn] of Object.entries(drawn) as [keyof typeof drawn, () => boolean][]) {
      if (!isDrawn()) before.delete(name)
      else if (!before.has(name)) {
        before.add(name)
        // A task that an animation frame posts runs after the paint.
        scheduler.postTask(() => window.noteStep(name, now()), { priority: 'user-blocking' })
      }
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  const tell = (name: Step) => (event: Event) => window.noteStep(name, performance.timeOrigin + event.timeStamp)
  addEventListener('input', tell('typed'), true)
  addEventListener('click', tell('clicked'), true)
  if (window !== window.top) return
  addEventListener('DOMContentLoaded', () => {
    const listen = () => {
      if (!window.AppKit) return void setTimeout(listen, 5)
      window.AppKit.subscribe(({ accounts }) => {
        if (accounts.eip155?.status === 'connected') window.noteStep('connected', now())
      })
    }
    listen()
  })
}

/**
 * Returns a function that tells how many milliseconds of a time span had a request to `origin` running. Parallel
 * requests count once.
 */
export function watchServerTime(page: Page, origin: string): (from: number, to: number) => number {
  const spans: [number, number][] = []
  page.on('requestfinished', (request) => {
    const { startTime, responseEnd } = request.timing()
    if (request.url().startsWith(`${origin}/v1/`)) spans.push([startTime, startTime + responseEnd])
  })
  return (from, to) => {
    let [sum, reached] = [0, from]
    for (const [start, end] of [...spans].sort(([a], [b]) => a - b)) {
      const begin = Math.max(start, reached)
      const until = Math.min(end, to)
      if (until <= begin) continue
      sum += until - begin
      reached = until
    }
    return sum
  }
}
