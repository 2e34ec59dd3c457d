import type { Page } from '@playwright/test'
import { modalFrame } from '../../driver/modalFrame.ts'
import { expect, test } from '../shared/mailTest.ts'
import { saveScreenshot } from '../shared/sizes.ts'

const textSizes = { standard: 16, large: 32 } as const

/** Sets the text size of the browser in the modal and in the secure frame. */
async function setTextSize(page: Page, walletOrigin: string, standard: number): Promise<void> {
  const secure = page.frames().find((frame) => frame.url().startsWith(walletOrigin))
  if (!secure) throw new Error('The page has no secure frame.')
  for (const frame of [modalFrame(page), secure]) {
    const session = await page.context().newCDPSession(frame)
    await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
    await expect
      .poll(() => frame.evaluate(() => getComputedStyle(document.documentElement).fontSize))
      .toBe(`${standard}px`)
  }
}

test('the last panel of a first login is whole at 320 × 600 px, in each language and with text of 200 %', async ({
  driver,
  embedded,
  mail,
  page,
  stack,
}) => {
  test.slow()
  await page.setViewportSize({ width: 320, height: 600 })
  // The visitor's browser lists all three languages, since the wallet uses only those.
  await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { get: () => ['en-US', 'ar', 'de'] }))
  await driver.visitShop()
  await driver.open()
  await embedded.typeEmail(mail.address)
  await embedded.expectCodePanel()
  await embedded.typeCode(await embedded.code(mail))
  await expect(embedded.secure.getByText('Your wallet is ready')).toBeVisible({ timeout: 60_000 })
  const wallet = driver.frame.locator(`iframe[src^="${stack.wallet}"]`)

  /** The parts that the visitor does not see whole, and the pixels that the panel scrolls. */
  const findCut = async (): Promise<string[]> => {
    const frameBox = await wallet.evaluate((frame) => {
      const { top, bottom, height } = frame.getBoundingClientRect()
      return { isWhole: top >= 0 && bottom <= innerHeight + 1, height }
    })
    const cut = await embedded.secure.locator('html').evaluate((html) => {
      const body = html.querySelector('.body')
      const scrolled = body ? body.scrollHeight - body.clientHeight : 0
      const parts = [...html.querySelectorAll('h1, .lead, .notice, summary, button')]
      const outside = parts.filter((part) => {
        const { left, right, top, bottom, width } = part.getBoundingClientRect()
        return width > 0 && (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1)
      })
      return [...(scrolled > 1 ? [`scrolls ${scrolled} px`] : []), ...outside.map((part) => part.textContent ?? '')]
    })
    return [...(frameBox.isWhole ? [] : ['the frame is cut']), ...cut]
  }
  for (const locale of ['en', 'de', 'ar'])
    for (const [name, size] of Object.entries(textSizes)) {
      await page.evaluate((to) => window.AppKit.configure({ locale: to }), locale)
      await expect(embedded.secure.locator('html')).toHaveAttribute('lang', locale)
      await setTextSize(page, stack.wallet, size)
      await expect.poll(findCut, `${locale}, ${name} text`).toEqual([])
      await saveScreenshot(page, `ready-${locale}-${name}`)
    }
})
