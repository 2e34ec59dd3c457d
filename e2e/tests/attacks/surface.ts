import { expect, type Frame, type Page } from '@playwright/test'
import type { Driver } from '../../driver/driver.ts'
import type { createEmbeddedDriver } from '../../driver/embedded.ts'
import type { StackAddresses } from '../../stack/stack.ts'

/** A place of the wallet in the secure frame that attackers lure a visitor's input to. */
export type Surface = {
  /** The element that should get the input, and the element around it that the visitor should see. */
  button: string
  card: string
  /** Shows the place, unless it shows already, so that only a trick can prevent a success of the visitor's input. */
  show(): Promise<void>
  /** Whether a press would count now, or has counted. A place without gates is `armed` while it shows. */
  state(): Promise<SurfaceState>
  /** The place has gates that notice a trick. */
  isGated: boolean
  /** The text that the visitor types after the trick. */
  type?(): Promise<void>
  /** Whether the attacker got what they wanted. */
  isWon(): Promise<boolean>
  /** Goes on as a visitor after a press that no trick spoiled. Returns whether that visitor got a result. */
  isHonestPressAnswered(): Promise<boolean>
  /** Ends what the place asks for. */
  end(): Promise<void>
  /**
   * Says in the report where the attacker's input went, if the attack failed. `presses` is the number of presses that
   * reached the button.
   */
  instead(presses: number): Promise<string>
}
export type SurfaceState = 'none' | 'disarmed' | 'armed' | 'approved'
export type SurfaceParts = {
  page: Page
  driver: Driver
  stack: StackAddresses
  embedded: ReturnType<typeof createEmbeddedDriver>
}
type Requested = Window & { request?: { value?: unknown; code?: number } }

export const findModal = (page: Page, { modal }: StackAddresses): Frame =>
  page.frames().find((frame) => frame.url().startsWith(`${modal}/f/`)) as Frame
export const findWallet = (page: Page, { wallet }: StackAddresses): Frame =>
  page.frames().find((frame) => frame.url().startsWith(`${wallet}/s/`)) as Frame

/** Requests of the site, one at a time. */
export function createRequests({ page, driver }: SurfaceParts, method: string, params: unknown[]) {
  const outcome = () => page.evaluate(() => (window as Requested).request)
  const isSettled = async (): Promise<boolean> => {
    const request = await outcome()
    return !request || 'value' in request || 'code' in request
  }
  return {
    outcome,
    isSettled,
    isAnswered: async (): Promise<boolean> => 'value' in ((await outcome()) ?? {}),
    async start(): Promise<void> {
      await driver.expectClosed()
      await page.evaluate(
        ([name, list]) => {
          const request: Requested['request'] = {}
          Object.assign(window, { request })
          window.AppKit.getProvider('eip155')
            .request({ method: name, params: list })
            .then(
              (value) => Object.assign(request, { value }),
              ({ code }) => Object.assign(request, { code }),
            )
        },
        [method, params] as const,
      )
    },
    /** Closes the request, wherever it shows, and waits until the site has its outcome. */
    async end(): Promise<void> {
      await page.evaluate(() => window.AppKit.close())
      await expect.poll(isSettled).toBe(true)
      await driver.expectClosed()
    },
  }
}

/** The wallet windows that the page’s frames open. */
export function watchWindows(page: Page) {
  const opened: Page[] = []
  page.on('popup', (popup) => opened.push(popup))
  return {
    open: () => opened.filter((popup) => !popup.isClosed()),
    async closeAll(): Promise<void> {
      for (const popup of opened.splice(0)) await popup.close()
    },
  }
}
