import type { Locator, Page } from '@playwright/test'
import { type Hex, toHex, verifyMessage } from 'viem'
import { expect, test } from '../shared/mailTest.ts'
import { modalSizes, saveScreenshot } from '../shared/sizes.ts'

test.use({ hasTouch: true, viewport: modalSizes.phone })

const message = 'Good coffee. ☕'

/** Touches the middle of a button once, as a finger does: no pointer moves there before. */
async function tap(page: Page, button: Locator): Promise<void> {
  const box = await button.boundingBox()
  if (box) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

/** The animations of a button that fills, with their length in milliseconds. */
const fillsOf = (button: Locator) =>
  button.evaluate((each) =>
    each
      .getAnimations({ subtree: true })
      .filter((animation) => animation instanceof CSSAnimation && animation.animationName === 'arm')
      .map(({ effect }) => effect?.getComputedTiming().duration),
  )

test('on a phone the button fills, a tap before is answered by a nudge, and then one tap signs', async ({
  driver,
  page,
  mail,
  embedded,
}) => {
  await driver.visitPage('plain')
  await embedded.logIn(mail)
  const account = (await driver.state()).accounts.eip155?.caipAddress?.split(':')[2] as Hex
  const { secure } = embedded
  const button = secure.locator('.approve__button')
  const hint = secure.locator('.approve .hint')
  const ask = () => {
    const asked = { isAnswered: false, answer: driver.request('personal_sign', [toHex(message), account]) }
    void asked.answer.finally(() => {
      asked.isAnswered = true
    })
    return asked
  }
  let asked: ReturnType<typeof ask> | undefined
  let fills: Awaited<ReturnType<typeof fillsOf>> = []

  await test.step('a tap while the button fills signs nothing, and the card says so', async () => {
    // On a busy machine the button may be full before the first tap arrives, which then signs. So ask again.
    await expect(async () => {
      const now = ask()
      asked = now
      await expect(button).toBeVisible()
      fills = await fillsOf(button)
      // Chromium drops taps on a frame that moved less than half a second ago.
      while (!now.isAnswered && (await hint.textContent()) === '') await tap(page, button)
      expect(now.isAnswered).toBe(false)
    }).toPass()
    expect(fills).toEqual([800])
    await expect(hint).toHaveText('A moment to look. Press again when it is full.')
    await expect(button).toHaveClass(/\bnudge\b/)
    await saveScreenshot(page, 'card-nudged')
  })

  await test.step('one tap on the full button signs', async () => {
    await expect(button).toHaveAttribute('aria-disabled', 'false')
    if (!asked) throw new Error('Nothing was asked.')
    expect(asked.isAnswered).toBe(false)
    await tap(page, button)
    const { value } = (await asked.answer) as { value: Hex }
    expect(await verifyMessage({ address: account, message, signature: value })).toBe(true)
    await driver.expectClosed()
  })
})
