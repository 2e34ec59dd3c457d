import type { Frame, Page } from '@playwright/test'
import { connectPhone } from '../shared/pairing.ts'
import { expect, test } from '../shared/test.ts'

const account = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => window.AppKit.getState().accounts.eip155?.caipAddress)

/** Simulates the back/forward cache, since Playwright disables it. */
const pass = (frame: Frame, name: 'pagehide' | 'pageshow'): Promise<void> =>
  frame.evaluate((type) => {
    dispatchEvent(new PageTransitionEvent(type, { persisted: true }))
  }, name)

/** Simulates a tab that is hidden and shown again after a while. */
const lookAway = (frame: Frame, ms: number): Promise<void> =>
  frame.evaluate((passed) => {
    const turn = (state: DocumentVisibilityState) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
      document.dispatchEvent(new Event('visibilitychange'))
    }
    turn('hidden')
    const { now } = Date
    Date.now = () => now() + passed
    turn('visible')
    Date.now = now
  }, ms)

test('a cached or hidden page closes its socket, replaces a dead one, and gets the messages that it missed', async ({
  driver,
  page,
  context,
  phone,
  stack,
}) => {
  let [opened, open] = [0, 0]
  const dead = new Set<number>()
  await context.routeWebSocket(
    (url) => url.href.startsWith(stack.relay),
    (socket) => {
      const line = ++opened
      open++
      const relay = socket.connectToServer()
      socket.onClose(() => relay.close())
      // Wait until the client has handled the close. Otherwise it would mistake its next socket for this one.
      relay.onClose(async () => {
        await socket.close()
        open--
      })
      // A dead socket transports nothing and reports no error, as after a laptop's sleep or a change of network.
      socket.onMessage((message) => dead.has(line) || relay.send(message))
      relay.onMessage((message) => dead.has(line) || socket.send(message))
    },
  )
  await driver.visitPage('plain')
  await connectPhone(driver, phone)
  const frame = page.frames().find((one) => one.url().startsWith(`${stack.modal}/f/`))
  if (!frame) throw new Error('There is no frame.')
  const [first, second] = phone.accounts.map((address) => `eip155:31337:${address}`)
  await expect.poll(() => open).toBe(1)
  const before = opened

  await test.step('a page in the back/forward cache closes its socket, and reconnects when the visitor returns', async () => {
    await pass(frame, 'pagehide')
    await expect.poll(() => open).toBe(0)
    await phone.changeAccount()
    expect(await account(page)).toBe(first)
    await pass(frame, 'pageshow')
    await expect.poll(() => account(page)).toBe(second)
    expect(opened).toBe(before + 1)
  })

  await test.step('a page that was hidden replaces a dead socket when the visitor returns', async () => {
    dead.add(opened)
    await phone.changeAccount()
    await lookAway(frame, 5_000)
    expect(opened).toBe(before + 1)
    await lookAway(frame, 11_000)
    await expect.poll(() => account(page)).toBe(first)
    expect(opened).toBe(before + 2)
  })

  const answer = driver.request('personal_sign', ['0x00', phone.accounts[0]])
  await phone.approve('Sign this message?')
  expect(await answer).toEqual({ value: expect.stringMatching(/^0x/) })
})
