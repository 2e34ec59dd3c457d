import type { Page } from '@playwright/test'
import { expect, test } from '../shared/mailTest.ts'

type Thief = Window & { heard?: string; takeFocus?: () => void; isGreedy?: boolean }

/** A page that listens to every key, and can take the focus from the modal. A greedy page takes it each time. */
async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const thief = window as Thief
    const trap = document.createElement('input')
    trap.style.cssText = 'position: fixed; opacity: 0'
    // Only elements inside the modal dialog can have the focus.
    document.querySelector('dialog[open]')?.append(trap)
    thief.heard = ''
    trap.addEventListener('keydown', ({ key }) => {
      if (key.length === 1) thief.heard += key
    })
    thief.takeFocus = () => trap.focus()
    addEventListener('blur', () => setTimeout(() => thief.isGreedy && trap.focus()))
  })
}
const heard = (page: Page) => page.evaluate(() => (window as Thief).heard)
/**
 * Takes the focus from the modal. The page learns of a press in the frame with a delay, and before that could take
 * nothing.
 */
async function takeFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('iframe')
  await page.evaluate(() => (window as Thief).takeFocus?.())
  await pageHasFocus(page)
}
const pageHasFocus = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.tagName === 'INPUT' && document.hasFocus())).toBe(true)

test.beforeEach(async ({ driver, embedded, mail, page }) => {
  await driver.visitShop()
  await driver.open()
  await embedded.typeEmail(mail.address)
  await embedded.expectCodePanel()
  await expect.poll(() => embedded.digit(1).evaluate((box) => box === document.activeElement)).toBe(true)
  await listen(page)
})

/** The sentences that the field shows after the first and second press that bring the keyboard back. */
const answers = ['We hid your code', 'The page took the keyboard again']

test('a page that takes the keyboard after each press hears at most two digits of a code', async ({
  page,
  embedded,
  mail,
}) => {
  const code = await embedded.code(mail)
  await page.evaluate(() => void Object.assign(window, { isGreedy: true }))
  await takeFocus(page)
  for (const [at, digit] of [...code].entries()) {
    const box = embedded.digit(at + 1)
    if (await box.isDisabled()) break
    await box.click()
    // The second answer disables the field.
    await expect(embedded.secure.getByText(answers[at] ?? 'a third answer')).toBeVisible()
    await pageHasFocus(page)
    // The visitor looks at the keyboard and types on.
    await page.keyboard.type(digit)
  }
  expect((await heard(page))?.length).toBeLessThanOrEqual(2)
})

test('a code is hidden while the page has the keyboard, and a press that brings it back empties the field', async ({
  page,
  embedded,
}) => {
  const { secure, digit } = embedded
  const boxes = secure.locator('.otp')
  await digit(1).click()
  await page.keyboard.type('12')
  await takeFocus(page)
  await expect(boxes).toHaveClass(/otp--hidden/)
  await page.keyboard.type('3')
  expect(await heard(page)).toBe('3')
  await test.step('the first press says why the field is empty', async () => {
    await digit(3).click()
    await expect(secure.getByText('We hid your code')).toBeVisible()
    for (const position of [1, 2, 3]) await expect(digit(position)).toHaveValue('')
    await expect(boxes).not.toHaveClass(/otp--hidden/)
    await page.keyboard.type('45')
    await expect(digit(2)).toHaveValue('5')
  })
  await test.step('the second press offers the wallet’s own window', async () => {
    await takeFocus(page)
    await digit(3).click()
    await expect(secure.getByText('The page took the keyboard again')).toBeVisible()
    await expect(digit(1)).toBeDisabled()
    await expect(secure.getByRole('button', { name: 'Open wallet window' })).toBeVisible()
  })
  await test.step('the visitor can go on here', async () => {
    await embedded.press('Go on here')
    await expect(digit(1)).toBeEnabled()
    await expect(digit(1)).toHaveValue('')
  })
})

