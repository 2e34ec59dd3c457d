import type { Frame, Page } from '@playwright/test'
import { connect } from '../shared/pairing.ts'
import { expect, test } from '../shared/test.ts'

const account = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => window.AppKit.getState().accounts.eip155?.caipAddress)

/** As the browser does with a page that it keeps for a way back. Playwright has no pages that are really kept. */
const pass = (frame: Frame, name: 'pagehide' | 'pageshow'): Promise<void> =>
  frame.evaluate((type) => {
    dispatchEvent(new PageTransitionEvent(type, { persisted: true }))
  }, name)

/** As it does with a tab that is put behind others, and taken up again after a while. */
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

test('a page that was put aside or out of sight holds no line, trusts none that may be dead, and hears what it missed', async ({
  kit,
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
      // Gone once the page has heard of it: before, its client still waits for that, and would take the next line for this one.
      relay.onClose(async () => {
        await socket.close()
        open--
      })
      // Nothing comes through a dead one, and nobody is told: a laptop that slept, a phone on another network.
      socket.onMessage((message) => dead.has(line) || relay.send(message))
      relay.onMessage((message) => dead.has(line) || socket.send(message))
    },
  )
  await kit.visitPage('plain')
  await connect(kit, phone)
  const frame = page.frames().find((one) => one.url().startsWith(`${stack.modal}/f/`))
  if (!frame) throw new Error('There is no frame.')
  const [first, second] = phone.accounts.map((address) => `eip155:31337:${address}`)
  await expect.poll(() => open).toBe(1)
  const before = opened

  await test.step('put aside, and back', async () => {
    await pass(frame, 'pagehide')
    await expect.poll(() => open).toBe(0)
    await phone.changeAccount()
    expect(await account(page)).toBe(first)
    await pass(frame, 'pageshow')
    await expect.poll(() => account(page)).toBe(second)
    expect(opened).toBe(before + 1)
  })

  await test.step('out of sight, with a line that is dead and does not know it', async () => {
    dead.add(opened)
    await phone.changeAccount()
    await lookAway(frame, 5_000)
    expect(opened).toBe(before + 1)
    await lookAway(frame, 11_000)
    await expect.poll(() => account(page)).toBe(first)
    expect(opened).toBe(before + 2)
  })

  const answer = kit.request('personal_sign', ['0x00', phone.accounts[0]])
  await phone.approve('Sign this message?')
  expect(await answer).toEqual({ value: expect.stringMatching(/^0x/) })
})
