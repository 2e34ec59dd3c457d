import { randomUUID } from 'node:crypto'
import { reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, vi } from 'vitest'
import { databaseEngines } from '../../../../test/database.ts'
import { failedAnswer, setUpServerOnEngine } from '../../../../test/onEngine.ts'
import { shopOrigin, walletOrigin } from '../../../../test/parts.ts'
import { type AssertionChange, makeTestPasskey, type TestPasskey } from '../../../../test/passkey.ts'
import { makeWalletServer, type WalletClient } from '../../../../test/walletServer.ts'
import { shareSets } from '../../../database/walletTables.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const site = { projectId: 'shop', host: shopOrigin }
const unknown = failedAnswer(404, 'KEY_SET_NOT_FOUND')
const ended = failedAnswer(404, 'CHALLENGE_NOT_FOUND')

const challengeOf = async (client: WalletClient, body: object = site): Promise<string> =>
  (await client.call('POST', 'login/passkey/challenge', { body })).body.challenge
const enter = (client: WalletClient, body: object) => client.call('POST', 'login/passkey', { body })

describe.each(databaseEngines)('attacks on logins with a passkey on $name', (engine) => {
  const on = setUpServerOnEngine(engine)
  const { it, begin } = on

  const startWithPasskey = async () => {
    const browser = await begin()
    const passkey = makeTestPasskey(browser.session.userId)
    const made = await browser.makeWallet('passkey', passkey)
    return { browser, passkey, client: await on.server.makeClient(), ...made }
  }

  it('takes each assertion once, also from two requests at the same time', async ({ task }) => {
    const { passkey, client } = await startWithPasskey()
    const answer = passkey.answer(await challengeOf(client))
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(client, answer)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await enter(client, answer)).toEqual(ended)
    reportAttack(task, 'G14', 21, `answers of a passkey sent again, ${engine.name}`)
  })

  it.each<[string, AssertionChange]>([
    ['for another origin', { clientData: { origin: 'https://evil.example' } }],
    ['under another site', { clientData: { topOrigin: 'https://evil.example' } }],
    ['of a new passkey', { clientData: { type: 'webauthn.create' } }],
  ])('refuses an assertion %s', async (_, change) => {
    const { passkey, client } = await startWithPasskey()
    expect(await enter(client, passkey.answer(await challengeOf(client), change))).toEqual(ended)
  })

  it.each<[string, AssertionChange]>([
    ['for a parent domain', { rpId: 'example' }],
    ['without user verification', { flags: 0x01 }],
    ['without user presence', { flags: 0x04 }],
    ['of a user who is unknown', { userHandle: randomUUID() }],
    ['without a user', { userHandle: '|' }],
  ])('refuses an assertion %s', async (_, change) => {
    const { passkey, client } = await startWithPasskey()
    expect(await enter(client, passkey.answer(await challengeOf(client), change))).toEqual(unknown)
  })

  it('refuses a challenge of another client key, site or project, an old one and an invented one', async () => {
    const { passkey, client } = await startWithPasskey()
    const other = await on.server.makeClient()
    expect(await enter(client, passkey.answer(await challengeOf(other)))).toEqual(ended)
    const ofWindow = await challengeOf(client, { ...site, host: walletOrigin })
    expect(await enter(client, passkey.answer(ofWindow))).toEqual(ended)
    const old = await challengeOf(client)
    on.server.time.now += 3 * 60_000
    expect(await enter(client, passkey.answer(old))).toEqual(ended)
    const invented = `${on.server.time.now + 60_000}.${'A'.repeat(22)}.${'A'.repeat(43)}`
    expect(await enter(client, passkey.answer(invented))).toEqual(ended)
  })

  it('uses a challenge up by a wrong answer', async () => {
    const { passkey, client } = await startWithPasskey()
    const challenge = await challengeOf(client)
    expect(await enter(client, passkey.answer(challenge, { flags: 0x01 }))).toEqual(unknown)
    expect(await enter(client, passkey.answer(challenge))).toEqual(ended)
  })

  it('refuses a passkey that was removed from the wallet, one that was never confirmed, and one of an earlier version', async () => {
    const { browser, passkey, client, vault, second } = await startWithPasskey()
    await browser.addSet(vault, 'kit').then(({ set }) => browser.confirm(vault, set))
    await browser.remove(vault, second.set)
    expect(await enter(client, passkey.answer(await challengeOf(client)))).toEqual(unknown)
    const unconfirmed = makeTestPasskey(browser.session.userId)
    await browser.addSet(vault, 'passkey', undefined, unconfirmed)
    expect(await enter(client, unconfirmed.answer(await challengeOf(client)))).toEqual(unknown)
    const old = makeTestPasskey(browser.session.userId)
    const added = await browser.addSet(vault, 'passkey', undefined, { credentialId: old.credentialId })
    await browser.confirm(vault, added.set)
    expect(await enter(client, old.answer(await challengeOf(client)))).toEqual(unknown)
  })

  it('a stranger who stores the id of a passkey for another wallet neither signs in nor locks the owner out', async () => {
    const { browser, passkey, client } = await startWithPasskey()
    const stranger = await begin()
    const forged = { ...makeTestPasskey(stranger.session.userId), credentialId: passkey.credentialId }
    await stranger.makeWallet('passkey', forged)
    const asOwner = (key: TestPasskey, challenge: string) => ({
      ...key.answer(challenge, { userHandle: browser.session.userId }),
      credentialId: passkey.credentialId,
    })
    expect(await enter(client, asOwner(forged, await challengeOf(client)))).toEqual(unknown)
    const { body } = await enter(client, passkey.answer(await challengeOf(client)))
    expect(body.session.userId).toBe(browser.session.userId)
  })

  it('refuses a counter that does not grow, since somebody may have copied the passkey', async () => {
    const { passkey, client } = await startWithPasskey()
    const signs = async (signCount: number) =>
      (await enter(client, passkey.answer(await challengeOf(client), { signCount }))).status
    expect([await signs(0), await signs(0), await signs(7), await signs(7), await signs(0), await signs(8)]).toEqual([
      200, 200, 200, 404, 404, 200,
    ])
  })

  it('answers the same for an unknown passkey, a wrong signature and another wallet', async () => {
    const { passkey, client } = await startWithPasskey()
    const stranger = makeTestPasskey(randomUUID())
    const broken = { ...passkey.answer(await challengeOf(client)), signature: 'AAAA' }
    const foreign = { ...stranger.answer(await challengeOf(client)), credentialId: passkey.credentialId }
    const answers = [
      await enter(client, stranger.answer(await challengeOf(client))),
      await enter(client, broken),
      await enter(client, foreign),
    ]
    expect(answers).toEqual([unknown, unknown, unknown])
  })

  it('gives a challenge to everybody, and keeps nothing for it', async () => {
    const { client } = await startWithPasskey()
    const before = await on.database.select().from(shareSets).where(eq(shareSets.type, 'passkey'))
    const answer = await client.call('POST', 'login/passkey/challenge', { body: site })
    expect(answer).toEqual({
      status: 200,
      body: { challenge: expect.any(String) },
    })
    expect(await on.database.select().from(shareSets).where(eq(shareSets.type, 'passkey'))).toEqual(before)
  })

  it('refuses a site that the project does not list, and a project without the login by email', async () => {
    const { passkey, client } = await startWithPasskey()
    const evil = { ...site, host: 'https://evil.example' }
    const refused = failedAnswer(403, 'ORIGIN_NOT_ALLOWED')
    expect(await client.call('POST', 'login/passkey/challenge', { body: evil })).toEqual(refused)
    expect(await enter(client, { ...passkey.answer(await challengeOf(client)), host: evil.host })).toEqual(refused)
    const projects = [
      { id: 'shop', name: 'Shop', allowedOrigins: [shopOrigin] },
      { id: 'other', name: 'Other', allowedOrigins: [shopOrigin] },
      { id: 'off', name: 'Off', allowedOrigins: [shopOrigin], features: { email: false } },
    ]
    const server = await makeWalletServer(async () => on.database, { projects })
    const visitor = await server.makeClient()
    const off = await visitor.call('POST', 'login/passkey/challenge', { body: { ...site, projectId: 'off' } })
    expect(off.body).toEqual({ code: 'LOGIN_NOT_AVAILABLE' })
    const ofOther = await challengeOf(visitor, { ...site, projectId: 'other' })
    expect(await enter(visitor, passkey.answer(ofOther))).toEqual(ended)
  })
})
