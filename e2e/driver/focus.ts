import { type ElementHandle, expect, type Frame, type Locator, type Page } from '@playwright/test'

/**
 * The focus moves between processes with a delay: a frame may report it before the documents around it do. These
 * functions therefore ask every document from the control up to the page.
 */
export async function expectFocus(control: Locator): Promise<void> {
  await expect(async () => expect(await hasFocus(control)).toBe(true)).toPass({ timeout: 15_000 })
}

/** Presses Tab until `wanted` has the focus, at most 20 times. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 20 && !(await hasFocus(wanted)); presses += 1) {
    const before = await focused(page)
    await page.keyboard.press('Tab')
    const isElsewhere = async () => {
      const now = await focused(page)
      return now !== null && now !== before
    }
    await expect.poll(isElsewhere, 'the focus moves to the next control').toBe(true)
  }
  await expectFocus(wanted)
}

async function hasFocus(control: Locator): Promise<boolean> {
  let element: ElementHandle<Node> | null = await control.elementHandle()
  while (element) {
    if (!(await element.evaluate((node) => node === node.ownerDocument?.activeElement))) return false
    const frame = await element.ownerFrame()
    if (!frame?.parentFrame()) return frame !== null
    element = await frame.frameElement()
  }
  return false
}

/**
 * The focused control: the depth of its document, and its index among the document's elements. Null while the focus
 * moves to another document.
 */
async function focused(page: Page): Promise<string | null> {
  let frame: Frame | null = page.mainFrame()
  for (let depth = 0; frame; depth += 1) {
    const active = (await frame.evaluateHandle(() => document.activeElement)).asElement()
    frame = (await active?.contentFrame()) ?? null
    if (active && !frame) {
      const index = await active.evaluate((element) => [...document.body.querySelectorAll('*')].indexOf(element))
      return index < 0 ? null : `${depth} ${index}`
    }
  }
  return null
}
