import { describe, expect, vi } from 'vitest'
import { databaseEngines } from '../../../../test/database.ts'
import { failedAnswer, setUpServerOnEngine } from '../../../../test/onEngine.ts'
import { logInBrowser } from '../../../../test/owner.ts'
import { shopOrigin, walletOrigin } from '../../../../test/parts.ts'
import { makeTestPasskey } from '../../../../test/passkey.ts'
import type { WalletClient } from '../../../../test/walletServer.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const site = { projectId: 'shop', host: shopOrigin }
const challengeOf = async (client: WalletClient): Promise<string> =>
  (await client.call('POST', 'login/passkey/challenge', { body: site })).body.challenge

describe.each(databaseEngines)('logins with a passkey on $name', (engine) => {
  const on = setUpServerOnEngine(engine)
  const { it, begin } = on

  const startWithPasskey = async (algorithm?: 'ES256' | 'EdDSA' | 'RS256') => {
    const browser = await begin()
    const passkey = makeTestPasskey(browser.session.userId, algorithm)
    const made = await browser.makeWallet('passkey', passkey)
    return { browser, passkey, ...made }
  }

  it.each(['ES256', 'EdDSA', 'RS256'] as const)('a passkey of %s signs in from a new browser', async (algorithm) => {
    const { browser, passkey, vault, second } = await startWithPasskey(algorithm)
    const client = await on.server.makeClient()
    const mails = on.server.mails.length
    const { status, body } = await client.call('POST', 'login/passkey', {
      body: passkey.answer(await challengeOf(client)),
    })
    expect(status).toBe(200)
    expect(body.session).toMatchObject({
      userId: browser.session.userId,
      authTime: on.server.time.now,
      wallet: { walletId: vault.request.walletId },
    })
    expect(body.session).not.toHaveProperty('isUnconfirmed')
    expect(on.server.mails).toHaveLength(mails)
    const token = body.tokens.accessToken
    expect((await client.call('GET', 'session', { token })).body).toEqual(body.session)
    const path = `sets/${second.set.setId}/release`
    expect((await client.call('POST', path, { token, body: {} })).status).toBe(200)
  })

  it('the record says which passkeys sign in', async () => {
    const { record } = await startWithPasskey()
    expect(record.sets.map(({ type, signsIn }) => [type, signsIn])).toEqual([
      ['device', undefined],
      ['passkey', true],
    ])
    const old = await (await begin()).makeWallet('passkey')
    expect(old.record.sets.some(({ signsIn }) => signsIn)).toBe(false)
  })

  it('the session belongs to the client key of the browser', async () => {
    const { passkey } = await startWithPasskey()
    const [client, thief] = [await on.server.makeClient(), await on.server.makeClient()]
    const { body } = await client.call('POST', 'login/passkey', { body: passkey.answer(await challengeOf(client)) })
    const stolen = await thief.call('GET', 'session', { token: body.tokens.accessToken })
    expect(stolen).toEqual(failedAnswer(401, 'DPOP_INVALID'))
  })

  it('the account recognises the browser of a login with a passkey', async () => {
    const email = 'mara@shop.example'
    const [first, second, third] = [
      await on.server.makeClient(),
      await on.server.makeClient(),
      await on.server.makeClient(),
    ]
    const { userId } = (await first.signIn(email)).session
    const passkey = makeTestPasskey(userId)
    const browser = await logInBrowser(on.server, on.database, userId, { client: first })
    await browser.makeWallet('passkey', passkey)
    await second.call('POST', 'login/passkey', { body: passkey.answer(await challengeOf(second)) })
    expect((await second.signIn(email)).session).not.toHaveProperty('isUnconfirmed')
    expect((await third.signIn(email)).session.isUnconfirmed).toBe(true)
  })

  it('signs in from the wallet window, whose passkey names no top origin', async () => {
    const { passkey } = await startWithPasskey()
    const client = await on.server.makeClient()
    const window = { ...site, host: walletOrigin }
    const { body } = await client.call('POST', 'login/passkey/challenge', { body: window })
    const answer = passkey.answer(body.challenge, { clientData: { topOrigin: undefined, crossOrigin: false } })
    expect((await client.call('POST', 'login/passkey', { body: { ...answer, ...window } })).status).toBe(200)
  })

  it('a passkey still signs in after the wallet got a new key', async () => {
    const { browser, passkey, vault } = await startWithPasskey()
    const client = await on.server.makeClient()
    const renewed = await browser.renewKey(vault, passkey)
    expect(renewed.status).toBe(200)
    expect(renewed.body.sets.find(({ type }: { type: string }) => type === 'passkey').signsIn).toBe(true)
    const entered = await client.call('POST', 'login/passkey', { body: passkey.answer(await challengeOf(client)) })
    expect(entered.status).toBe(200)
  })

  it.each([
    ['of another algorithm', { algorithm: -36 }],
    ['that is no key', { spki: 'A'.repeat(120) }],
  ])('stores no public key %s', async (_, change) => {
    const browser = await begin()
    const { credentialId, signInKey } = makeTestPasskey(browser.session.userId)
    const made = await browser.makeWallet()
    const { setId } = made.device.set
    const body = { setId: `${setId.slice(0, -4)}0000`, type: 'passkey', label: '', credentialId }
    const answer = await browser.call('POST', 'sets', { ...body, signInKey: { ...signInKey, ...change } })
    expect(answer).toEqual(failedAnswer(400, 'INVALID_INPUT'))
  })

  it('only a passkey has a public key to sign in', async () => {
    const browser = await begin()
    const { signInKey } = makeTestPasskey(browser.session.userId)
    const { device } = await browser.makeWallet()
    const body = { setId: `${device.set.setId.slice(0, -4)}0000`, type: 'device', label: '', signInKey }
    expect(await browser.call('POST', 'sets', body)).toEqual(failedAnswer(400, 'INVALID_INPUT'))
  })
})
