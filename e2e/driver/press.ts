import { expect, type Locator } from '@playwright/test'

type ClickCounts = { all: number; onControls: number }

/** Under full load a button can take half a minute to become enabled. */
const limitMs = 60_000
const controls = 'a, button, input, label, select, summary, textarea, [role="button"], [role="tab"]'

/**
 * Clicks a button in a frame, at its centre or at `position`, until the frame's document receives the click. Chromium
 * drops every click on a cross-origin frame that moved less than half a second ago; a person would click again.
 */
export async function press(button: Locator, position?: { x: number; y: number }): Promise<void> {
  let reason: unknown
  const click = async () => {
    try {
      await clickOnce(button, position)
    } catch (cause) {
      reason = cause
      throw cause
    }
  }
  await expect(click)
    .toPass({ timeout: limitMs })
    .catch(() => {
      throw new Error(`No click reached ${button} within ${limitMs / 1000} s.`, { cause: reason })
    })
}

async function clickOnce(button: Locator, position?: { x: number; y: number }): Promise<void> {
  const element = await button.elementHandle({ timeout: 10_000 })
  const frame = await element?.ownerFrame()
  if (!element || !frame) throw new Error('The button belongs to no document.')
  // A control can move or rerender between pointer down and up. The click then goes to its container and doesn't count.
  const kind = (await element.evaluate((node, names) => node.closest(names) !== null, controls)) ? 'onControls' : 'all'
  const before = (await frame.evaluate(countClicks, controls))[kind]
  await button.click({ timeout: 10_000, ...(position && { position }) })
  // A document that is gone has received the click.
  const after = await frame.evaluate(countClicks, controls).catch(() => null)
  expect(after?.[kind] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(before)
}

/** Counts the trusted clicks in this document since the first call. */
function countClicks(names: string): ClickCounts {
  const counted: Window & { clickCounts?: ClickCounts } = window
  if (counted.clickCounts) return counted.clickCounts
  const counts = { all: 0, onControls: 0 }
  counted.clickCounts = counts
  const count = ({ isTrusted, target }: Event) => {
    if (!isTrusted) return
    counts.all += 1
    if (target instanceof Element && target.closest(names)) counts.onControls += 1
  }
  addEventListener('click', count, true)
  return counts
}
