import type { AppKitState, Outcome } from '@appkit-frame/loader'
import { expect, type Frame, type Page } from '@playwright/test'

export type ProviderAnswer = { value: unknown } | { code: number; reason?: string; message: string }

/** Drives `window.AppKit` as code of the host page does. */
export function createHostPage(page: Page | Frame) {
  return {
    loaded: () => page.waitForFunction(() => Boolean(window.AppKit)),
    state: (): Promise<AppKitState> => page.evaluate(() => window.AppKit.getState()),
    async expectStatus(status: string): Promise<void> {
      await expect
        .poll(() => page.evaluate(() => window.AppKit.getState().accounts.eip155?.status ?? 'disconnected'))
        .toBe(status)
    },
    /** Calls `open()` from the page's code. The returned function waits for the outcome. */
    async startOpen(): Promise<() => Promise<Outcome | { reason: string; code: number; message: string }>> {
      await page.evaluate(() => {
        const outcome = window.AppKit.open().catch(({ reason, code, message }) => ({ reason, code, message }))
        Object.assign(window, { outcome })
      })
      return () => page.evaluate(() => (window as unknown as { outcome: Promise<Outcome> }).outcome)
    },
    /** Sends a request through AppKit's provider. An error comes back as data. */
    request: (method: string, params?: unknown): Promise<ProviderAnswer> =>
      page.evaluate(
        async ([name, list]) => {
          try {
            const value = await window.AppKit.getProvider('eip155').request({
              method: name,
              ...(list === undefined ? {} : { params: list }),
            })
            return { value }
          } catch (cause) {
            const { code, reason, message } = cause as { code: number; reason?: string; message: string }
            return { code, message, ...(reason ? { reason } : {}) }
          }
        },
        [method, params] as const,
      ),
    /** Records the provider's events from now on. The returned function returns the recorded events. */
    async recordEvents(): Promise<() => Promise<[string, unknown][]>> {
      await page.evaluate(() => {
        const seen: [string, unknown][] = []
        for (const event of ['connect', 'disconnect', 'accountsChanged', 'chainChanged']) {
          window.AppKit.getProvider('eip155').on(event, (value) => seen.push([event, value]))
        }
        Object.assign(window, { seen })
      })
      return () =>
        page.evaluate(() => JSON.parse(JSON.stringify((window as unknown as { seen: [string, unknown][] }).seen)))
    },
  }
}
