import { type ElementHandle, expect, type Frame, type Locator, type Page } from '@playwright/test'

/**
 * A key goes where the focus is, and that crosses from one process to another in its own time: what a frame says of
 * itself is true before the documents around it know of it. These ask all of them.
 */
export async function expectKeyboard(control: Locator): Promise<void> {
  await expect(async () => expect(await hasKeyboard(control)).toBe(true)).toPass({ timeout: 15_000 })
}

/** Presses Tab until `wanted` has the keyboard, which has to be within one round. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 20 && !(await hasKeyboard(wanted)); presses += 1) {
    const before = await focused(page)
    await page.keyboard.press('Tab')
    const isElsewhere = async () => {
      const now = await focused(page)
      return now !== null && now !== before
    }
    await expect.poll(isElsewhere, 'the focus has come to the next stop').toBe(true)
  }
  await expectKeyboard(wanted)
}

async function hasKeyboard(control: Locator): Promise<boolean> {
  let element: ElementHandle<Node> | null = await control.elementHandle()
  while (element) {
    if (!(await element.evaluate((node) => node === node.ownerDocument?.activeElement))) return false
    const frame = await element.ownerFrame()
    if (!frame?.parentFrame()) return frame !== null
    element = await frame.frameElement()
  }
  return false
}

/** The control that has it, as its place in its document; null while it is on its way into another one. */
async function focused(page: Page): Promise<string | null> {
  let frame: Frame | null = page.mainFrame()
  for (let depth = 0; frame; depth += 1) {
    const active = (await frame.evaluateHandle(() => document.activeElement)).asElement()
    frame = (await active?.contentFrame()) ?? null
    if (active && !frame) {
      const place = await active.evaluate((element) => [...document.body.querySelectorAll('*')].indexOf(element))
      return place < 0 ? null : `${depth} ${place}`
    }
  }
  return null
}
