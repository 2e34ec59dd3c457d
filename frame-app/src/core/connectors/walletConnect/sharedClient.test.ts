import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { WalletConnectClient, WalletConnectClientEvents } from './client.ts'
import type { WalletConnectSession } from './readSession.ts'
import { openSharedClient } from './sharedClient.ts'

const session: WalletConnectSession = { topic: 'aa', wallet: { name: 'Kite' }, granted: {} }
const event = { name: 'chainChanged', data: 10, caipNetworkId: 'eip155:10' }

/** A stub of a site: its stored data and its tabs. `connected` has the tabs that hold a relay connection. */
const createSite = () => {
  const stored: { session: WalletConnectSession | null; tab?: string } = { session: null }
  const opened: { tab: string; events: WalletConnectClientEvents; requests: string[] }[] = []
  const connected = new Set<string>()
  const channels = new Map<string, BroadcastChannel>()
  const channelName = `test ${Math.random()}`

  const openTab = async (
    tab: string,
    request: (method: string) => Promise<unknown> = async (method) => method,
    hostOrigin = 'https://shop.example',
  ) => {
    const sessions: (WalletConnectSession | null)[] = []
    const events: string[] = []
    const sent: number[] = []
    const openOwn = async (own: WalletConnectClientEvents): Promise<WalletConnectClient> => {
      const record = { tab, events: own, requests: [] as string[] }
      opened.push(record)
      connected.add(tab)
      await wait(10)
      return {
        pair: async () => ({
          uri: `wc:${tab}`,
          expiresAt: 1,
          settled: Promise.resolve().then(() => {
            stored.session = session
            own.onSession(session)
            return session
          }),
          end: () => {},
        }),
        session: () => stored.session,
        wake: async () => void connected.add(tab),
        sleep: async () => void connected.delete(tab),
        close: async () => void connected.delete(tab),
        request: (_chain, { method }) => {
          record.requests.push(method)
          return request(method)
        },
        disconnect: async () => {
          stored.session = null
          own.onSession(null)
        },
        isClaimedBy: async (claimed) => stored.tab === claimed,
        claim: async (claimed) => {
          stored.tab = claimed
        },
      }
    }
    const openChannel = (name: string) => {
      const channel = new BroadcastChannel(`${channelName} ${name}`)
      channels.set(tab, channel)
      onTestFinished(() => channel.close())
      return channel
    }
    // Separates the locks of one test from those of the others.
    const locks = {
      request: (name: string, ...rest: [LockOptions, LockGrantedCallback<unknown>]) =>
        navigator.locks.request(`${channelName} ${name}`, ...rest),
    } as never as LockManager
    const client = await openSharedClient(
      openOwn,
      {
        onSession: (next) => sessions.push(next),
        onEvent: ({ name }) => events.push(name),
        onSent: ({ id }) => sent.push(id),
      },
      { hostOrigin, locks, openChannel, tab },
    )
    onTestFinished(() => client.sleep())
    return { client, sessions, events, sent }
  }
  /** A frozen tab receives no messages and keeps its locks. */
  const freeze = (tab: string) => channels.get(tab)?.close()
  return { stored, opened, connected, openTab, freeze }
}

test('connects to the relay in one tab, which serves the other tabs', async () => {
  const { opened, openTab } = createSite()
  await openTab('first')
  const second = await openTab('second')
  expect(await second.client.request('eip155:1', { method: 'personal_sign' })).toBe('personal_sign')
  expect(opened).toMatchObject([{ tab: 'first', requests: ['personal_sign'] }])
})

test('reports to every tab that one tab sent a request to the wallet', async () => {
  const { opened, openTab } = createSite()
  const first = await openTab('first')
  const second = await openTab('second')
  opened[0]?.events.onSent?.({ id: 7, topic: session.topic })
  await vi.waitFor(() => expect(second.sent).toEqual([7]))
  expect(first.sent).toEqual([7])
  expect(second.sessions).toEqual([])
})

test('does not share a connection with another origin of the site', async () => {
  const { opened, openTab } = createSite()
  await openTab('first')
  const other = await openTab('other', undefined, 'https://blog.shop.example')
  await other.client.request('eip155:1', { method: 'personal_sign' })
  expect(opened).toMatchObject([
    { tab: 'first', requests: [] },
    { tab: 'other', requests: ['personal_sign'] },
  ])
})

test('shares a WalletConnect session with all tabs of the site', async () => {
  const { openTab } = createSite()
  const first = await openTab('first')
  const second = await openTab('second')
  const { settled } = await second.client.pair({})
  expect(await settled).toEqual(session)
  expect(second.client.session()).toEqual(session)
  const third = await openTab('third')
  expect(third.client.session()).toEqual(session)
  await third.client.disconnect()
  await vi.waitFor(() => expect(second.client.session()).toBeNull())
  expect((await openTab('fourth')).client.session()).toBeNull()
  expect(first.client.session()).toBeNull()
})

