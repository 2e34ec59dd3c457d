import type { AppKitState, OpenOptions, Outcome } from '@appkit-frame/loader'
import { expect, type Page } from '@playwright/test'
import type { PageName } from '../stack/pages.ts'
import type { StackAddresses } from '../stack/stack.ts'
import { press } from './press.ts'

export type Host = 'shop' | 'guest' | 'other'
export type Answer = { value: unknown } | { code: number; reason?: string; message: string }
type OpenableView = NonNullable<OpenOptions['view']>
export type Kit = ReturnType<typeof createKit>

/**
 * What a visitor and a host page can do with the modal, in the words of the product. Specs speak through it, so that
 * another engine needs another driver and no other spec.
 */
export function createKit(page: Page, stack: StackAddresses) {
  const frame = page.frameLocator('iframe[src*="/f/"]')
  const dialog = page.locator('dialog:has(iframe[src*="/f/"])')

  async function visit(path: string, host: Host = 'shop'): Promise<void> {
    await page.goto(`${stack[host]}${path}`)
  }

  const pressFirst = (name: string | RegExp, role: 'button' | 'tab' = 'button'): Promise<void> =>
    press(frame.getByRole(role, { name }).first())

  /** Also for whoever points at what is behind it: for two more frames Chromium sends a click to the frame that is gone. */
  async function expectClosed(): Promise<void> {
    await expect(dialog).toBeHidden()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }

  /**
   * What the server painted shows first, and in it most buttons wait for the views; these wait for the page to say that it
   * opens, and begin the visit with the focus on something of theirs.
   */
  async function expectOpen(): Promise<void> {
    await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
    // Only the painting has it.
    await expect(frame.locator('#failure')).toHaveCount(0)
    const hasFocus = () => frame.locator('html').evaluate(() => document.activeElement !== document.body)
    await expect.poll(hasFocus).toBe(true)
    // The loader's own card is gone.
    await expect(dialog.locator('> div')).toHaveCount(0)
  }

  return {
    page,
    /** The modal's document. */
    frame,
    /** The element that holds it in the host page. */
    dialog,
    visit,
    /** The demo shop, without the demo's own wallet. */
    visitShop: (host: Host = 'shop') => visit('/?wallet=none', host),
    visitPage: (name: PageName, query = '', host: Host = 'shop') => visit(`/page/${name}${query}`, host),
    /** The card, or the sheet on a phone. */
    card: () => frame.getByRole('main'),
    /** What can be read on it; the frame's live regions, which only a screen reader hears, are outside of it. */
    text: (text: string | RegExp) => frame.getByRole('main').getByText(text),
    /** All motion has come to its end. */
    settled: () =>
      frame.locator('html').evaluate(async (root) => {
        const finite = root.ownerDocument
          .getAnimations()
          .filter((animation) => Number.isFinite(Number(animation.effect?.getComputedTiming().endTime)))
        await Promise.allSettled(finite.map(({ finished }) => finished))
      }),
    /** What the loader itself says where the frame can't come up. */
    problem: (text: string | RegExp) => page.locator('dialog').getByText(text),
    heading: (name: string | RegExp) => frame.getByRole('heading', { level: 1, name }),

    /** The visitor's way in. */
    async open(enter = () => page.locator('[data-appkit-open]').first().click()): Promise<void> {
      const [earlier] = await frame.locator('h1').elementHandles()
      await enter()
      // Each visit has a heading of its own; that of the one before stays until the frame has heard of this one.
      const isEarlier = () => earlier?.evaluate((heading) => heading.isConnected).catch(() => false) ?? false
      await expect.poll(isEarlier).toBe(false)
      await expectOpen()
    },
    expectOpen,
    /** Straight to a view, as a host's own button would. */
    async openView(view: OpenableView): Promise<void> {
      await page.evaluate((name) => {
        // Its outcome is another test's affair.
        window.AppKit.open({ view: name }).catch(() => {})
      }, view)
      await expectOpen()
    },
    /** The first of the modal that is named so. */
    press: pressFirst,
    /** Beside the card. */
    pressBackdrop: () => press(frame.locator('body'), { x: 8, y: 8 }),
    async chooseWallet(name: string | RegExp): Promise<void> {
      await pressFirst(name)
    },
    async close(): Promise<void> {
      await pressFirst('Close')
      await expectClosed()
    },
    expectClosed,

    loaded: () => page.waitForFunction(() => Boolean(window.AppKit)),
    state: (): Promise<AppKitState> => page.evaluate(() => window.AppKit.getState()),
    async expectStatus(status: string): Promise<void> {
      await expect
        .poll(() => page.evaluate(() => window.AppKit.getState().accounts.eip155?.status ?? 'disconnected'))
        .toBe(status)
    },
    /** Starts `open()` from the page's code; the outcome is read later. */
    async startOpen(): Promise<() => Promise<Outcome | { reason: string; code: number; message: string }>> {
      await page.evaluate(() => {
        const outcome = window.AppKit.open().catch(({ reason, code, message }) => ({ reason, code, message }))
        Object.assign(window, { outcome })
      })
      return () => page.evaluate(() => (window as unknown as { outcome: Promise<Outcome> }).outcome)
    },
    /** A request through AppKit's provider, its error as data. */
    request: (method: string, params?: unknown): Promise<Answer> =>
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
    /** From now on the provider's events are noted. */
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
