// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { openSettings as open } from '../../test/openSettings.ts'
import { pressButton, textOnScreen, waitForText } from '../../test/visit.ts'

beforeEach(() => document.body.replaceChildren())

const title = 'Someone is opening your wallet with your email'
const startedAt = new Date(2026, 10, 28, 15, 4).getTime()
const recovery = { host: 'https://evil.example', startedAt, releaseAt: startedAt + 86_400_000 }
const reopen = async ({ load, store, api }: Awaited<ReturnType<typeof open>>) => {
  api.leave()
  const next = await load(store, 'persistent', undefined, 'vault')
  await next.api.isConnected()
  await next.wallet.keys.unlock()
  next.api.openSettings()
}

test('a wallet window shows a running recovery with site and times, and stops it with one press', async () => {
  const opened = await open('vault')
  const { state } = opened.server
  expect(textOnScreen()).not.toContain(title)
  state.running = [recovery]
  await reopen(opened)
  await waitForText(title)
  expect(textOnScreen()).toContain('evil.example')
  expect(textOnScreen()).toMatch(/started on Nov 28, 2026, 3:04/)
  expect(textOnScreen()).toMatch(/open your wallet from Nov 29, 2026, 3:04/)
  expect(document.querySelector('[role="alert"]')?.textContent).toContain(title)
  state.guardianDown = true
  pressButton('Stop it')
  await waitForText('Recovery by email isn’t answering')
  expect(state.running).toHaveLength(1)
  state.guardianDown = false
  pressButton('Stop it')
  await waitForText('It is stopped')
  expect(state.running).toEqual([])
})

test('a guardian that does not answer leaves the settings usable', async () => {
  const opened = await open('vault')
  opened.server.state.guardianDown = true
  await reopen(opened)
  await waitForText('Sign out everywhere')
  expect(textOnScreen()).not.toContain(title)
})
