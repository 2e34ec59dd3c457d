// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followVisibility } from './visibility.ts'

const client = { sleep: vi.fn(async () => {}), wake: vi.fn(async (_isStale?: boolean) => {}) }

const turn = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}
const show = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }) as PageTransitionEvent)

// The tests can't remove the listeners that `followVisibility` adds, so all tests share one call of it.
let isNeeded = true
followVisibility(client as never, () => isNeeded)
beforeEach(() => {
  isNeeded = true
  vi.useFakeTimers({ toFake: ['Date'] })
  client.sleep.mockReset().mockResolvedValue()
  client.wake.mockReset().mockResolvedValue()
})
afterEach(() => {
  vi.useRealTimers()
})

test('disconnects on pagehide and reconnects when the page returns from the back/forward cache', () => {
  window.dispatchEvent(new Event('pagehide'))
  expect(client.sleep).toHaveBeenCalledOnce()
  show(false)
  expect(client.wake).not.toHaveBeenCalled()
  show(true)
  expect(client.wake).toHaveBeenCalledOnce()
})

test.each([
  [9_000, false],
  [11_000, true],
])('when the page returns after %d ms hidden, calls wake with isStale %s', (ms, isStale) => {
  turn('hidden')
  expect(client.wake).not.toHaveBeenCalled()
  vi.setSystemTime(Date.now() + ms)
  turn('visible')
  expect(client.wake.mock.calls).toEqual([[isStale]])
})

test('a page event leaves no unhandled rejection if the relay is unreachable', async () => {
  client.sleep.mockRejectedValue(new Error('no'))
  client.wake.mockRejectedValue(new Error('no'))
  window.dispatchEvent(new Event('pagehide'))
  show(true)
  turn('visible')
  // An unhandled rejection would fail the run.
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(client.wake).toHaveBeenCalledTimes(2)
})

test('does not reconnect to the relay without a session or an open pairing', () => {
  isNeeded = false
  show(true)
  turn('hidden')
  turn('visible')
  expect(client.wake).not.toHaveBeenCalled()
})
