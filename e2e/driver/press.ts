import { expect, type Locator } from '@playwright/test'

type Heard = Window & { clicksHeard?: { all: number; onControls: number } }

const controls = 'a, button, input, label, select, summary, textarea, [role="button"], [role="tab"]'

/**
 * Presses something in a frame, `at` a place of it or in its middle, until its document hears of it, and then no more: Chromium drops every click on a frame of
 * another origin that moved less than half a second ago, and a person just presses again.
 */
export async function press(button: Locator, at?: { x: number; y: number }): Promise<void> {
  await expect(async () => {
    const element = await button.elementHandle({ timeout: 10_000 })
    const frame = await element?.ownerFrame()
    if (!element || !frame) throw new Error('The button stands in no document.')
    // One that moved away, or was drawn anew, between the two halves of a click hears nothing of it: what is around it does.
    const kind = (await element.evaluate((own, names) => own.closest(names) !== null, controls)) ? 'onControls' : 'all'
    const before = (await frame.evaluate(countClicks, controls))[kind]
    await button.click({ timeout: 10_000, ...(at && { position: at }) })
    // A document that is gone has heard it.
    const after = await frame.evaluate(countClicks, controls).catch(() => null)
    expect(after?.[kind] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(before)
  }).toPass()
}

/** Those that a person made, since it was first asked. */
function countClicks(names: string): { all: number; onControls: number } {
  const own: Heard = window
  if (own.clicksHeard) return own.clicksHeard
  const heard = { all: 0, onControls: 0 }
  own.clicksHeard = heard
  const hear = ({ isTrusted, target }: Event) => {
    if (!isTrusted) return
    heard.all += 1
    if (target instanceof Element && target.closest(names)) heard.onControls += 1
  }
  addEventListener('click', hear, true)
  return heard
}
