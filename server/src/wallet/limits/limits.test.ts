import { beforeAll, describe, expect, it, vi } from 'vitest'
import { databaseEngines } from '../../../test/database.ts'
import { eventKindsOf } from '../../../test/events.ts'
import {
  cafeOrigin,
  dollar,
  euro,
  evm,
  friend,
  guestOrigin,
  lookAlike,
  makeLimitServer,
  stranger,
} from '../../../test/limits.ts'
import { shopOrigin } from '../../../test/parts.ts'
import type { Database } from '../../database/open.ts'
import { addKnownReceiver } from './knownReceivers.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const dayMs = 24 * 60 * 60_000
const reserved = { isReserved: true }

describe.each(databaseEngines)('limits on $name', ({ open, skip }) => {
  const test = it.skipIf(skip)
  let database: Database
  beforeAll(async () => {
    if (!skip) database = (await open()).database
  })
  const set = () => makeLimitServer(database)

  test('a limit that the visitor set in a window allows payments to a receiver that the visitor named', async () => {
    const { visitor } = await set()
    const { window, frame, setLimit, nameReceiver, owner } = await visitor()
    expect(await setLimit()).toEqual({ status: 200, body: {} })
    expect(await nameReceiver()).toEqual({ status: 200, body: {} })
    const limit = { chainId: evm, token: dollar, perDay: '50', spentToday: '0' }
    expect((await frame.call('GET', `limit?chainId=${evm}&receiver=${friend}`)).body).toEqual({ limit, isKnown: true })
    expect(await frame.spend('12')).toEqual(reserved)
    expect((await frame.call('GET', `limit?chainId=${evm}&receiver=${stranger}`)).body).toEqual({
      limit: { ...limit, spentToday: '12' },
      isKnown: false,
    })
    expect(await eventKindsOf(database, owner.userId)).toEqual(expect.arrayContaining(['limit set', 'receiver named']))
    expect((await window.call('GET', 'receivers')).body.receivers).toMatchObject([
      { chainId: evm, address: friend, name: 'Ann’s café' },
    ])
  })

  test('a window lists the trusted sites at which the visitor is signed in, and the sites with a limit', async () => {
    const { visitor } = await set()
    const { window, frameAt, setLimit } = await visitor()
    await frameAt(guestOrigin)
    await setLimit({ host: cafeOrigin, perDay: '7' })
    const { sites } = (await window.call('GET', 'limits')).body
    expect(sites).toEqual([
      {
        host: cafeOrigin,
        limit: { id: expect.any(String), chainId: evm, token: dollar, perDay: '7', spentToday: '0' },
      },
      { host: shopOrigin, limit: null },
    ])
  })

  test('another limit of a site replaces the first, and what was spent today stays spent', async () => {
    const { visitor } = await set()
    const { window, frame, setLimit, nameReceiver } = await visitor()
    await nameReceiver()
    await setLimit()
    await frame.spend('40')
    await setLimit({ perDay: '60' })
    expect(await frame.spend('21')).toEqual({ isReserved: false })
    expect(await frame.spend('20')).toEqual(reserved)
    await setLimit({ token: euro, perDay: '5' })
    expect(await frame.spend('1')).toEqual({ isReserved: false })
    expect(await frame.spend('5', { token: euro })).toEqual(reserved)
    expect((await window.call('GET', 'limits')).body.sites).toHaveLength(1)
  })

  test('a removed limit allows nothing, and needs no fresh login to be removed', async () => {
    const { visitor, server } = await set()
    const { window, frame, setLimit, nameReceiver } = await visitor()
    await nameReceiver()
    await setLimit()
    const [{ limit }] = (await window.call('GET', 'limits')).body.sites
    server.time.now += 6 * 60_000
    expect((await setLimit()).body).toEqual({ code: 'FRESH_LOGIN_REQUIRED' })
    expect(await window.call('DELETE', `limits/${limit.id}`)).toEqual({ status: 200, body: {} })
    expect(await frame.spend('1')).toEqual({ isReserved: false })
  })

  test('a removed receiver gets no payment', async () => {
    const { visitor } = await set()
    const { window, frame, setLimit, nameReceiver } = await visitor()
    await nameReceiver()
    await nameReceiver(friend, 'Ann')
    await setLimit()
    const { receivers } = (await window.call('GET', 'receivers')).body
    expect(receivers).toMatchObject([{ name: 'Ann' }])
    expect(await window.call('DELETE', `receivers/${receivers[0].id}`)).toEqual({ status: 200, body: {} })
    expect(await frame.spend('1')).toEqual({ isReserved: false })
  })

  test('tells the secure frame the names that the visitor gave to the receivers that it asks for', async () => {
    const { visitor } = await set()
    const [own, other] = [await visitor(), await visitor()]
    await own.nameReceiver()
    const ask = async ({ frame }: typeof own, chainId = evm, addresses = [friend, stranger]) =>
      (
        await frame.call(
          'GET',
          `receivers/names?chainId=${chainId}${addresses.map((each) => `&address=${each}`).join('')}`,
        )
      ).body
    expect(await ask(own)).toEqual({ names: [{ address: friend, name: 'Ann’s café' }] })
    expect(await ask(own, evm, [friend.toUpperCase().replace('0X', '0x')])).toMatchObject({
      names: [{ name: 'Ann’s café' }],
    })
    expect(await ask(own, 'eip155:1')).toEqual({ names: [] })
    expect(await ask(other)).toEqual({ names: [] })
    for (const addresses of [[], ['0x1'], Array.from({ length: 17 }, () => friend)])
      expect(await ask(own, evm, addresses)).toEqual({ code: 'INVALID_INPUT' })
  })

  test('a receiver that was only paid has no name', async () => {
    const { visitor } = await set()
    const { owner, frame } = await visitor()
    await addKnownReceiver(database, owner, { chainId: evm, address: stranger }, 0)
    expect((await frame.call('GET', `receivers/names?chainId=${evm}&address=${stranger}`)).body).toEqual({ names: [] })
  })

  test('on the next day the whole limit is available again', async () => {
    const { visitor, server } = await set()
    const { owner, setLimit, nameReceiver } = await visitor()
    await nameReceiver()
    await setLimit()
    server.time.now = Date.UTC(2026, 10, 21, 23, 59, 59)
    const spend = async (amount: string) => {
      const { client, tokens } = await owner.browser()
      const body = { chainId: evm, token: dollar, receiver: friend, amount }
      return (await client.call('POST', 'limit/spend', { token: tokens.accessToken, body, headers: {} })).body
    }
    expect(await spend('50')).toEqual(reserved)
    expect(await spend('1')).toEqual({ isReserved: false })
    server.time.now = Date.UTC(2026, 10, 22)
    expect(await spend('50')).toEqual(reserved)
    expect(await spend('1')).toEqual({ isReserved: false })
    server.time.now += dayMs
    expect(await spend('51')).toEqual({ isReserved: false })
  })

  test('a server whose clock is a little behind does not make the limit of the next day available twice', async () => {
    const { visitor, server } = await set()
    const { owner, setLimit, nameReceiver } = await visitor()
    await nameReceiver()
    await setLimit()
    const spendAt = async (time: number, amount: string) => {
      server.time.now = time
      const { client, tokens } = await owner.browser()
      const send = async (method: string, path: string, body?: unknown) =>
        (await client.call(method, path, { token: tokens.accessToken, body, headers: {} })).body
      const { isReserved } = await send('POST', 'limit/spend', {
        chainId: evm,
        token: dollar,
        receiver: friend,
        amount,
      })
      return [isReserved, (await send('GET', `limit?chainId=${evm}&receiver=${friend}`)).limit.spentToday]
    }
    const midnight = Date.UTC(2026, 10, 22)
    expect(await spendAt(midnight, '30')).toEqual([true, '30'])
    expect(await spendAt(midnight - 1_000, '21')).toEqual([false, '30'])
    expect(await spendAt(midnight - 1_000, '20')).toEqual([true, '50'])
    expect(await spendAt(midnight, '1')).toEqual([false, '50'])
  })

  test('records the removal of a limit and of a receiver once, and nothing if there was none to remove', async () => {
    const { visitor } = await set()
    const [own, other] = [await visitor(), await visitor()]
    await own.setLimit()
    await own.nameReceiver()
    const [{ limit }] = (await own.window.call('GET', 'limits')).body.sites
    const [receiver] = (await own.window.call('GET', 'receivers')).body.receivers
    for (const { window } of [other, own, own])
      for (const path of [`limits/${limit.id}`, `receivers/${receiver.id}`])
        expect(await window.call('DELETE', path)).toEqual({ status: 200, body: {} })
    const removals = async (userId: string) =>
      (await eventKindsOf(database, userId)).filter((kind) => kind.endsWith('removed')).toSorted()
    expect(await removals(own.owner.userId)).toEqual(['limit removed', 'receiver removed'])
    expect(await removals(other.owner.userId)).toEqual([])
  })

  test('a visitor neither sees the receivers of another visitor nor removes their limit', async () => {
    const { visitor } = await set()
    const [first, second] = [await visitor(), await visitor()]
    await first.setLimit()
    await first.nameReceiver()
    expect((await second.window.call('GET', 'receivers')).body.receivers).toEqual([])
    const [{ limit }] = (await first.window.call('GET', 'limits')).body.sites
    await second.window.call('DELETE', `limits/${limit.id}`)
    expect(await first.frame.spend('1')).toEqual(reserved)
  })

  test.each([
    ['a token that no list names', { token: lookAlike }],
    ['a network that the project does not serve', { chainId: 'eip155:1' }],
    ['a site that is not trusted', { host: guestOrigin }],
    ['an amount of zero', { perDay: '0' }],
    ['an amount with a sign', { perDay: '-5' }],
    ['an amount beyond 256 bits', { perDay: `9${'0'.repeat(77)}` }],
  ])('refuses a limit for %s', async (_, change) => {
    const { visitor } = await set()
    expect((await (await visitor()).setLimit(change)).body).toEqual({ code: 'INVALID_INPUT' })
  })
})