test('a code that is typed in the wallet’s own window completes the login, and a stranger’s link asks for none', async ({
  page,
  stack,
  embedded,
  mail,
  context,
}) => {
  const { secure, digit, press, panel } = embedded
  const code = await embedded.code(mail)
  for (const _ of [1, 2]) {
    await takeFocus(page)
    await digit(1).click()
  }
  const frame = await secure.owner().elementHandle()
  const opener = await frame?.contentFrame()
  await opener?.evaluate(() => {
    const { open } = window
    window.open = (url, ...rest) => open(Object.assign(window, { openedUrl: String(url) }).openedUrl, ...rest)
  })
  const opened = context.waitForEvent('page')
  await press('Open wallet window')
  const popup = await opened
  await test.step('the same address, opened as a link, asks for no code', async () => {
    const url = await opener?.evaluate(() => (window as Window & { openedUrl?: string }).openedUrl)
    const link = await context.newPage()
    await link.goto(new URL(url ?? '', stack.wallet).href)
    await expect(link.getByText('This request has ended')).toBeVisible()
    await link.close()
  })
  await popup.getByLabel('Digit 1 of 6').click()
  await popup.keyboard.type(code)
  await expect(panel('Your Wallet')).toBeVisible({ timeout: 60_000 })
  expect(await heard(page)).toBe('')
  await expect.poll(() => popup.isClosed()).toBe(true)
})

test('a code stays if the focus comes back without a press in the frame', async ({ page, embedded }) => {
  const { secure, digit } = embedded
  await digit(1).click()
  await page.keyboard.type('123')
  for (let times = 0; times < 3; times++) {
    await takeFocus(page)
    await expect(secure.locator('.otp')).toHaveClass(/otp--hidden/)
    // The browser gives the focus back to the frame, as it does when the visitor returns to the tab or the window.
    // If the frame is already the active element, `focus()` works only after a blur.
    await page.locator('dialog > iframe[src*="/f/"]').focus()
    await secure.owner().evaluate((frame) => {
      frame.blur()
      frame.focus()
    })
    await expect(secure.locator('.otp')).not.toHaveClass(/otp--hidden/)
  }
  await expect(digit(3)).toHaveValue('3')
  await digit(4).click()
  await page.keyboard.type('4')
  await expect(digit(4)).toHaveValue('4')
  await expect(digit(3)).toHaveValue('3')
  await expect(secure.getByRole('alert')).toHaveCount(0)
})

/**
 * Playwright tells every document that it has the focus. Without that, a tab or window that the visitor leaves loses
 * it. A headless browser has no desktop, so its windows don't take the focus from each other: the visitor gets to
 * another window by minimizing this one.
 */
async function useRealFocus(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    const browser = await page.context().newCDPSession(frame)
    await browser.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  }
}

test('a code is hidden while the visitor is in another tab or window, and then stays as it was', async ({
  page,
  embedded,
  context,
}) => {
  const { secure, digit } = embedded
  const boxes = secure.locator('.otp')
  await useRealFocus(page)
  await page.bringToFront()
  const browser = await context.newCDPSession(page)
  const { windowId } = await browser.send('Browser.getWindowForTarget')
  const setWindow = (windowState: 'minimized' | 'normal') =>
    browser.send('Browser.setWindowBounds', { windowId, bounds: { windowState } })
  const visits = [
    {
      name: 'another tab',
      leave: async () => void (await context.newPage()),
      comeBack: () => page.bringToFront(),
    },
    {
      name: 'a second window',
      leave: async () => {
        const opened = context.waitForEvent('page')
        await page.evaluate(() => void window.open('about:blank', '', 'popup,width=400,height=400'))
        await opened
        await setWindow('minimized')
      },
      comeBack: () => setWindow('normal'),
    },
  ]
  await digit(1).click()
  await page.keyboard.type('123')
  for (const { name, leave, comeBack } of [...visits, ...visits])
    await test.step(name, async () => {
      await leave()
      await expect(boxes).toHaveClass(/otp--hidden/)
      expect(await page.evaluate(() => document.hasFocus())).toBe(false)
      await comeBack()
      await expect(boxes).not.toHaveClass(/otp--hidden/)
      await expect(digit(3)).toHaveValue('3')
      await expect(secure.getByRole('alert')).toHaveCount(0)
    })
  await digit(4).click()
  await page.keyboard.type('4')
  await expect(digit(4)).toHaveValue('4')
  await expect(secure.getByRole('alert')).toHaveCount(0)
})
