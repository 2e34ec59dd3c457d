import AxeBuilder from '@axe-core/playwright'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import type { Kit } from '../driver/kit.ts'
import { press } from '../driver/press.ts'
import { expect, test } from './withMail.ts'

/** As `layout.spec.ts` has them: twice the letters of a small window, the narrowest phone, a usual one. */
const sizes = {
  zoomed: { width: 640, height: 360 },
  narrow: { width: 320, height: 568 },
  phone: { width: 390, height: 844 },
} as const
const desktop = { width: 1_280, height: 800 }

/** Nothing sticks out at the sides, and everything that can be pressed can be brought into view. */
async function expectWhole(frame: FrameLocator, page: Page, name: string): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    const root = frame.locator('html')
    const isWhole = () =>
      root.evaluate((html) => {
        const { innerWidth, innerHeight } = html.ownerDocument.defaultView ?? window
        const outside = [...html.querySelectorAll<HTMLElement>('button, input, select, summary')].filter((control) => {
          control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
          const { left, top, right, bottom, width } = control.getBoundingClientRect()
          return width > 0 && (left < 0 || top < -1 || right > innerWidth || bottom > innerHeight + 1)
        })
        return html.scrollWidth - html.clientWidth > 0 ? 'scrolls sideways' : outside.map((each) => each.outerHTML)
      })
    await expect.poll(isWhole, `${name} is whole on ${size}`).toEqual([])
  }
  await page.setViewportSize(desktop)
}

async function expectNoViolations(kit: Kit, page: Page, name: string): Promise<void> {
  // Colours in the middle of a fade are nobody's colours.
  await kit.settled()
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target) }))
  expect(found, `axe in ${name}`).toEqual([])
}

/** In its own document; whether that one has the keyboard is seen by what a key does, which no script can say of a nested frame. */
const expectFocused = (control: Locator) =>
  expect.poll(() => control.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)

/** Presses Tab until `name` has the focus, which has to be within one round. */
async function tabTo(page: Page, frame: FrameLocator, role: 'button' | 'textbox' | 'checkbox', name: string | RegExp) {
  const wanted = frame.getByRole(role, { name }).first()
  const isThere = () => wanted.evaluate((control) => control === control.ownerDocument.activeElement)
  for (let presses = 0; presses < 20 && !(await isThere()); presses++) await page.keyboard.press('Tab')
  await expectFocused(wanted)
}

