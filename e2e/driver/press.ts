import { expect, type Locator } from '@playwright/test'

type Heard = Window & { clicksHeard?: { count: number } }

/**
 * Presses something in a frame, `at` a place of it or in its middle, until its document hears of it, and then no more: Chromium drops every click on a frame of
 * another origin that moved less than half a second ago, and a person just presses again.
 */
export async function press(button: Locator, at?: { x: number; y: number }): Promise<void> {
  await expect(async () => {
    const frame = await (await button.elementHandle({ timeout: 10_000 }))?.ownerFrame()
    if (!frame) throw new Error('The button stands in no document.')
    const before = await frame.evaluate(countClicks)
    await button.click({ timeout: 10_000, ...(at && { position: at }) })
    // A document that is gone has heard it.
    const after = await frame.evaluate(countClicks).catch(() => Number.POSITIVE_INFINITY)
    expect(after).toBeGreaterThan(before)
  }).toPass()
}

/** Those that a person made, since it was first asked. */
function countClicks(): number {
  const own: Heard = window
  if (own.clicksHeard) return own.clicksHeard.count
  const heard = { count: 0 }
  own.clicksHeard = heard
  const hear = ({ isTrusted }: Event) => {
    if (isTrusted) heard.count += 1
  }
  addEventListener('click', hear, true)
  return heard.count
}
