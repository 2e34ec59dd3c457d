import { randomUUID } from 'node:crypto'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { calculateJwkThumbprint, generateKeyPair } from 'jose'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { databaseEngines } from '../../../test/database.ts'
import { shopOrigin } from '../../../test/parts.ts'
import {
  type DpopProofChange,
  makeWalletServer,
  readAnswerBody,
  type WalletClient,
  type WalletServer,
} from '../../../test/walletServer.ts'
import { identities, users } from '../../database/accountTables.ts'
import { auditEvents } from '../../database/eventTables.ts'
import type { OpenDatabase } from '../../database/open.ts'
import { identityAddressContext } from '../account/identityAddress.ts'
import { startSession } from './sessions.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

describe.each(databaseEngines)('sessions on $name', ({ open, skip }) => {
  let opened: OpenDatabase
  let server: WalletServer
  let client: WalletClient
  beforeAll(async () => {
    if (skip) return
    opened = await open()
    server = await makeWalletServer(async () => opened.database)
    client = await server.makeClient()
  })
  const it = test.skipIf(skip)

  /** Starts a session, as a completed login does. */
  const begin = async (of: WalletClient = client, userId?: string) => {
    const id = userId ?? (await addUser())
    const thumbprint = await calculateJwkThumbprint(of.jwk)
    const site = { projectId: 'shop', host: shopOrigin, browser: 'Firefox on Linux', locale: 'en' }
    return startSession(opened.database, { userId: id, thumbprint, isConfirmed: true, ...site }, server.time.now)
  }
  const addUser = async (): Promise<string> => {
    const [userId, id] = [randomUUID(), randomUUID()]
    await opened.database.insert(users).values({ id: userId, createdAt: 0 })
    const sealedAddress = await server.parts.embedded?.secrets.seal(
      new TextEncoder().encode('Ann@shop.example'),
      identityAddressContext({ id, userId }),
    )
    const identity = {
      id,
      userId,
      provider: 'email',
      issuer: '',
      subject: id,
      sealedAddress: sealedAddress ?? '',
    } as const
    await opened.database.insert(identities).values({ ...identity, createdAt: 0 })
    return userId
  }
  const look = (token: string, of: WalletClient = client, change?: DpopProofChange) =>
    of.call('GET', 'session', { token, ...(change && { change }) })

  it('the server says by its own clock for how long a login is fresh', async () => {
    const { tokens } = await begin()
    const facts = async () => (await client.call('GET', 'session', { token: tokens.accessToken })).body
    expect(await facts()).toHaveProperty('freshMs', 5 * minuteMs)
    server.time.now += 5 * minuteMs - 1
    expect(await facts()).toHaveProperty('freshMs', 1)
    server.time.now += 2
    expect(await facts()).toHaveProperty('freshMs', 0)
  })

  it("returns the session's facts to the browser that holds the session's key", async () => {
    const { tokens, session } = await begin()
    expect(await look(tokens.accessToken)).toEqual({
      status: 200,
      body: {
        sessionId: session.id,
        userId: session.userId,
        email: 'Ann@shop.example',
        browser: session.browser,
        custody: 'assisted',
        authTime: server.time.now,
        freshMs: 5 * minuteMs,
        wallet: null,
      },
    })
  })

  describe('DPoP proofs', () => {
    const seconds = () => Math.floor(server.time.now / 1_000)
    it.each<[string, () => DpopProofChange | Promise<DpopProofChange>]>([
      ['of another method', () => ({ claims: { htm: 'POST' } })],
      ['of another path', () => ({ claims: { htu: 'https://wallet.example/v1/wallet/sessions' } })],
      ['of another host', () => ({ claims: { htu: 'https://evil.example/v1/wallet/session' } })],
      ['with a query', () => ({ claims: { htu: 'https://wallet.example/v1/wallet/session?a' } })],
      ['that is too old', () => ({ claims: { iat: seconds() - 61 } })],
      ['that is dated in the future', () => ({ claims: { iat: seconds() + 61 } })],
      ['without a time', () => ({ claims: { iat: undefined } })],
      ['with a malformed time', () => ({ claims: { iat: 'now' } })],
      ['without an id', () => ({ claims: { jti: undefined } })],
      ['without a nonce', () => ({ claims: { nonce: undefined } })],
      ['with a nonce that the client made up', () => ({ claims: { nonce: 'AAAAAAAAAAAAAAAAAAAAAA' } })],
      ['for another token', () => ({ claims: { ath: 'AAAA' } })],
      ['for no token', () => ({ claims: { ath: undefined } })],
      ['of another token type', () => ({ header: { typ: 'JWT' } })],
      ['without a key', () => ({ header: { jwk: undefined } })],
      ['whose header contains a private key', () => ({ header: { jwk: { ...client.jwk, d: client.jwk.x } } })],
      ['signed by another key', async () => ({ key: (await generateKeyPair('ES256')).privateKey })],
      [
        'for another algorithm',
        async () => {
          const { privateKey } = await generateKeyPair('ES384')
          return { header: { alg: 'ES384' }, key: privateKey }
        },
      ],
    ])('a DPoP proof %s is rejected with DPOP_INVALID', async (_, make) => {
      const { tokens } = await begin()
      const change = await make()
      expect(await look(tokens.accessToken, client, change)).toEqual({ status: 401, body: { code: 'DPOP_INVALID' } })
      // The rejected proof must not end the owner's session.
      expect((await look(tokens.accessToken)).status).toBe(200)
    })

    it('accepts a DPoP proof only once, even from concurrent requests', async () => {
      const { tokens } = await begin()
      await look(tokens.accessToken)
      const change = { claims: { jti: randomUUID() } }
      const send = async () => (await client.send('GET', 'session', { token: tokens.accessToken, change })).status
      expect((await Promise.all([send(), send(), send()])).sort()).toEqual([200, 401, 401])
    })

    it('accepts a DPoP proof with the current or the previous nonce', async () => {
      const { tokens } = await begin()
      await look(tokens.accessToken)
      const { nonce } = client.known
      const send = async () =>
        (await client.send('GET', 'session', { token: tokens.accessToken, change: { claims: { nonce } } })).status
      server.time.now += 5 * minuteMs
      expect(await send()).toBe(200)
      server.time.now += 5 * minuteMs
      expect(await send()).toBe(401)
    })

    it('accepts a DPoP proof with the next nonce, which a process whose clock is ahead has sent', async () => {
      const { tokens } = await begin()
      server.time.now += 5 * minuteMs
      await client.call('GET', 'nothing')
      const { nonce } = client.known
      const send = async () =>
        (await client.send('GET', 'session', { token: tokens.accessToken, change: { claims: { nonce } } })).status
      server.time.now -= 5 * minuteMs
      expect(await send()).toBe(200)
      server.time.now -= 5 * minuteMs
      expect(await send()).toBe(401)
      server.time.now += 5 * minuteMs
    })

    it.each(['none', 'two', 'huge'])(
      'a request must have exactly one DPoP proof of a limited size (%s)',
      async (kind) => {
        const { tokens } = await begin()
        const proof = await client.prove('GET', 'session', tokens.accessToken)
        const headers = new Headers({ Authorization: `DPoP ${tokens.accessToken}`, 'Sec-Fetch-Site': 'same-origin' })
        if (kind === 'two') for (const each of [proof, proof]) headers.append('DPoP', each)
        if (kind === 'huge') headers.set('DPoP', `${proof}${'A'.repeat(9_000)}`)
        const response = await server.app.request('https://wallet.example/v1/wallet/session', { headers })
        expect([response.status, await readAnswerBody(response)]).toEqual([401, { code: 'DPOP_INVALID' }])
      },
    )
  })

  describe('access tokens', () => {
    it('an access token expires after ten minutes', async () => {
      const { tokens } = await begin()
      server.time.now = tokens.accessExpiresAt - 1
      expect((await look(tokens.accessToken)).status).toBe(200)
      server.time.now = tokens.accessExpiresAt
      expect(await look(tokens.accessToken)).toEqual({ status: 401, body: { code: 'SESSION_EXPIRED' } })
    })

    it('rejects an access token whose DPoP proof another key signed', async () => {
      const { tokens } = await begin()
      const thief = await server.makeClient()
      expect(await look(tokens.accessToken, thief)).toEqual({ status: 401, body: { code: 'DPOP_INVALID' } })
    })

    it.each(['', 'at_', `at_${'A'.repeat(43)}`, `rt_${'A'.repeat(43)}`])(
      'rejects the access token %j',
      async (token) => {
        expect(await look(token || 'x')).toEqual({ status: 401, body: { code: 'SESSION_REVOKED' } })
      },
    )

    it('an access token that is used at another site ends the session and writes an event', async () => {
      const { tokens, session } = await begin()
      const claims = { projectId: 'shop', host: shopOrigin }
      expect((await look(tokens.accessToken, client, { claims })).status).toBe(200)
      const elsewhere = { claims: { ...claims, host: 'https://evil.example' } }
      expect(await look(tokens.accessToken, client, elsewhere)).toEqual({
        status: 401,
        body: { code: 'SESSION_REVOKED' },
      })
      expect((await look(tokens.accessToken)).body.code).toBe('SESSION_REVOKED')
      const written = await opened.database.select().from(auditEvents)
      expect(written.filter(({ sessionId }) => sessionId === session.id).map(({ kind }) => kind)).toEqual([
        'session at another site',
      ])
    })
  })

  describe('refresh tokens', () => {
    const refresh = (refreshToken: string, of: WalletClient = client) =>
      of.call('POST', 'session/refresh', { body: { refreshToken } })

    it('exchanges a refresh token for a new pair of tokens', async () => {
      const { tokens } = await begin()
      const { status, body } = await refresh(tokens.refreshToken)
      expect(status).toBe(200)
      expect((await look(body.accessToken)).status).toBe(200)
      expect((await refresh(body.refreshToken)).status).toBe(200)
    })

    it('a refresh token that is used twice ends the session', async () => {
      const { tokens } = await begin()
      const { body } = await refresh(tokens.refreshToken)
      expect(await refresh(tokens.refreshToken)).toEqual({ status: 401, body: { code: 'SESSION_REVOKED' } })
      expect((await refresh(body.refreshToken)).body.code).toBe('SESSION_REVOKED')
      expect((await look(body.accessToken)).body.code).toBe('SESSION_REVOKED')
    })

    it('concurrent requests exchange a refresh token for at most one pair of tokens', async () => {
      const { tokens } = await begin()
      await look(tokens.accessToken)
      const both = await Promise.all([refresh(tokens.refreshToken), refresh(tokens.refreshToken)])
      expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    })

    it('rejects a refresh token whose DPoP proof another key signed, and keeps the token valid for its owner', async () => {
      const { tokens } = await begin()
      expect((await refresh(tokens.refreshToken, await server.makeClient())).body.code).toBe('SESSION_REVOKED')
      expect((await refresh(tokens.refreshToken)).status).toBe(200)
    })

    it('a refresh token expires after seven idle days', async () => {
      const { tokens } = await begin()
      server.time.now += 7 * dayMs
      expect((await refresh(tokens.refreshToken)).body.code).toBe('SESSION_REVOKED')
    })

    it('a session ends thirty days after its login, even if refresh tokens renew it', async () => {
      let { tokens } = await begin()
      const endsAt = server.time.now + 30 * dayMs
      for (let day = 6; day < 30; day += 6) {
        server.time.now += 6 * dayMs
        tokens = (await refresh(tokens.refreshToken)).body
      }
      server.time.now = endsAt - minuteMs
      const last = await refresh(tokens.refreshToken)
      expect(last.body.accessExpiresAt).toBe(endsAt)
      server.time.now = endsAt
      expect((await look(last.body.accessToken)).body.code).toBe('SESSION_REVOKED')
      expect((await refresh(last.body.refreshToken)).body.code).toBe('SESSION_REVOKED')
    })
  })

  describe('signing out', () => {
    it('a sign-out ends all sessions of the browser that signs out, and none of other browsers', async () => {
      const userId = await addUser()
      const second = await server.makeClient()
      const [before, one, other] = [
        await begin(client, userId),
        await begin(client, userId),
        await begin(second, userId),
      ]
      const body = {}
      expect((await client.call('POST', 'session/sign-out', { token: one.tokens.accessToken, body })).status).toBe(200)
      expect((await look(one.tokens.accessToken)).body.code).toBe('SESSION_REVOKED')
      // The sign-out also ends the session of an earlier login in the same browser.
      expect((await look(before.tokens.accessToken)).body.code).toBe('SESSION_REVOKED')
      expect((await look(other.tokens.accessToken, second)).status).toBe(200)
    })

    it('lists one session per browser, and removing that session ends all sessions of the browser', async () => {
      const userId = await addUser()
      const second = await server.makeClient()
      const [one, early, late] = [await begin(client, userId), await begin(second, userId), await begin(second, userId)]
      const token = one.tokens.accessToken
      const { sessions } = (await client.call('GET', 'sessions', { token })).body
      expect(sessions).toHaveLength(2)
      expect((await client.call('DELETE', `sessions/${late.session.id}`, { token })).status).toBe(200)
      for (const { tokens } of [early, late])
        expect((await look(tokens.accessToken, second)).body.code).toBe('SESSION_REVOKED')
      expect((await look(token)).status).toBe(200)
    })

    it('a sign-out works with an expired access token', async () => {
      const { tokens } = await begin()
      server.time.now = tokens.accessExpiresAt
      const body = {}
      expect((await client.call('POST', 'session/sign-out', { token: tokens.accessToken, body })).status).toBe(200)
      expect((await look(tokens.accessToken)).body.code).toBe('SESSION_REVOKED')
    })

    it('a sign-out everywhere ends all sessions of the user, and none of other users', async () => {
      const userId = await addUser()
      const second = await server.makeClient()
      const [one, other, stranger] = [await begin(client, userId), await begin(second, userId), await begin(second)]
      await client.call('DELETE', 'sessions', { token: one.tokens.accessToken })
      expect((await look(other.tokens.accessToken, second)).body.code).toBe('SESSION_REVOKED')
      expect((await look(stranger.tokens.accessToken, second)).status).toBe(200)
    })

    it('removing another device requires a fresh login, and works only for devices of the same user', async () => {
      const userId = await addUser()
      const second = await server.makeClient()
      const [one, other, stranger] = [await begin(client, userId), await begin(second, userId), await begin(second)]
      const token = one.tokens.accessToken
      const { sessions } = (await client.call('GET', 'sessions', { token })).body
      expect(sessions.map(({ id, current }: { id: string; current: boolean }) => [id, current]).sort()).toEqual(
        [
          [one.session.id, true],
          [other.session.id, false],
        ].sort(),
      )
      const remove = () => client.call('DELETE', `sessions/${other.session.id}`, { token })
      server.time.now += 6 * minuteMs
      expect(await remove()).toEqual({ status: 403, body: { code: 'FRESH_LOGIN_REQUIRED' } })
      server.time.now -= 6 * minuteMs
      expect((await client.call('DELETE', `sessions/${stranger.session.id}`, { token })).status).toBe(404)
      expect((await remove()).status).toBe(200)
      expect((await look(other.tokens.accessToken, second)).body.code).toBe('SESSION_REVOKED')
    })
  })
})