test('a visitor with a keyboard and a screen reader logs in, finds the way around, and answers', async ({
  kit,
  page,
  stack,
  mail,
  embedded,
}) => {
  await page.setViewportSize(desktop)
  // A visitor who reads all three, else the wallet would not speak them.
  await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { get: () => ['en-US', 'ar', 'de'] }))
  const { secure } = embedded
  const check = async (name: string, frame = secure) => {
    await expectNoViolations(kit, page, name)
    await expectWhole(frame, page, name)
  }
  const configure = (look: { theme?: 'light' | 'dark'; locale?: string; accent?: string }) =>
    page.evaluate((options) => window.AppKit.configure(options), look)

  await test.step('Connect: the address is typed, and sent by Enter', async () => {
    await kit.visitShop()
    await kit.open()
    await check('Connect', kit.frame)
    await tabTo(page, kit.frame, 'textbox', 'Email address')
    await page.keyboard.type(mail.address)
    await page.keyboard.press('Enter')
  })

  await test.step('Register Device: read from its heading, left by Escape, come back to', async () => {
    await expect(embedded.panel('Register Device')).toBeVisible({ timeout: 60_000 })
    await expectFocused(secure.getByRole('heading', { name: 'Check your email' }))
    await expect(secure.getByRole('main')).toMatchAriaSnapshot(`
      - main:
        - paragraph: /wallet/
        - heading "Check your email" [level=2]
        - paragraph: /Open the link that we sent to .*choose this number/
        - paragraph: /^\\d\\d$/
        - status: Waiting for you to open the link
        - paragraph: /Look in spam/
        - button /Resend/
        - button "Use another email"
    `)
    await check('Register Device')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect(embedded.panel('Connect Wallet')).toBeVisible()
    // The same login, and no other mail.
    await tabTo(page, kit.frame, 'button', 'Continue with email')
    await page.keyboard.press('Enter')
    await embedded.approveDevice(mail)
  })

  await test.step('Confirm Email: the first box has the focus, and what is wrong is said', async () => {
    await expect(embedded.panel('Confirm Email')).toBeVisible()
    await expectFocused(embedded.digit(1))
    await check('Confirm Email')
    const code = await embedded.code(mail)
    await page.keyboard.type(code === '000000' ? '111111' : '000000')
    await expect(secure.getByRole('alert').filter({ hasText: 'Invalid code' })).toBeVisible()
    await expectFocused(embedded.digit(1))
    await configure({ theme: 'dark' })
    await expectNoViolations(kit, page, 'a wrong code in the dark')
    await page.keyboard.type(code)
  })

  await test.step('Your Wallet', async () => {
    await expect(embedded.panel('Your Wallet')).toBeVisible({ timeout: 60_000 })
    await expectFocused(secure.getByRole('heading', { name: 'Your wallet is ready' }))
    await check('Your Wallet')
    await tabTo(page, secure, 'button', 'Continue')
    await page.keyboard.press('Enter')
    await kit.expectClosed()
  })

  await test.step('Account: the address as a code, in full, and copied', async () => {
    const address = (await page.locator('#account').textContent()) ?? ''
    await kit.open()
    await expect(kit.text(mail.address)).toBeVisible()
    await check('Account', kit.frame)
    await tabTo(page, kit.frame, 'button', /Receive/)
    await page.keyboard.press('Enter')
    await expect(kit.heading('Receive')).toBeVisible()
    await expect(kit.frame.getByRole('img', { name: 'Code of your address' })).toBeVisible()
    await expect(kit.frame.getByTestId('w3m-receive-address')).toHaveText(address)
    await check('Receive', kit.frame)
    await page.keyboard.press('Alt+ArrowLeft')
    await expect(kit.frame.getByRole('button', { name: /Receive/ })).toBeFocused()
  })

  await test.step('Settings: each row by Tab, from the header into the panel and on', async () => {
    await tabTo(page, kit.frame, 'button', /Wallet settings/)
    await page.keyboard.press('Enter')
    await expectFocused(secure.getByRole('heading', { name: 'Security' }))
    await check('Settings')
    await kit.frame.getByRole('button', { name: 'Close' }).focus()
    await tabTo(page, secure, 'button', /Recovery kit/)
    await page.keyboard.press('Enter')
    await expect(secure.getByText('Your recovery kit')).toBeVisible({ timeout: 60_000 })
    await expectFocused(secure.getByRole('heading', { name: 'Your recovery kit' }))
    await check('Recovery kit')
    await tabTo(page, secure, 'button', 'Back')
    await page.keyboard.press('Enter')
    await tabTo(page, secure, 'button', /Devices/)
    await page.keyboard.press('Enter')
    await expectFocused(secure.getByRole('heading', { name: 'Devices' }))
    await expectNoViolations(kit, page, 'Devices')
    await kit.close()
  })

  await test.step('an approval: what is asked is read first, Escape says no', async () => {
    const address = (await page.locator('#account').textContent()) ?? ''
    const asked = kit.request('personal_sign', ['0x48616c6c6f', address])
    await expect(embedded.panel('Approve Transaction')).toBeVisible()
    await expectFocused(secure.getByRole('heading', { name: new URL(stack.shop).host }))
    await check('an approval')
    await tabTo(page, secure, 'button', 'Cancel')
    await page.keyboard.press('Escape')
    expect(await asked).toMatchObject({ code: 4001 })
    await kit.expectClosed()
  })

  await test.step('in Arabic the panels are Arabic, from right to left, and in the site’s own colour', async () => {
    await configure({ locale: 'ar', theme: 'light', accent: 'rgb(190 24 93)' })
    await kit.open()
    await press(kit.frame.getByTestId('w3m-account-settings'))
    await expect(secure.getByRole('heading', { name: 'الأمان' })).toBeVisible()
    await expect(secure.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(secure.locator('html')).toHaveCSS('--host-accent', '#be185d')
    // The open panel follows, and comes back.
    await configure({ locale: 'de' })
    await expect(secure.getByRole('heading', { name: 'Sicherheit' })).toBeVisible()
    await configure({ locale: 'ar' })
    await expect(secure.getByRole('heading', { name: 'الأمان' })).toBeVisible()
    await check('Settings in Arabic')
  })

  await test.step('an approval too, and what is signed stands in it as it is', async () => {
    const address = (await page.locator('#account').textContent()) ?? ''
    const asked = kit.request('personal_sign', ['0x48616c6c6f', address])
    await expect(secure.getByRole('button', { name: 'توقيع الرسالة' })).toBeVisible()
    await expect(secure.locator('.message')).toHaveText('Hallo')
    await check('an approval in Arabic')
    await embedded.press('إلغاء')
    expect(await asked).toMatchObject({ code: 4001 })
  })
})
