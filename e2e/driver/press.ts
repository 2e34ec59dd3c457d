import { expect, type Locator } from '@playwright/test'

type ClickCounts = { all: number; onControls: number }
type Counted = ClickCounts & { document: number }

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
  const before = await frame.evaluate(countClicks, controls)
  await button.click({ timeout: 10_000, ...(position && { position }) })
  const after = await frame.evaluate(countClicks, controls).catch(() => null)
  // A document that is gone, or that another one has replaced, has received the click.
  if (after?.document !== before.document) return
  expect(after[kind]).toBeGreaterThan(before[kind])
}

/** Clicks a button that closes its window. The window may be gone before the browser confirms the click. */
export const clickToClose = (button: Locator): Promise<void> => unlessClosed(button.click())

/** Waits for the end of an input, or for the end of its window. */
export const unlessClosed = (input: Promise<void>): Promise<void> =>
  input.catch((thrown: Error) => {
    if (!thrown.message.includes('has been closed')) throw thrown
  })

/** Counts the trusted clicks in this document since the first call. `document` differs from that of any other document. */
function countClicks(names: string): Counted {
  const counted: Window & { clickCounts?: ClickCounts } = window
  const { timeOrigin } = performance
  if (counted.clickCounts) return { ...counted.clickCounts, document: timeOrigin }
  const counts = { all: 0, onControls: 0 }
  counted.clickCounts = counts
  const count = ({ isTrusted, target }: Event) => {
    if (!isTrusted) return
    counts.all += 1
    if (target instanceof Element && target.closest(names)) counts.onControls += 1
  }
  addEventListener('click', count, true)
  return { ...counts, document: timeOrigin }
}