test('reports a wallet event to each tab once', async () => {
  const { opened, openTab } = createSite()
  const first = await openTab('first')
  const second = await openTab('second')
  opened[0]?.events.onEvent(event, session)
  await vi.waitFor(() => expect(second.events).toEqual(['chainChanged']))
  expect(first.events).toEqual(['chainChanged'])
})

test('keeps code, number and message of an error that crosses from tab to tab', async () => {
  const { openTab } = createSite()
  await openTab('first', async () => {
    throw new AppError(commonErrors.WALLET_ERROR, { number: 4001, message: 'Not today' })
  })
  const second = await openTab('second')
  await expect(second.client.request('eip155:1', { method: 'personal_sign' })).rejects.toMatchObject({
    code: 'WALLET_ERROR',
    number: 4001,
    message: 'Not today',
  })
})

test('another tab takes over the relay connection when the owner tab sleeps, and rejects pending requests', async () => {
  const { opened, connected, openTab } = createSite()
  const first = await openTab('first', () => new Promise(() => {}))
  const second = await openTab('second')
  const answer = second.client.request('eip155:1', { method: 'personal_sign' })
  await vi.waitFor(() => expect(opened[0]?.requests).toHaveLength(1))
  await first.client.sleep()
  await expect(answer).rejects.toMatchObject({ code: 'DISCONNECTED' })
  await vi.waitFor(() => expect([...connected]).toEqual(['second']))
  expect(await second.client.request('eip155:1', { method: 'again' })).toBe('again')
})

test('reuses the WalletConnect client of a tab that slept, unless another tab used the session meanwhile', async () => {
  const { opened, openTab } = createSite()
  const first = await openTab('first')
  await first.client.sleep()
  await first.client.wake()
  expect(opened).toHaveLength(1)
  await first.client.sleep()
  const second = await openTab('second')
  await second.client.sleep()
  await first.client.wake()
  expect(opened.map(({ tab }) => tab)).toEqual(['first', 'second', 'first'])
})

test('does not give the relay connection to a sleeping tab', async () => {
  const { opened, openTab } = createSite()
  const first = await openTab('first')
  const second = await openTab('second')
  await second.client.sleep()
  await first.client.sleep()
  const third = await openTab('third')
  await third.client.request('eip155:1', { method: 'eth_chainId' })
  expect(opened.map(({ tab }) => tab)).toEqual(['first', 'third'])
})

test('opens one client in each tab if the browser has no Web Locks', async () => {
  const { opened } = createSite()
  const openOwn = async () => {
    opened.push({ tab: 'alone', events: { onSession: () => {}, onEvent: () => {} }, requests: [] })
    return { session: () => null, claim: async () => {} } as never as WalletConnectClient
  }
  const scope = {
    hostOrigin: 'https://shop.example',
    locks: undefined,
    openChannel: () => new BroadcastChannel('none'),
    tab: 'alone',
  }
  await openSharedClient(openOwn, { onSession: () => {}, onEvent: () => {} }, scope)
  expect(opened).toHaveLength(1)
})

test('takes the relay connection over from a frozen tab', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { opened, connected, openTab, freeze } = createSite()
  await openTab('first')
  freeze('first')
  const opening = openTab('second')
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
  vi.advanceTimersByTime(2_000)
  const second = await opening
  expect(await second.client.request('eip155:1', { method: 'personal_sign' })).toBe('personal_sign')
  expect(opened.map(({ tab }) => tab)).toEqual(['first', 'second'])
  await vi.waitFor(() => expect([...connected]).toEqual(['second']))
})

test('reports the end of a session to a tab that was asleep when it ended', async () => {
  const { openTab } = createSite()
  const first = await openTab('first')
  await (await first.client.pair({})).settled
  await first.client.sleep()
  const second = await openTab('second')
  await second.client.disconnect()
  await wait(20)
  first.sessions.length = 0
  await first.client.wake()
  expect(first.client.session()).toBeNull()
  expect(first.sessions).toEqual([null])
})

test('a tab stops serving other tabs after it lost the relay connection', async () => {
  const { opened, openTab } = createSite()
  const first = await openTab('first')
  await first.client.sleep()
  const second = await openTab('second')
  const third = await openTab('third')
  expect(await third.client.request('eip155:1', { method: 'personal_sign' })).toBe('personal_sign')
  expect(opened.map(({ tab, requests }) => [tab, requests])).toEqual([
    ['first', []],
    ['second', ['personal_sign']],
  ])
  expect(second.client.session()).toBeNull()
})