test.each([
  Object.assign(new Error('Failed query: select'), { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) }),
  Object.assign(new Error('Failed query: select'), { cause: Object.assign(new Error('x'), { code: '57P01' }) }),
  new Error('Failed query: select', { cause: new Error('Connection terminated unexpectedly') }),
])('answers RESOURCE_UNAVAILABLE while the database is unreachable', async (error) => {
  const server = await makeWalletServer(async () => {
    throw error
  })
  const client = await server.makeClient()
  const body = { refreshToken: `rt_${'A'.repeat(43)}` }
  expect((await client.call('POST', 'session/refresh', { body })).body).toEqual({ code: 'RESOURCE_UNAVAILABLE' })
})

test.each([
  ['53100', 'disk is full', { part: 'row was not stored', code: '53100' }],
  ['25006', 'database is read-only', { code: '25006', reason: undefined }],
])('answers RESOURCE_UNAVAILABLE and logs the event of the error %s', async (code, event, fields) => {
  const log = { write: vi.fn(), flush: () => undefined }
  const failed = async () => {
    throw Object.assign(new Error('Failed query: insert secret'), { cause: Object.assign(new Error('x'), { code }) })
  }
  const client = await (await makeWalletServer(failed, { parts: { log } })).makeClient()
  const body = { refreshToken: `rt_${'A'.repeat(43)}` }
  expect((await client.call('POST', 'session/refresh', { body })).body).toEqual({ code: 'RESOURCE_UNAVAILABLE' })
  expect(log.write).toHaveBeenCalledWith(event, fields)
})

test('answers an internal error without revealing the message of the error', async () => {
  const server = await makeWalletServer(async () => {
    throw Object.assign(new Error('Failed query: select secret'), { code: '42P01' })
  })
  const client = await server.makeClient()
  const body = { refreshToken: `rt_${'A'.repeat(43)}` }
  expect(await client.call('POST', 'session/refresh', { body })).toEqual({
    status: 500,
    body: { code: 'INTERNAL_ERROR' },
  })
})

test("answers RESOURCE_UNAVAILABLE while the database can't be opened", async () => {
  const server = await makeWalletServer(async () => {
    throw new AppError(commonErrors.RESOURCE_UNAVAILABLE)
  })
  const client = await server.makeClient()
  expect(await client.call('POST', 'session/refresh', { body: { refreshToken: `rt_${'A'.repeat(43)}` } })).toEqual({
    status: 503,
    body: { code: 'RESOURCE_UNAVAILABLE' },
  })
})
