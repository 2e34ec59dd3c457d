import { type ElementHandle, expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

type SecureFrame = {
  secure: FrameLocator
  panel(name: string): Locator
  press(name: string | RegExp): Promise<void>
}

/** Answers the requests of the embedded wallet, in the secure frame or in a wallet window. */
export function createApprovalDriver(page: Page, { secure, panel, press }: SecureFrame) {
  /** Opens the wallet window of the request that waits for it. */
  async function openApprovalWindow(): Promise<Page> {
    const opened = page.waitForEvent('popup')
    await press('Open wallet window')
    return opened
  }
  async function approveIn(window: Page): Promise<void> {
    const button = await window.locator('.approve__button').elementHandle()
    if (!button) throw new Error('The window shows no card.')
    await pressUntilAccepted(window, button)
  }
  return {
    openApprovalWindow,
    approveIn,
    /**
     * Approves the next request with the pointer: on the card in the frame, or in the wallet window if the request
     * needs one.
     */
    async approve(): Promise<void> {
      await expect(panel('Approve Transaction')).toBeVisible()
      // The previous approval card stays visible with its spinner until the next card shows.
      const card = secure.locator('.approve__button:not(:has(.spinner))')
      const toWindow = secure.getByRole('button', { name: 'Open wallet window' })
      await expect(card.or(toWindow)).toBeVisible()
      if (await toWindow.isVisible()) return approveIn(await openApprovalWindow())
      const button = await card.elementHandle()
      if (!button) throw new Error('The card has no button.')
      await pressUntilAccepted(page, button)
    },
    async reject(): Promise<void> {
      await press('Cancel')
      await expect(secure.getByRole('button', { name: 'Cancel' })).toBeHidden()
    },
  }
}

/**
 * Moves the pointer to an approval card's button and presses it whenever it accepts presses, until a press is
 * accepted.
 */
async function pressUntilAccepted(page: Page, button: ElementHandle<HTMLElement | SVGElement>): Promise<void> {
  // A document that is gone means that the visitor's press was accepted and the approval card closed.
  const state = () => button.evaluate(stateOf).catch(() => 'accepted' as const)
  // An approval card that moves or is covered ignores presses for a while, so try again.
  await expect(async () => {
    await expect.poll(state).not.toBe('disarmed')
    if ((await state()) === 'accepted') return
    const box = await button.boundingBox()
    if (!box) throw new Error('The button has no box.')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    for (const step of [60, 40, 25, 12, 4]) await page.mouse.move(x - step, y - step)
    await button.click({ timeout: 10_000 })
    expect(await state()).toBe('accepted')
  }).toPass()
}

/** The state of an approval card's button: it doesn't accept presses yet, it accepts them, or it has accepted one. */
function stateOf(button: Element): 'disarmed' | 'armed' | 'accepted' {
  if (!button.isConnected || button.querySelector('.spinner')) return 'accepted'
  return button.getAttribute('aria-disabled') === 'false' ? 'armed' : 'disarmed'
}
