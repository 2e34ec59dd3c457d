import { afterEach, expect, test, vi } from 'vitest'
import type { WalletConnectSession } from '../../frame-app/src/core/connectors/walletConnect/readSession.ts'
import {
  collectUnhandledRejections,
  connectWallet,
  nextWalletEvent,
  openSiteClient,
  openTestRelay,
  openTestWallet,
  personalSignRequest,
  requestedNamespaces,
} from './test/peers.ts'

const week = 7 * 86_400_000

afterEach(() => {
  vi.useRealTimers()
})

test('an unused pairing ends after four minutes without an unhandled rejection', async () => {
  const relay = await openTestRelay()
  const unhandled = collectUnhandledRejections()
  const client = await openSiteClient(relay)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const held = await client.pair(requestedNamespaces)
  // No code handles the outcome of this second pairing. Its rejection must still not count as unhandled.
  await client.pair(requestedNamespaces)
  const outcome = expect(held.settled).rejects.toMatchObject({ code: 'PAIRING_EXPIRED' })
  expect(held.expiresAt).toBe(Date.now() + 240_000)
  await vi.advanceTimersByTimeAsync(240_000)
  await outcome
  // Waits until sign-client's own timer has fired too.
  await vi.advanceTimersByTimeAsync(70_000)
  vi.useRealTimers()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(unhandled).toEqual([])
})

test('an aborted pairing ends at once', async () => {
  const client = await openSiteClient(await openTestRelay())
  const { settled, end } = await client.pair(requestedNamespaces)
  end()
  await expect(settled).rejects.toMatchObject({ code: 'PAIRING_EXPIRED' })
})

test('an unanswered request ends after five minutes without an unhandled rejection', async () => {
  const relay = await openTestRelay()
  const unhandled = collectUnhandledRejections()
  const client = await openSiteClient(relay)
  const wallet = await openTestWallet(relay)
  await connectWallet(client, wallet)
  const arrived = nextWalletEvent(wallet, 'session_request')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const outcome = expect(client.request('eip155:1', personalSignRequest)).rejects.toMatchObject({
    code: 'REQUEST_TIMEOUT',
  })
  await arrived
  await vi.advanceTimersByTimeAsync(310_000)
  await outcome
  vi.useRealTimers()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(unhandled).toEqual([])
})

test('an expired session is removed and reported at the next heartbeat', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] })
  const relay = await openTestRelay()
  const reported: (WalletConnectSession | null)[] = []
  const client = await openSiteClient(relay, { onSession: (session) => reported.push(session) })
  const wallet = await openTestWallet(relay)
  await connectWallet(client, wallet)
  vi.setSystemTime(Date.now() + week + 1_000)
  await vi.advanceTimersByTimeAsync(5_000)
  await vi.waitFor(() => expect(reported.at(-1)).toBeNull())
  expect(client.session()).toBeNull()
  await expect(client.request('eip155:1', personalSignRequest)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test.each([
  ['fast', 3_600_000],
  ['two days slow', -2 * 86_400_000],
])('reports a clock that is %s with its own error, and connects once the clock is right', async (_, wrong) => {
  const now = Date.now
  const relay = await openTestRelay({ now })
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(now() + wrong)
  const client = await openSiteClient(relay)
  await expect(client.pair(requestedNamespaces)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
  vi.useRealTimers()
  const { uri } = await client.pair(requestedNamespaces)
  expect(uri).toMatch(/^wc:/)
})

test('accepts a clock that is wrong by up to two minutes', async () => {
  const now = Date.now
  const relay = await openTestRelay({ now })
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(now() + 110_000)
  const client = await openSiteClient(relay)
  expect((await client.pair(requestedNamespaces)).uri).toMatch(/^wc:/)
})
