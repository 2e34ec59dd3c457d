import { expectFocus, tabTo } from '../../driver/focus.ts'
import { press } from '../../driver/press.ts'
import { expect, test } from '../shared/mailTest.ts'
import { desktopWindowSize, expectControlsInView, expectNoAxeViolations } from './panels.ts'

test('a visitor with a keyboard and a screen reader logs in, navigates, and answers a request', async ({
  driver,
  page,
  mail,
  embedded,
}) => {
  // The test visits every panel, which takes long on a busy machine.
  test.slow()
  await page.setViewportSize(desktopWindowSize)
  // The visitor's browser lists all three languages, since the wallet uses only those.
  await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { get: () => ['en-US', 'ar', 'de'] }))
  const { secure } = embedded
  const check = async (name: string, frame = secure) => {
    await expectNoAxeViolations(page, name)
    await expectControlsInView(frame, driver, name)
  }
  const configure = (look: { theme?: 'light' | 'dark'; locale?: string; accent?: string }) =>
    page.evaluate((options) => window.AppKit.configure(options), look)

  await test.step('Connect: the visitor types the address and sends it with Enter', async () => {
    await driver.visitShop()
    await driver.open()
    await expect(driver.frame.getByPlaceholder('Email address')).toBeVisible()
    await check('Connect', driver.frame)
    await expectFocus(driver.heading('Connect Wallet'))
    await tabTo(page, driver.frame.getByRole('textbox', { name: 'Email address' }).first())
    await page.keyboard.type(mail.address)
    await page.keyboard.press('Enter')
  })

  await test.step('Confirm Email: Escape leaves the panel, and the visitor returns to it', async () => {
    await embedded.expectCodePanel()
    await expectFocus(embedded.digit(1))
    await page.keyboard.press('Escape')
    await expect(embedded.panel('Connect Wallet')).toBeVisible()
    await expectFocus(driver.heading('Connect Wallet'))
    // This continues the same login. The server sends another mail only if the first one is older than 30 s.
    await tabTo(page, driver.frame.getByRole('button', { name: 'Continue with email' }).first())
    await page.keyboard.press('Enter')
    await embedded.expectCodePanel()
  })

  await test.step('Confirm Email: the first box has the focus, and a wrong code is announced', async () => {
    await expect(embedded.panel('Confirm Email')).toBeVisible()
    await expectFocus(embedded.digit(1))
    await check('Confirm Email')
    const code = await embedded.code(mail)
    await expectFocus(embedded.digit(1))
    await page.keyboard.type(code === '000000' ? '111111' : '000000')
    await expect(secure.getByRole('alert').filter({ hasText: 'That isn’t the code' })).toBeVisible()
    await expectFocus(embedded.digit(1))
    await configure({ theme: 'dark' })
    for (const each of [driver.frame, secure]) await expect(each.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expectNoAxeViolations(page, 'a wrong code in the dark')
    await page.keyboard.type(code)
  })

  await test.step('Your Wallet: the heading has the focus first, and Enter closes the modal', async () => {
    await expect(embedded.panel('Your Wallet')).toBeVisible({ timeout: 60_000 })
    await expectFocus(secure.getByRole('heading', { name: 'Your wallet is ready' }))
    await check('Your Wallet')
    await tabTo(page, secure.getByRole('button', { name: 'Continue' }).first())
    await page.keyboard.press('Enter')
    await driver.expectClosed()
  })

  await test.step('Account: shows the address as a code and in full, and copies it', async () => {
    await expect(page.locator('#account')).toHaveText(/^0x/)
    const address = (await page.locator('#account').textContent()) ?? ''
    await driver.open()
    await expect(driver.text(mail.address)).toBeVisible()
    await check('Account', driver.frame)
    await tabTo(page, driver.frame.getByRole('button', { name: /Receive/ }).first())
    await page.keyboard.press('Enter')
    await expectFocus(driver.heading('Receive'))
    await expect(driver.frame.getByRole('img', { name: 'Code of your address' })).toBeVisible()
    await expect(driver.frame.getByTestId('w3m-receive-address')).toHaveText(address)
    await check('Receive', driver.frame)
    await expectFocus(driver.heading('Receive'))
    await page.keyboard.press('Alt+ArrowLeft')
    await expectFocus(driver.frame.getByRole('button', { name: /Receive/ }))
  })

  await test.step('Settings: Tab reaches each row, from the header through the panel', async () => {
    await tabTo(page, driver.frame.getByRole('button', { name: /Wallet settings/ }).first())
    await page.keyboard.press('Enter')
    await expectFocus(secure.getByRole('heading', { name: 'Security' }))
    await check('Settings')
    const close = driver.frame.getByRole('button', { name: 'Close' })
    await close.focus()
    await expectFocus(close)
    await tabTo(page, secure.getByRole('button', { name: /Backup/ }).first())
    await page.keyboard.press('Enter')
    await expect(secure.getByText('Your backup')).toBeVisible({ timeout: 60_000 })
    await expectFocus(secure.getByRole('heading', { name: 'Your backup' }))
    await check('Backup')
    await tabTo(page, secure.getByRole('button', { name: 'Back' }).first())
    await page.keyboard.press('Enter')
    await expectFocus(secure.getByRole('heading', { name: 'Security' }))
    await tabTo(page, secure.getByRole('button', { name: /More in the wallet window/ }).first())
    const opened = page.waitForEvent('popup')
    await page.keyboard.press('Enter')
    const window = await opened
    await expect(window.getByLabel('Email address')).toBeVisible()
    await window.close()
    await expect(secure.getByText('Go on in the wallet window')).toBeVisible()
    await expectNoAxeViolations(page, 'the way to the wallet window')
    await driver.close()
  })

  await test.step('an approval: the heading with the deed has the focus first, and Escape rejects the request', async () => {
    const address = (await page.locator('#account').textContent()) ?? ''
    const answer = driver.request('personal_sign', ['0x48616c6c6f', address])
    await expect(embedded.panel('Approve Transaction')).toBeVisible()
    await expectFocus(secure.getByRole('heading', { name: 'Sign a message' }))
    await check('an approval')
    await tabTo(page, secure.getByRole('button', { name: 'Cancel' }).first())
    await page.keyboard.press('Escape')
    expect(await answer).toMatchObject({ code: 4001 })
    await driver.expectClosed()
  })

  await test.step('with the locale Arabic, the panels are in Arabic, from right to left, and in the site’s own colour', async () => {
    await configure({ locale: 'ar', theme: 'light', accent: 'rgb(190 24 93)' })
    await driver.open()
    await press(driver.frame.getByTestId('w3m-account-settings'))
    await expect(secure.getByRole('heading', { name: 'الأمان' })).toBeVisible()
    await expect(secure.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(secure.locator('html')).toHaveCSS('--host-accent', '#be185d')
    // An open panel changes to another language and back.
    await configure({ locale: 'de' })
    await expect(secure.getByRole('heading', { name: 'Sicherheit' })).toBeVisible()
    await configure({ locale: 'ar' })
    await expect(secure.getByRole('heading', { name: 'الأمان' })).toBeVisible()
    await check('Settings in Arabic')
  })

  await test.step('an approval is Arabic too, and shows the signed text unchanged', async () => {
    const address = (await page.locator('#account').textContent()) ?? ''
    const answer = driver.request('personal_sign', ['0x48616c6c6f', address])
    await expect(secure.getByRole('button', { name: 'توقيع الرسالة' })).toBeVisible()
    await expect(secure.locator('.message')).toHaveText('Hallo')
    await check('an approval in Arabic')
    await embedded.press('إلغاء')
    expect(await answer).toMatchObject({ code: 4001 })
  })
})
