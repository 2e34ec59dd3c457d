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
  let isAnswered = false
  const answer = driver.request('personal_sign', [toHex(message), account])
  void answer.finally(() => {
    isAnswered = true
  })
  await expect(button).toBeVisible()

  await test.step('a tap while the button fills signs nothing, and the card says so', async () => {
    // A change of the frame's size restarts the fill. So the button stays unfilled, however slow this machine is.
    const restarts = await button.evaluateHandle(() => setInterval(() => dispatchEvent(new Event('resize')), 100))
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect.poll(() => fillsOf(button)).toEqual([800])
    // Chromium drops taps on a frame that moved less than half a second ago.
    await expect(async () => {
      await tap(page, button)
      await expect(hint).toHaveText('A moment to look. Press again when it is full.', { timeout: 500 })
    }).toPass()
    await expect(button).toHaveClass(/\bnudge\b/)
    expect(isAnswered).toBe(false)
    await saveScreenshot(page, 'card-nudged')
    await restarts.evaluate((timer) => clearInterval(timer))
  })

  await test.step('one tap on the full button signs', async () => {
    await expect(button).toHaveAttribute('aria-disabled', 'false')
    expect(isAnswered).toBe(false)
    await tap(page, button)
    const { value } = (await answer) as { value: Hex }
    expect(await verifyMessage({ address: account, message, signature: value })).toBe(true)
    await driver.expectClosed()
  })
})
