import { randomUUID } from 'node:crypto'
import { describe, expect, vi } from 'vitest'
import { makeTestVault } from '../../../test/custody.ts'
import { databaseEngines } from '../../../test/database.ts'
import { failedAnswer, setUpServerOnEngine } from '../../../test/onEngine.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const minuteMs = 60_000

describe.each(databaseEngines)('a code phished within the first hour of a wallet, on $name', (engine) => {
  const on = setUpServerOnEngine(engine)
  const { it } = on
  let count = 0

  const logIn = async (email: string) => {
    on.server.time.now += minuteMs
    const client = await on.server.makeClient()
    const { tokens, session } = await client.signIn(email)
    const call = (method: string, path: string, body?: unknown, claims: object = {}) =>
      client.call(method, path, { token: tokens.accessToken, body, change: { claims } })
    return { client, session, call, email, names: () => call('GET', 'receivers/names') }
  }
  /** Makes a wallet as a first login does: its first share set is released once before its confirmation. */
  const begin = async () => {
    count += 1
    const first = await logIn(`hour${count}@shop.example`)
    const vault = await makeTestVault()
    await first.call('POST', 'keys', vault.request)
    const setId = randomUUID()
    const { body } = await first.call('POST', 'sets', { setId, type: 'passkey', label: '' })
    const wrapped = await vault.wrap(new Uint8Array(32), body.serverShare, { setId, type: 'passkey' })
    await first.call('PUT', `sets/${setId}/wrapped`, { wrapped })
    expect((await first.call('POST', `sets/${setId}/release`, {})).status).toBe(200)
    const proof = await vault.prove({ action: 'confirm', setId, sessionId: first.session.sessionId })
    expect((await first.call('POST', `sets/${setId}/confirm`, { proof })).status).toBe(200)
    return { first, setId, madeAt: on.server.time.now, email: first.email }
  }
  /** The answers of a route of confirmed sessions to a request without parameters. */
  const admitted = failedAnswer(400, 'INVALID_INPUT')
  const refused = failedAnswer(403, 'DEVICE_NOT_APPROVED')

  it('a browser that logs in to a new wallet needs no confirmation until the wallet is used', async () => {
    const { email } = await begin()
    const next = await logIn(email)
    expect(await next.names()).toEqual(admitted)
    expect(next.session.isUnconfirmed).toBe(true)
  })

  it('the first released share ends that, also for a browser that logged in before it', async () => {
    const { first, setId, email } = await begin()
    const thief = await logIn(email)
    expect(await thief.names()).toEqual(admitted)
    expect((await first.call('POST', `sets/${setId}/release`, {})).status).toBe(200)
    expect(await thief.names()).toEqual(refused)
    expect(await (await logIn(email)).names()).toEqual(refused)
    expect(await first.names()).toEqual(admitted)
  })

  it('a share that the thief asks for ends it, too', async () => {
    const { setId, email } = await begin()
    const thief = await logIn(email)
    expect((await thief.call('POST', `sets/${setId}/release`, {})).status).toBe(200)
    expect(await thief.names()).toEqual(refused)
  })

  it('an hour later it is over, also for a browser that logged in before', async () => {
    const { email, madeAt } = await begin()
    const thief = await logIn(email)
    on.server.time.now = madeAt + 60 * minuteMs
    // The access token of the thief is too old, so another login takes its place.
    const inTime = await logIn(email)
    on.server.time.now = madeAt + 60 * minuteMs
    expect(await inTime.names()).toEqual(admitted)
    on.server.time.now = madeAt + 61 * minuteMs
    expect(await inTime.names()).toEqual(refused)
    expect(await (await logIn(email)).names()).toEqual(refused)
    expect((await thief.call('GET', 'session')).body.code).toBe('SESSION_EXPIRED')
  })

  it('a clock that the client states makes no wallet new', async () => {
    const { email, madeAt } = await begin()
    on.server.time.now = madeAt + 61 * minuteMs
    const thief = await logIn(email)
    const iat = Math.floor(madeAt / 1_000)
    const answers = await Promise.all([
      thief.call('GET', 'receivers/names', undefined, { iat }),
      thief.call('GET', 'receivers/names', undefined, { createdAt: madeAt, now: madeAt }),
      thief.client.call('GET', 'receivers/names?now=0', {}),
    ])
    for (const { status } of answers) expect([401, 403]).toContain(status)
    expect(await thief.names()).toEqual(refused)
  })

  it('a browser that logged in before the wallet existed is not excepted', async () => {
    count += 1
    const email = `hour${count}@shop.example`
    const early = await logIn(email)
    const first = await logIn(email)
    const vault = await makeTestVault()
    await first.call('POST', 'keys', vault.request)
    const setId = randomUUID()
    const { body } = await first.call('POST', 'sets', { setId, type: 'passkey', label: '' })
    const wrapped = await vault.wrap(new Uint8Array(32), body.serverShare, { setId, type: 'passkey' })
    await first.call('PUT', `sets/${setId}/wrapped`, { wrapped })
    const proof = await vault.prove({ action: 'confirm', setId, sessionId: first.session.sessionId })
    await first.call('POST', `sets/${setId}/confirm`, { proof })
    expect(await early.names()).toEqual(refused)
  })
})
