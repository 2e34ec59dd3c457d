import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Client, ClientEvents } from './client.ts'
import { openShared } from './owner.ts'
import type { Session } from './session.ts'

const session: Session = { topic: 'aa', wallet: { name: 'Kite' }, granted: {} }
const event = { name: 'chainChanged', data: 10, caipNetworkId: 'eip155:10' }

/** The stored data of a site, and what its clients do with it. */
const createSite = () => {
  const stored: { session: Session | null; tab?: string } = { session: null }
  const opened: { tab: string; events: ClientEvents; requests: string[] }[] = []
  const lines = new Set<string>()
  const channels = new Map<string, BroadcastChannel>()
  const channelName = `test ${Math.random()}`

  const openTab = async (
    tab: string,
    request: (method: string) => Promise<unknown> = async (method) => method,
    hostOrigin = 'https://shop.example',
  ) => {
    const told: (Session | null)[] = []
    const events: string[] = []
    const sent: number[] = []
    const openOwn = async (own: ClientEvents): Promise<Client> => {
      const record = { tab, events: own, requests: [] as string[] }
      opened.push(record)
      lines.add(tab)
      // A client takes its time.
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
        wake: async () => void lines.add(tab),
        sleep: async () => void lines.delete(tab),
        close: async () => void lines.delete(tab),
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
    // Those of one test are no other's.
    const locks = {
      request: (name: string, ...rest: [LockOptions, LockGrantedCallback<unknown>]) =>
        navigator.locks.request(`${channelName} ${name}`, ...rest),
    } as never as LockManager
    const client = await openShared(
      openOwn,
      {
        onSession: (next) => told.push(next),
        onEvent: ({ name }) => events.push(name),
        onSent: ({ id }) => sent.push(id),
      },
      { hostOrigin, locks, openChannel, tab },
    )
    onTestFinished(() => client.sleep())
    return { client, told, events, sent }
  }
  /** A tab that the system put to sleep hears nothing and keeps what it holds. */
  const freeze = (tab: string) => channels.get(tab)?.close()
  return { stored, opened, lines, openTab, freeze }
}

test('one tab has the line, and answers what the others ask', async () => {
  const { opened, openTab } = createSite()
  await openTab('first')
  const second = await openTab('second')
  expect(await second.client.request('eip155:1', { method: 'personal_sign' })).toBe('personal_sign')
  expect(opened).toMatchObject([{ tab: 'first', requests: ['personal_sign'] }])
})

test('each tab hears that a request has left, so that the one that waits shows the way to the wallet', async () => {
  const { opened, openTab } = createSite()
  const first = await openTab('first')
  const second = await openTab('second')
  opened[0]?.events.onSent?.({ id: 7, topic: session.topic })
  await vi.waitFor(() => expect(second.sent).toEqual([7]))
  expect(first.sent).toEqual([7])
  expect(second.told).toEqual([])
})

test('a page of another origin of the site can not speak through the line', async () => {
  const { opened, openTab } = createSite()
  await openTab('first')
  const other = await openTab('other', undefined, 'https://blog.shop.example')
  await other.client.request('eip155:1', { method: 'personal_sign' })
  expect(opened).toMatchObject([
    { tab: 'first', requests: [] },
    { tab: 'other', requests: ['personal_sign'] },
  ])
})

test('a session that one tab made is that of all', async () => {
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

test('what the wallet says by itself is told to each tab once', async () => {
  const { opened, openTab } = createSite()
  const first = await openTab('first')
  const second = await openTab('second')
  opened[0]?.events.onEvent(event, session)
  await vi.waitFor(() => expect(second.events).toEqual(['chainChanged']))
  expect(first.events).toEqual(['chainChanged'])
})

test('an error keeps its reason and its words on the way', async () => {
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

test('when the owner goes another tab takes the line, and what only the owner knew is lost', async () => {
  const { opened, lines, openTab } = createSite()
  const first = await openTab('first', () => new Promise(() => {}))
  const second = await openTab('second')
  const asked = second.client.request('eip155:1', { method: 'personal_sign' })
  await vi.waitFor(() => expect(opened[0]?.requests).toHaveLength(1))
  await first.client.sleep()
  await expect(asked).rejects.toMatchObject({ code: 'DISCONNECTED' })
  await vi.waitFor(() => expect([...lines]).toEqual(['second']))
  expect(await second.client.request('eip155:1', { method: 'again' })).toBe('again')
})

test('a tab that slept goes on with its client, unless another one used the session meanwhile', async () => {
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

test('a tab that left does not take the line behind its page', async () => {
  const { opened, openTab } = createSite()
  const first = await openTab('first')
  const second = await openTab('second')
  await second.client.sleep()
  await first.client.sleep()
  const third = await openTab('third')
  await third.client.request('eip155:1', { method: 'eth_chainId' })
  expect(opened.map(({ tab }) => tab)).toEqual(['first', 'third'])
})

test('without locks each tab is alone', async () => {
  const { opened } = createSite()
  const openOwn = async () => {
    opened.push({ tab: 'alone', events: { onSession: () => {}, onEvent: () => {} }, requests: [] })
    return { session: () => null, claim: async () => {} } as never as Client
  }
  const scope = {
    hostOrigin: 'https://shop.example',
    locks: undefined,
    openChannel: () => new BroadcastChannel('none'),
    tab: 'alone',
  }
  await openShared(openOwn, { onSession: () => {}, onEvent: () => {} }, scope)
  expect(opened).toHaveLength(1)
})

test('an owner that does not answer loses the line to the tab that asks', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { opened, lines, openTab, freeze } = createSite()
  await openTab('first')
  freeze('first')
  const opening = openTab('second')
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
  vi.advanceTimersByTime(2_000)
  const second = await opening
  expect(await second.client.request('eip155:1', { method: 'personal_sign' })).toBe('personal_sign')
  expect(opened.map(({ tab }) => tab)).toEqual(['first', 'second'])
  await vi.waitFor(() => expect([...lines]).toEqual(['second']))
})

test('a tab that slept hears what became of its session meanwhile', async () => {
  const { openTab } = createSite()
  const first = await openTab('first')
  await (await first.client.pair({})).settled
  await first.client.sleep()
  const second = await openTab('second')
  await second.client.disconnect()
  await wait(20)
  first.told.length = 0
  await first.client.wake()
  expect(first.client.session()).toBeNull()
  expect(first.told).toEqual([null])
})

test('a tab that lost the line answers nobody any more', async () => {
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
