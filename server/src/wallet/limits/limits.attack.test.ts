import { reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { databaseEngines } from '../../../test/database.ts'
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
  till,
} from '../../../test/limits.ts'
import { shopOrigin } from '../../../test/parts.ts'
import type { Database } from '../../database/open.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const refused = { isReserved: false }
const hash = `0x${'ab'.repeat(32)}`

describe.each(databaseEngines)('attacks on limits on $name', ({ open, skip }) => {
  const test = it.skipIf(skip)
  let database: Database
  beforeAll(async () => {
    if (!skip) database = (await open()).database
  })
  const begin = async () => {
    const made = await makeLimitServer(database)
    return { ...made, ...(await made.visitor()) }
  }
  /** A visitor with a limit of 50 at the shop and one known receiver. */
  const beginWithLimit = async () => {
    const made = await begin()
    await made.nameReceiver()
    await made.setLimit()
    return made
  }

  test('refuses every payment at a site without a limit', async () => {
    const { frame, nameReceiver } = await begin()
    await nameReceiver()
    expect(await frame.spend('1')).toEqual(refused)
  })

  test.each([
    ['a receiver that the visitor neither paid nor named', '1', { receiver: stranger }],
    ['a receiver of the site’s configuration', '1', { receiver: till }],
    ['a token that no list names', '1', { token: lookAlike }],
    ['a listed token that the limit does not name', '1', { token: euro }],
    ['another network', '1', { chainId: 'eip155:1' }],
    ['an amount above the limit', '51', {}],
    ['an amount far above the limit', String(2n ** 255n), {}],
  ])('refuses within a limit %s', async (_, amount, change) => {
    const { frame } = await beginWithLimit()
    expect(await frame.spend(amount, change)).toEqual(refused)
    // A refused payment counts nothing.
    expect(await frame.spend('50')).toEqual({ isReserved: true })
  })

  test('a receiver of the site’s configuration is not known by that, also beside a limit and named receivers', async () => {
    const { frame } = await beginWithLimit()
    const { body } = await frame.call('GET', `limit?chainId=${evm}&receiver=${till}`)
    expect(body).toMatchObject({ limit: { perDay: '50', spentToday: '0' }, isKnown: false })
    expect((await frame.call('GET', `receivers/names?chainId=${evm}&address=${till}`)).body).toEqual({ names: [] })
  })

  test.each(['0', '-1', '1e3', '0x1', '1.5', '', ' 1'])('rejects the amount %j', async (amount) => {
    const { frame } = await beginWithLimit()
    expect(await frame.spend(amount)).toEqual({ code: 'INVALID_INPUT' })
  })

  test.each([cafeOrigin, guestOrigin])(
    'refuses a payment at the site %s, which has no limit of its visitor',
    async (host) => {
      const { frameAt } = await beginWithLimit()
      const other = await frameAt(host)
      expect(await other.spend('1')).toEqual(refused)
      const { limit } = (await other.call('GET', `limit?chainId=${evm}&receiver=${friend}`)).body
      expect(limit).toBeNull()
    },
  )

  test('refuses payments at a site that the operator no longer trusts', async () => {
    const { frame, server } = await beginWithLimit()
    server.parts.projects[0]?.trustedOrigins.splice(0)
    expect(await frame.spend('1')).toEqual(refused)
  })

  test('reserves parallel payments of several tabs only up to the limit', async ({ task }) => {
    const { frame, frameAt } = await beginWithLimit()
    const tabs = await Promise.all(Array.from({ length: 7 }, () => frameAt(shopOrigin)))
    const answers = await Promise.all([frame, ...tabs].map(({ spend }) => spend('20')))
    expect(answers.filter(({ isReserved }) => isReserved)).toHaveLength(2)
    expect(await frame.spend('11')).toEqual(refused)
    expect(await frame.spend('10')).toEqual({ isReserved: true })
    reportAttack(task, 'G4', 8, 'parallel payments within a limit')
  })

  test('rejects a replayed reservation', async () => {
    const { frame, server } = await beginWithLimit()
    await frame.spend('1')
    const { path, init } = frame.client.recorded.at(-1) ?? { path: '', init: {} }
    expect((await server.ask(path, init)).status).toBe(401)
    expect(await frame.spend('49')).toEqual({ isReserved: true })
  })

  test('rejects limits and receivers from a secure frame, even with the signature of the open wallet', async () => {
    const { frame, vault } = await begin()
    const sessionId = frame.session.id
    const limit = { host: shopOrigin, chainId: evm, token: dollar, perDay: '50' }
    const receiver = { chainId: evm, address: stranger }
    const asks: [string, string, unknown?][] = [
      ['PUT', 'limits', { ...limit, proof: await vault.proveLimit({ ...limit, sessionId }) }],
      ['POST', 'receivers', { ...receiver, name: 'x', proof: await vault.proveReceiver({ ...receiver, sessionId }) }],
      ['GET', 'limits'],
      ['GET', 'receivers'],
    ]
    for (const [method, path, body] of asks)
      expect(await frame.call(method, path, body), path).toEqual({ status: 403, body: { code: 'WINDOW_REQUIRED' } })
  })

  test('rejects limits and receivers from an attacker with access to the mailbox alone', async () => {
    const { owner, vault, window } = await begin()
    const thief = await owner.browser()
    const limit = { host: shopOrigin, chainId: evm, token: dollar, perDay: '50' }
    const receiver = { chainId: evm, address: stranger }
    const ofOwner = { sessionId: window.session.id }
    const proofs = [undefined, await vault.proveLimit({ ...limit, ...ofOwner })]
    for (const proof of proofs)
      expect((await thief.call('PUT', 'limits', { ...limit, proof })).body).toEqual({ code: 'WALLET_LOCKED' })
    const signed = await vault.proveReceiver({ ...receiver, ...ofOwner })
    for (const proof of [undefined, signed])
      expect((await thief.call('POST', 'receivers', { ...receiver, name: 'x', proof })).body).toEqual({
        code: 'WALLET_LOCKED',
      })
  })

  test('rejects the signature of one limit for another limit', async () => {
    const { window, vault } = await begin()
    const limit = { host: shopOrigin, chainId: evm, token: dollar, perDay: '5' }
    const proof = await vault.proveLimit({ ...limit, sessionId: window.session.id })
    for (const change of [{ perDay: '50' }, { host: cafeOrigin }, { token: euro }])
      expect((await window.call('PUT', 'limits', { ...limit, ...change, proof })).body).toEqual({
        code: 'WALLET_LOCKED',
      })
  })

  describe('receivers that were paid', () => {
    const word = (text: string) => text.replace('0x', '').toLowerCase().padStart(64, '0')
    const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    const pay = async (
      change: (own: string) => { transaction?: object | null; receipt?: object | null } = () => ({}),
    ) => {
      const made = await begin()
      await made.setLimit()
      const account = made.vault.request.accounts.eip155.toLowerCase()
      const { transaction = {}, receipt = {} } = change(account)
      const address = transaction && 'to' in transaction ? transaction.to : dollar
      const log = { address, topics: [transferTopic, `0x${word(account)}`, `0x${word(friend)}`], data: '0x5' }
      const call = `0xa9059cbb${word(friend)}${word('0x5')}`
      made.answers.transaction = transaction && { from: account, to: dollar, value: '0x0', input: call, ...transaction }
      made.answers.receipt = receipt && { status: '0x1', logs: [log], ...receipt }
      const paid = (await made.frame.call('POST', 'receivers/paid', { chainId: evm, hash })).body
      return { paid, spent: await made.frame.spend('1'), ...made }
    }

    test('learns the receiver of a confirmed transfer of a listed token', async () => {
      const { paid, spent, frame } = await pay()
      expect([paid, spent]).toEqual([{ isKnown: true }, { isReserved: true }])
      expect(await frame.spend('1', { receiver: stranger })).toEqual(refused)
    })

    test('answers 429 to a reported payment if the client used up its rate limit', async () => {
      const { visitor } = await makeLimitServer(database, 8)
      const { frame } = await visitor()
      const requests = Array.from({ length: 32 }, () => ({ method: 'eth_blockNumber', params: [] }))
      for (const _ of [1, 2])
        expect((await frame.call('POST', 'rpc', { chainId: evm, requests })).body.answers).toHaveLength(32)
      const { status, body } = await frame.call('POST', 'receivers/paid', { chainId: evm, hash })
      expect([status, body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    })

    test('learns the receiver of a confirmed transfer of coins', async () => {
      const { paid, spent } = await pay(() => ({ transaction: { to: friend, value: '0x1', input: '0x' } }))
      expect([paid, spent]).toEqual([{ isKnown: true }, { isReserved: true }])
    })

    test.each<[string, Parameters<typeof pay>[0]]>([
      ['is not in a block', () => ({ receipt: null })],
      ['does not exist', () => ({ transaction: null })],
      ['failed', () => ({ receipt: { status: '0x0' } })],
      ['was sent by another account', () => ({ transaction: { from: stranger } })],
      ['moves a token that no list names', () => ({ transaction: { to: lookAlike } })],
      ['moves nothing', () => ({ transaction: { input: `0xa9059cbb${word(friend)}${word('0x0')}` } })],
      ['moves no coins', () => ({ transaction: { to: friend, value: '0x0', input: '0x' } })],
      ['only has logs that claim a transfer', () => ({ transaction: { to: stranger, input: '0x12345678' } })],
      ['has no log of the transfer', () => ({ receipt: { logs: [] } })],
      ['is an approval', () => ({ transaction: { input: `0x095ea7b3${word(friend)}${word('0x5')}` } })],
      [
        'has more data than a transfer',
        () => ({ transaction: { input: `0xa9059cbb${word(friend)}${word('0x5')}00` } }),
      ],
      ['pays the wallet itself', (own) => ({ transaction: { to: own, value: '0x1', input: '0x' } })],
      ['deploys a contract', () => ({ transaction: { to: null } })],
      ['has a status without digits', () => ({ receipt: { status: '0x' } })],
      ['has a value without digits', () => ({ transaction: { to: friend, value: '0x', input: '0x' } })],
    ])('learns no receiver from a transaction that %s', async (_, change) => {
      const { paid, spent } = await pay(change)
      expect([paid, spent]).toEqual([{ isKnown: false }, refused])
    })
  })
})
