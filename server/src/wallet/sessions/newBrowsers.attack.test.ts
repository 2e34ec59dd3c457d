import { like } from 'drizzle-orm'
import { describe, expect, vi } from 'vitest'
import { makeTestVault, type TestVault } from '../../../test/custody.ts'
import { databaseEngines } from '../../../test/database.ts'
import { setUpServerOnEngine } from '../../../test/onEngine.ts'
import type { WalletClient } from '../../../test/walletServer.ts'
import { scheduledDeletions } from '../../database/deletionTables.ts'
import { rateCounters } from '../../database/loginTables.ts'
import { deleteDueAccounts } from '../account/deletion.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const hourMs = 60 * 60_000

describe.each(databaseEngines)('browsers that came in by mail alone on $name', (engine) => {
  const on = setUpServerOnEngine(engine)
  const { it } = on
  let count = 0
  const logIn = async (client: WalletClient, email: string) => {
    on.server.time.now += 60_000
    const { tokens, session } = await client.signIn(email)
    const call = (method: string, path: string, body?: unknown) =>
      client.call(method, path, { token: tokens.accessToken, body })
    const { sessionId } = session
    const confirm = async (vault: TestVault) =>
      call('POST', 'session/confirm', {
        proof: await vault.prove({ action: 'recognise', setId: sessionId, sessionId }),
      })
    return { client, session, sessionId, call, confirm }
  }
  type Browser = Awaited<ReturnType<typeof logIn>>
  const addSet = async ({ call, sessionId }: Browser, vault: TestVault, type: 'passkey' | 'guardian' | 'device') => {
    const [setId, client] = [crypto.randomUUID(), new Uint8Array(32)]
    const made = await call('POST', 'sets', { setId, type, label: '' })
    if (made.status !== 200) return { setId, ...made }
    const wrapped = await vault.wrap(client, made.body.serverShare, { setId, type })
    await call('PUT', `sets/${setId}/wrapped`, { wrapped })
    const proof = await vault.prove({ action: 'confirm', setId, sessionId })
    return { setId, ...(await call('POST', `sets/${setId}/confirm`, { proof })) }
  }
  /** The owner's browser has made a wallet with a passkey and a guardian set. */
  const begin = async () => {
    count += 1
    const email = `new${count}@shop.example`
    const owner = await logIn(await on.server.makeClient(), email)
    const vault = await makeTestVault()
    await owner.call('POST', 'keys', vault.request)
    const passkey = await addSet(owner, vault, 'passkey')
    const guardian = await addSet(owner, vault, 'guardian')
    expect(guardian.status).toBe(200)
    const arrive = async () => logIn(await on.server.makeClient(), email)
    const release = ({ call }: Browser) => call('POST', `sets/${guardian.setId}/release`, {})
    const attempts = async (browser: Browser) => {
      const { call, sessionId } = browser
      const remove = await vault.prove({ action: 'remove', setId: passkey.setId, sessionId })
      const end = await vault.prove({ action: 'end', setId: owner.sessionId, sessionId })
      const all = await vault.prove({ action: 'end', setId: 'all', sessionId })
      const answers = [
        await call('DELETE', `sets/${passkey.setId}?proof=${remove}`),
        await call('DELETE', `sessions/${owner.sessionId}?proof=${end}`),
        await call('DELETE', `sessions?proof=${all}`),
        await call('POST', 'keys/renew', {}),
        await call('POST', 'export', {}),
        await call('PUT', 'limits', {}),
        await call('POST', 'limit/spend', {}),
        await call('POST', 'receivers', {}),
        await addSet(browser, vault, 'passkey'),
      ]
      return answers.map(({ body }) => body.code)
    }
    return { email, owner, vault, passkey, arrive, release, attempts }
  }
  const refused = Array(9).fill('NEW_BROWSER')

  it('neither remove ways or browsers, nor export, raise the delay or use a limit for a day', async () => {
    const { owner, vault, arrive, release, attempts } = await begin()
    const thief = await arrive()
    expect((await release(thief)).status).toBe(200)
    expect((await thief.confirm(vault)).status).toBe(200)
    expect(await attempts(thief)).toEqual(refused)
    expect((await thief.call('GET', 'session')).body.newBrowserUntil).toBe(on.server.time.now + 24 * hourMs)
    expect((await addSet(thief, vault, 'device')).status).toBe(200)
    expect((await owner.call('GET', 'session')).body).not.toHaveProperty('newBrowserUntil')
    on.server.time.now += 24 * hourMs
    const later = await logIn(thief.client, thief.session.email)
    expect(await attempts(later)).not.toContain('NEW_BROWSER')
  })

  it('wait also if another session got the share, and also if it got the share days before', async () => {
    const { vault, arrive, release, attempts } = await begin()
    await release(await arrive())
    on.server.time.now += 3 * 24 * hourMs
    const second = await arrive()
    expect((await second.confirm(vault)).status).toBe(200)
    expect(await attempts(second)).toEqual(refused)
  })

  it('wait again in a later session of the same browser, and in a browser that was removed', async () => {
    const { email, owner, vault, arrive, release, attempts } = await begin()
    const thief = await arrive()
    await release(thief)
    await thief.confirm(vault)
    expect(await attempts(await logIn(thief.client, email))).toEqual(refused)
    const later = await logIn(owner.client, email)
    const proof = await vault.prove({ action: 'end', setId: thief.sessionId, sessionId: later.sessionId })
    expect((await later.call('DELETE', `sessions/${thief.sessionId}?proof=${proof}`)).status).toBe(200)
    expect((await thief.call('GET', 'session')).body.code).toBe('SESSION_REVOKED')
    const back = await logIn(await on.server.makeClient(), email)
    await back.confirm(vault)
    expect(await attempts(back)).toEqual(refused)
  })

  it('neither see, pick, give nor refuse the request of another browser for a day', async () => {
    const { vault, arrive, release } = await begin()
    const thief = await arrive()
    await release(thief)
    await thief.confirm(vault)
    const next = await arrive()
    const { joinId, number } = (await next.call('POST', 'joins', { publicKey: 'A'.repeat(87) })).body
    const handover = { publicKey: 'B'.repeat(87), sealed: { iv: 'A'.repeat(16), data: 'A'.repeat(64) } }
    const answers = [
      await thief.call('GET', 'joins'),
      await thief.call('POST', `joins/${joinId}/number`, { number }),
      await thief.call('POST', `joins/${joinId}/handover`, { handover }),
      await thief.call('DELETE', `joins/${joinId}`),
    ]
    expect(answers.map(({ body }) => body.code)).toEqual(Array(4).fill('NEW_BROWSER'))
    expect((await next.call('GET', 'session')).status).toBe(200)
  })

  it('are not those that an older browser lets in by a tap', async () => {
    const { owner, vault, arrive, release } = await begin()
    await release(await arrive())
    const next = await arrive()
    const { joinId, number } = (await next.call('POST', 'joins', { publicKey: 'A'.repeat(87) })).body
    const handover = { publicKey: 'B'.repeat(87), sealed: { iv: 'A'.repeat(16), data: 'A'.repeat(64) } }
    const older = await logIn(owner.client, owner.session.email)
    expect((await older.call('POST', `joins/${joinId}/number`, { number })).status).toBe(200)
    expect((await older.call('POST', `joins/${joinId}/handover`, { handover })).status).toBe(200)
    expect((await next.confirm(vault)).status).toBe(200)
    expect((await addSet(next, vault, 'passkey')).status).toBe(200)
  })

  it('are new also after a tap that gave no wallet', async () => {
    const { owner, vault, arrive, release } = await begin()
    const thief = await arrive()
    await release(thief)
    const { joinId, number } = (await thief.call('POST', 'joins', { publicKey: 'A'.repeat(87) })).body
    const older = await logIn(owner.client, owner.session.email)
    await older.call('POST', `joins/${joinId}/number`, { number })
    await thief.confirm(vault)
    expect((await addSet(thief, vault, 'passkey')).body.code).toBe('NEW_BROWSER')
  })

  it('are not the browsers of the owner that a thief with a code makes open the wallet again', async () => {
    const { email, owner, vault, arrive, release } = await begin()
    expect((await addSet(owner, vault, 'device')).status).toBe(200)
    const thief = await arrive()
    await release(thief)
    for (let round = 0; round < 2; round++) {
      expect((await thief.call('DELETE', 'sessions')).status).toBe(200)
      const again = await logIn(owner.client, email)
      expect(again.session.isUnconfirmed).toBe(true)
      expect((await again.confirm(vault)).status).toBe(200)
      expect((await addSet(again, vault, 'passkey')).status).toBe(200)
      Object.assign(thief, await logIn(thief.client, email))
    }
    expect((await thief.confirm(vault)).status).toBe(200)
    expect((await addSet(thief, vault, 'passkey')).body.code).toBe('NEW_BROWSER')
  })

  it('stop to be new after a day, also if a thief with a code makes them open the wallet again', async () => {
    const { email, vault, arrive, release, attempts } = await begin()
    const phone = await arrive()
    await release(phone)
    await phone.confirm(vault)
    expect((await addSet(phone, vault, 'device')).status).toBe(200)
    const everywhere = async () => {
      await (await arrive()).call('DELETE', 'sessions')
      const again = await logIn(phone.client, email)
      await again.confirm(vault)
      return attempts(again)
    }
    expect(await everywhere()).toContain('NEW_BROWSER')
    on.server.time.now += 24 * hourMs
    expect(await everywhere()).not.toContain('NEW_BROWSER')
  })

  it('leave older browsers of the owner alone, and a browser that opened the wallet before anybody could by mail', async () => {
    const { email, owner, vault, arrive, release, attempts } = await begin()
    const tablet = await arrive()
    await tablet.confirm(vault)
    await release(await arrive())
    expect((await addSet(await logIn(owner.client, email), vault, 'passkey')).status).toBe(200)
    expect(await attempts(await logIn(tablet.client, email))).not.toContain('NEW_BROWSER')
  })

  it('are known by one mark for each account, which a refused release does not set and the deletion removes', async () => {
    const { owner, arrive, release } = await begin()
    const { userId } = owner.session
    const marks = async () =>
      (await on.database.select().from(rateCounters)).filter(
        ({ key }) => key.startsWith('guardian set given|') && key.includes(userId),
      )
    const thief = await arrive()
    on.server.time.now = Math.ceil(on.server.time.now / 60_000) * 60_000
    for (let tries = 0; tries < 10; tries++) {
      on.server.time.now += 1
      await release(thief)
    }
    expect(await marks()).toHaveLength(1)
    await on.database.delete(rateCounters).where(like(rateCounters.key, 'guardian set given|%'))
    expect((await release(thief)).status).toBe(429)
    expect(await marks()).toHaveLength(0)
    await release(await arrive())
    expect(await marks()).toHaveLength(1)
    const deletion = { userId, deleteAt: 0, projectId: 'shop', host: 'h', browser: 'b', locale: 'en' }
    await on.database.insert(scheduledDeletions).values(deletion)
    await deleteDueAccounts(on.database, { prepare: async () => async () => undefined } as never, on.server.time.now)
    expect(await marks()).toHaveLength(0)
  })
})
