import { describe, expect, vi } from 'vitest'
import { makeTestVault, type TestVault } from '../../../test/custody.ts'
import { databaseEngines } from '../../../test/database.ts'
import { failedAnswer, setUpServerOnEngine } from '../../../test/onEngine.ts'
import { loginCodeInMail, type WalletClient } from '../../../test/walletServer.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const dayMs = 24 * 60 * 60_000

describe.each(databaseEngines)('sessions of new browsers on $name', (engine) => {
  const on = setUpServerOnEngine(engine)
  const { it } = on
  let count = 0
  /** Logs a client in by mail, later than its last mail. */
  const logIn = async (client: WalletClient, email: string) => {
    on.server.time.now += 60_000
    const { tokens, session } = await client.signIn(email)
    const call = (method: string, path: string, body?: unknown) =>
      client.call(method, path, { token: tokens.accessToken, body })
    const confirm = async (vault: TestVault, change: object = {}) => {
      const of = { action: 'recognise', setId: session.sessionId, sessionId: session.sessionId } as const
      return call('POST', 'session/confirm', { proof: await vault.prove({ ...of, ...change }) })
    }
    return { client, session, call, confirm }
  }
  /** Makes an account whose first browser has a wallet. One browser logs in before the wallet exists, and one after. */
  const join = async () => {
    count += 1
    const email = `joins${count}@shop.example`
    const first = await logIn(await on.server.makeClient(), email)
    const early = await logIn(await on.server.makeClient(), email)
    const vault = await makeTestVault()
    await first.call('POST', 'keys', vault.request)
    const [setId, client] = [crypto.randomUUID(), new Uint8Array(32)]
    const { body } = await first.call('POST', 'sets', { setId, type: 'passkey', label: '' })
    const wrapped = await vault.wrap(client, body.serverShare, { setId, type: 'passkey' })
    await first.call('PUT', `sets/${setId}/wrapped`, { wrapped })
    const proof = await vault.prove({ action: 'confirm', setId, sessionId: first.session.sessionId })
    expect((await first.call('POST', `sets/${setId}/confirm`, { proof })).status).toBe(200)
    return { email, first, early, vault, setId, next: await logIn(await on.server.makeClient(), email) }
  }

  it('a browser that opens the existing wallet is confirmed and recognised for 180 days', async () => {
    const { email, first, vault, next } = await join()
    expect(first.session).not.toHaveProperty('isUnconfirmed')
    expect(next.session.isUnconfirmed).toBe(true)
    expect((await next.confirm(vault)).status).toBe(200)
    expect((await next.call('GET', 'session')).body).not.toHaveProperty('isUnconfirmed')
    expect((await next.call('POST', 'sets', { setId: crypto.randomUUID(), type: 'device', label: '' })).status).toBe(
      200,
    )
    on.server.time.now += 179 * dayMs
    expect((await logIn(next.client, email)).session).not.toHaveProperty('isUnconfirmed')
    on.server.time.now += 180 * dayMs
    expect((await logIn(next.client, email)).session.isUnconfirmed).toBe(true)
  })

  it('a browser that logged in before the wallet existed has to open it', async () => {
    const { email, vault, early, first, setId } = await join()
    expect(early.session).not.toHaveProperty('isUnconfirmed')
    expect((await first.call('GET', 'session')).body).not.toHaveProperty('isUnconfirmed')
    expect((await early.call('GET', 'session')).body.isUnconfirmed).toBe(true)
    expect(await early.call('POST', 'export', { withPasskey: false })).toEqual(failedAnswer(403, 'DEVICE_NOT_APPROVED'))
    expect((await logIn(early.client, email)).session.isUnconfirmed).toBe(true)
    expect((await early.confirm(vault)).status).toBe(200)
    // Only the first confirmed share set asks this of other browsers.
    const proof = await vault.prove({ action: 'confirm', setId, sessionId: first.session.sessionId })
    expect((await first.call('POST', `sets/${setId}/confirm`, { proof })).status).toBe(200)
    expect((await early.call('GET', 'session')).body).not.toHaveProperty('isUnconfirmed')
  })

  it('says where and when the wallet was created', async () => {
    const { next } = await join()
    const { host, browser, at } = next.session.wallet?.created ?? {}
    expect([host, browser]).toEqual(['https://shop.example', 'An unknown browser'])
    expect(at).toBeLessThan(on.server.time.now)
  })

  it('an unconfirmed session opens the wallet, and does nothing else that changes it', async () => {
    const { setId, next } = await join()
    expect((await next.call('POST', `sets/${setId}/release`, {})).status).toBe(200)
    const refused = failedAnswer(403, 'DEVICE_NOT_APPROVED')
    for (const [method, path, body] of [
      ['POST', 'sets', { setId: crypto.randomUUID(), type: 'device', label: '' }],
      ['POST', `sets/${setId}/confirm`, {}],
      ['DELETE', `sets/${setId}`],
      ['POST', 'export', { withPasskey: false }],
      ['PUT', 'limits', {}],
      ['POST', 'receivers', {}],
      ['POST', 'guardian/enrol', {}],
      ['POST', 'guardian/recognise', {}],
      ['POST', 'guardian/forget', {}],
    ] as const)
      expect([path, await next.call(method, path, body)]).toEqual([path, refused])
  })

  it('confirms a browser only with a proof of this wallet for this session', async () => {
    const { first, vault, next } = await join()
    const locked = failedAnswer(400, 'WALLET_LOCKED')
    expect(await next.call('POST', 'session/confirm', {})).toEqual(locked)
    expect(await next.confirm(await makeTestVault())).toEqual(locked)
    expect(await next.confirm(vault, { action: 'confirm' })).toEqual(locked)
    expect(await next.confirm(vault, { setId: first.session.sessionId })).toEqual(locked)
    expect(await next.confirm(vault, { sessionId: first.session.sessionId })).toEqual(locked)
    expect((await next.call('GET', 'session')).body.isUnconfirmed).toBe(true)
  })

  it('a recognised browser has to open the wallet again after ten wrong codes', async () => {
    const { email, first } = await join()
    const codePath = async () => `login/${(await first.client.start(email)).challengeId}/code`
    for (let login = 0; login < 4; login++) {
      on.server.time.now += 60_000
      const path = await codePath()
      const wrong = loginCodeInMail(on.server.mails.at(-1)) === '000000' ? '111111' : '000000'
      for (let tries = 0; tries < 3; tries++) await first.client.call('POST', path, { body: { code: wrong } })
    }
    expect((await logIn(first.client, email)).session.isUnconfirmed).toBe(true)
  })

  it.each(['removed', 'signed out everywhere'])(
    'a browser whose session another browser ended (%s) has to open the wallet again',
    async (how) => {
      const { email, first, vault, next } = await join()
      await next.confirm(vault)
      const window = { ...first, ...(await logIn(first.client, email)) }
      if (how === 'removed') await window.call('DELETE', `sessions/${next.session.sessionId}`)
      else await window.call('DELETE', 'sessions')
      expect((await logIn(next.client, email)).session.isUnconfirmed).toBe(true)
      expect((await logIn(first.client, email)).session).not.toHaveProperty('isUnconfirmed')
    },
  )

  it('a sign-out everywhere also forgets the browsers that signed out before', async () => {
    const { email, first, vault, next } = await join()
    await next.confirm(vault)
    await next.call('POST', 'session/sign-out', {})
    expect((await (await logIn(first.client, email)).call('DELETE', 'sessions')).status).toBe(200)
    expect((await logIn(next.client, email)).session.isUnconfirmed).toBe(true)
    expect((await logIn(first.client, email)).session).not.toHaveProperty('isUnconfirmed')
  })

  it('an unfinished wallet of another browser needs no confirmation', async () => {
    const email = 'unfinished@shop.example'
    const first = await logIn(await on.server.makeClient(), email)
    await first.call('POST', 'keys', (await makeTestVault()).request)
    expect((await logIn(await on.server.makeClient(), email)).session).not.toHaveProperty('isUnconfirmed')
  })
})
