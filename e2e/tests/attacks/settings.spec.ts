import type { Frame } from '@playwright/test'
import { routeAccess } from '../../../server/src/wallet/api/routeAccess.ts'
import { createDriver } from '../../driver/driver.ts'
import { createEmbeddedDriver } from '../../driver/embedded.ts'
import { expect, test } from '../shared/mailTest.ts'

test('clicks on an invisible modal end no session of another browser', async ({
  driver,
  page,
  stack,
  mail,
  browser,
  embedded,
}) => {
  await driver.visitShop()
  await embedded.logIn(mail)
  const other = await (await browser.newContext()).newPage()
  const otherDriver = createDriver(other, stack)
  await test.step('the visitor is signed in in another browser too', async () => {
    const there = createEmbeddedDriver(other, otherDriver, stack)
    mail.forget()
    await otherDriver.visitShop()
    await otherDriver.open()
    await there.typeEmail(mail.address)
    await there.expectCodePanel()
    await there.typeCode(await there.code(mail))
    await expect(there.panel('Confirm Your Sign-In')).toBeVisible({ timeout: 60_000 })
    await there.press('Not now')
    await otherDriver.expectStatus('connected')
  })
  await test.step('the page hides the modal and takes three clicks', async () => {
    await driver.open()
    await page.addStyleTag({ content: 'dialog { opacity: 0 !important }' })
    await driver.press('Wallet settings')
    const secure = page.frames().find((frame) => frame.url().startsWith(`${stack.wallet}/s/`)) as Frame
    await expect.poll(() => secure.locator('button').count()).toBeGreaterThan(0)
    for (const _ of [1, 2]) {
      const rows = secure.getByRole('button', { name: 'Sign out everywhere' })
      if ((await rows.count()) > 0) await embedded.press('Sign out everywhere')
    }
  })
  await test.step('the other browser is still signed in', async () => {
    await other.reload()
    await otherDriver.loaded()
    await otherDriver.expectStatus('connected')
    await expect(page.locator('#account')).toHaveText(/^0x/)
  })
  await other.context().close()
})

type Sent = { method?: string; headers?: Record<string, string>; body?: string }
const cookieName = '__Host-wallet-window'
const routes = Object.entries(routeAccess).flatMap(([name, access]) => (access === 'anyDocument' ? [] : [name]))

for (const isSameSite of [false, true])
  test.describe(`a script in the secure frame of ${isSameSite ? 'a site that shares its domain' : 'another site'}`, () => {
    test.use({ isSameSite })

    test('reaches no route of the wallet window', async ({ driver, page, stack, mail, embedded, context }) => {
      await driver.visitShop()
      await embedded.logIn(mail)
      await driver.open()
      const secure = page.frames().find((frame) => frame.url().startsWith(`${stack.wallet}/s/`)) as Frame
      const cookies = async () => (await context.cookies()).filter(({ name }) => name === cookieName)
      const ask = (path: string, init: Sent = {}) =>
        secure.evaluate(
          async ([url, options]) => {
            const response = await fetch(url, { credentials: 'include', ...options })
            return { status: response.status, text: await response.text() }
          },
          [path, init] as const,
        )

      await test.step('neither a fetch nor a frame of the window’s document gets the cookie', async () => {
        expect((await ask('/vault/demo')).text).toContain('bootstrap')
        const refusal = page.waitForEvent('console', (line) => line.text().includes('frame-ancestors'))
        await page.evaluate((url) => {
          document.body.append(Object.assign(document.createElement('iframe'), { src: url }))
        }, `${stack.wallet}/vault/demo`)
        await refusal
        expect(await cookies()).toEqual([])
      })

      await test.step('a popup keeps no reference to the window', async () => {
        for (const opener of [secure, page.mainFrame()]) {
          const opened = context.waitForEvent('page')
          const handle = await opener.evaluateHandle(
            (url) => window.open(url, '', 'popup'),
            `${stack.wallet}/vault/demo`,
          )
          const popup = await opened
          await expect(popup.getByLabel('Email address')).toBeVisible()
          const seen = await handle.evaluate((reference) => {
            try {
              return reference?.document.documentElement.outerHTML ?? null
            } catch {
              return reference?.closed
            }
          })
          expect(seen).toBe(true)
          expect(await popup.evaluate(() => window.opener)).toBeNull()
          // The window's code removes the key from its document.
          expect(await popup.content()).not.toContain('windowKey')
          await popup.close()
        }
        expect(await cookies()).toMatchObject([{ secure: true, httpOnly: true, sameSite: 'Strict', path: '/' }])
      })

      await test.step('a fetch of the document gets no key although the browser now has the cookie', async () => {
        const { status, text } = await ask('/vault/demo')
        expect(status).toBe(200)
        expect(text).not.toContain('windowKey')
      })

      await test.step('each route refuses the frame, whether or not the browser sends the cookie', async () => {
        const sent = page.waitForRequest((request) => request.url().endsWith('/sessions')).catch(() => null)
        const headers = { 'Content-Type': 'application/json', 'Wallet-Window': 'A'.repeat(43) }
        for (const name of routes) {
          const [method = '', path = ''] = name.split(' ')
          const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }
          const answer = await ask(`/v1/wallet/${path.replace(':id', crypto.randomUUID())}`, {
            method,
            headers,
            ...body,
          })
          expect(answer, name).toMatchObject({ status: 403, text: expect.stringContaining('WINDOW_REQUIRED') })
        }
        const cookie = (await (await sent)?.allHeaders())?.cookie ?? ''
        expect(cookie.includes(cookieName), 'the browser sends the cookie').toBe(isSameSite)
      })
    })
  })
