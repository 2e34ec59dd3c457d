import type { EmailLogin } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { databaseEngines } from '../../../test/database.ts'
import { shopOrigin, walletOrigin } from '../../../test/parts.ts'
import {
  loginCodeInMail,
  makeWalletServer,
  readAnswerBody,
  type WalletClient,
  type WalletServer,
} from '../../../test/walletServer.ts'
import { identities, users } from '../../database/accountTables.ts'
import { loginChallenges, rateCounters } from '../../database/loginTables.ts'
import type { OpenDatabase } from '../../database/open.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const noLimits = {
  addressHour: 1_000,
  addressDay: 1_000,
  networkHour: 1_000,
  projectHour: 1_000,
  projectHourMost: 1_000,
}

describe.each(databaseEngines)('logins on $name', ({ open, skip }) => {
  const it = test.skipIf(skip)
  let opened: OpenDatabase
  let server: WalletServer
  let client: WalletClient
  let email: string
  let count = 0
  beforeAll(async () => {
    if (!skip) opened = await open()
  })
  beforeEach(async () => {
    if (skip) return
    const limits = { networkHour: 1_000, projectHour: 1_000, projectHourMost: 1_000 }
    server = await makeWalletServer(async () => opened.database, { limits })
    client = await server.makeClient()
    count += 1
    email = `ann${count}@shop.example`
  })

  const ask = (of: WalletClient, address: string, more: object = {}) =>
    of.call('POST', 'login/email', {
      body: { projectId: 'shop', host: shopOrigin, email: address, locale: 'en', ...more },
    })
  const enter = (of: WalletClient, { challengeId }: EmailLogin, code: string) =>
    of.call('POST', `login/${challengeId}/code`, { body: { code } })
  const poll = (of: WalletClient, { challengeId }: EmailLogin) => of.call('GET', `login/${challengeId}`)
  const resend = (of: WalletClient, { challengeId }: EmailLogin) => of.call('POST', `login/${challengeId}/resend`)
  const wrong = (code: string): string => (code === '000000' ? '111111' : '000000')
  const lastMail = () => server.mails.at(-1)
  describe('first logins', () => {
    it('a first login takes one mail with one code', async () => {
      const { status, body } = await ask(client, ` ${email.toUpperCase()} `)
      expect(status).toBe(200)
      expect(body).toEqual({
        challengeId: expect.stringMatching(/^[\da-f-]{36}$/),
        state: 'VERIFY_OTP',
        expiresAt: server.time.now + 5 * minuteMs,
        resendAt: server.time.now + 30_000,
      })
      expect(await opened.database.select().from(identities)).toEqual([])
      expect((await poll(client, body)).body).toEqual(body)
      const code = loginCodeInMail(lastMail())
      expect(code).toMatch(/^\d{6}$/)
      expect(lastMail()?.html).not.toContain('href')
      const entered = await enter(client, body, ` ${code.slice(0, 3)} ${code.slice(3)}`)
      expect(entered.status).toBe(200)
      expect(entered.body.session).toMatchObject({
        email: email.toUpperCase().replace('SHOP.EXAMPLE', 'shop.example'),
        wallet: null,
      })
      expect(entered.body.session).not.toHaveProperty('isUnconfirmed')
      expect(server.mails).toHaveLength(1)
      const session = await client.call('GET', 'session', { token: entered.body.tokens.accessToken })
      expect(session.body).toEqual(entered.body.session)
      await opened.database.delete(users)
    })

    it('creates one user from two concurrent logins', async () => {
      const second = await server.makeClient()
      const [one, other] = [await client.start(email), await second.start(email)]
      const codes = server.mails.map(loginCodeInMail).filter(Boolean)
      const [first, last] = await Promise.all([
        enter(client, one, codes[0] ?? ''),
        enter(second, other, codes[1] ?? ''),
      ])
      expect(first.body.session.userId).toBe(last.body.session.userId)
    })
  })

  describe('recognised browsers', () => {
    beforeEach(async () => {
      if (!skip) await client.signIn(email)
      server.mails.length = 0
    })

    it('two logins with different spellings of an address sign in the same user', async () => {
      const [one, other] = [await client.signIn(email), await client.signIn(email.toUpperCase())]
      expect(other.session.userId).toBe(one.session.userId)
      expect(other.session.sessionId).not.toBe(one.session.sessionId)
    })

    it('mails the code to the address as it was spelled at the first login, even if the visitor types another spelling', async () => {
      await client.start(email.toUpperCase())
      expect(lastMail()?.to).toBe(email)
    })
  })

  describe('login codes', () => {
    it('rejects the right code after three wrong ones, until a new code is mailed', async () => {
      const login = await client.start(email)
      const code = loginCodeInMail(lastMail())
      expect(await enter(client, login, wrong(code))).toEqual({
        status: 400,
        body: { code: 'CODE_WRONG', values: { n: 2 } },
      })
      expect((await enter(client, login, wrong(code))).body.values).toEqual({ n: 1 })
      expect((await enter(client, login, wrong(code))).body).toEqual({ code: 'CODE_DEAD' })
      expect((await enter(client, login, code)).body).toEqual({ code: 'CODE_DEAD' })
      server.time.now += 30_000
      expect((await resend(client, login)).status).toBe(200)
      expect((await enter(client, login, code)).body.code).toBe('CODE_WRONG')
      expect((await enter(client, login, loginCodeInMail(lastMail()))).status).toBe(200)
    })

    it('a code expires after five minutes', async () => {
      const login = await client.start(email)
      server.time.now += 5 * minuteMs
      expect((await enter(client, login, loginCodeInMail(lastMail()))).body).toEqual({ code: 'CODE_EXPIRED' })
    })

    it('accepts a code from only one of several concurrent requests', async () => {
      const login = await client.start(email)
      const code = loginCodeInMail(lastMail())
      await poll(client, login)
      const all = await Promise.all(Array.from({ length: 3 }, () => enter(client, login, code)))
      expect(all.filter(({ status }) => status === 200).length).toBe(1)
      expect((await enter(client, login, code)).body).toEqual({ code: 'CHALLENGE_NOT_FOUND' })
    })

    it('rejects a code from another browser and counts it as a try', async () => {
      const login = await client.start(email)
      const code = loginCodeInMail(lastMail())
      const thief = await server.makeClient()
      for (let times = 0; times < 3; times++)
        expect((await enter(thief, login, code)).body).toEqual({ code: 'CHALLENGE_NOT_FOUND' })
      expect((await enter(client, login, code)).body).toEqual({ code: 'CODE_DEAD' })
    })

    it('rejects a code once the same browser has started a later login', async () => {
      const login = await client.start(email)
      const code = loginCodeInMail(lastMail())
      server.time.now += 30_000
      await client.start(email)
      expect((await enter(client, login, code)).body).toEqual({ code: 'CHALLENGE_NOT_FOUND' })
      expect((await poll(client, login)).body.state).toBe('EXPIRED')
    })

    it.each(['nothing', '00000000-0000-4000-8000-000000000000', '%00'])(
      'rejects a code for the login id %s',
      async (challengeId) => {
        expect((await enter(client, { challengeId } as EmailLogin, '000000')).body).toEqual({
          code: 'CHALLENGE_NOT_FOUND',
        })
      },
    )

    it('after ten wrong codes, however slowly they are entered, a login needs a long code', async () => {
      await client.signIn(email)
      let left = 10
      while (left > 0) {
        server.time.now += 10 * minuteMs
        const login = await client.start(email)
        const code = loginCodeInMail(lastMail())
        for (let times = 0; times < 3 && left > 0; times++, left--) await enter(client, login, wrong(code))
        // After ten wrong codes even the right code of six digits is rejected.
        if (left === 0) expect((await enter(client, login, code)).body).toEqual({ code: 'CODE_DEAD' })
      }
      server.time.now += 30 * dayMs
      const login = await client.start(email)
      const code = loginCodeInMail(lastMail())
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
      expect((await poll(client, login)).body).toMatchObject({ state: 'VERIFY_OTP', longCode: true })
      expect((await enter(client, login, code.toLowerCase())).status).toBe(200)
      expect((await client.start(email)).state).toBe('VERIFY_OTP')
      expect(loginCodeInMail(lastMail())).toMatch(/^\d{6}$/)
    })

    describe('a login that requests another mail after ten wrong codes', () => {
      const longCode = /^[0-9A-HJKMNP-TV-Z]{10}$/
      /** Enters `count` wrong codes and requests another mail after every third code. */
      const failCodes = async (of: WalletClient, login: EmailLogin, count: number) => {
        for (let done = 0; done < count; done++) {
          if (done > 0 && done % 3 === 0) {
            server.time.now += minuteMs
            await resend(of, login)
          }
          await enter(of, login, wrong(loginCodeInMail(lastMail())))
        }
        server.time.now += minuteMs
      }
      beforeEach(async () => {
        if (skip) return
        server = await makeWalletServer(async () => opened.database, { limits: noLimits })
        client = await server.makeClient()
      })

      it('after ten wrong codes, mails a long code, and the modal learns that the code is long', async () => {
        const login = await client.start(email)
        await failCodes(client, login, 10)
        const { body } = await resend(client, login)
        expect(body).toMatchObject({ state: 'VERIFY_OTP', longCode: true })
        expect((await poll(client, login)).body).toEqual(body)
        const code = loginCodeInMail(lastMail())
        expect(code).toMatch(longCode)
        expect((await enter(client, login, '000000')).body).toEqual({ code: 'CODE_WRONG', values: { n: 2 } })
        expect((await enter(client, login, code)).status).toBe(200)
      })

      it('mails a long code on request if another browser entered ten wrong codes meanwhile', async () => {
        const login = await client.start(email)
        const stranger = await server.makeClient()
        await failCodes(stranger, await stranger.start(email), 10)
        expect((await resend(client, login)).body).toMatchObject({ longCode: true })
        const code = loginCodeInMail(lastMail())
        expect(code).toMatch(longCode)
        expect((await enter(client, login, code)).status).toBe(200)
      })

      it('on request, mails another code as a long one if the whole server has received too many wrong codes since the login started', async () => {
        const login = await client.start(email)
        server.time.now += minuteMs
        await opened.database
          .insert(rateCounters)
          .values({ key: 'guessing', endsAt: server.time.now + minuteMs, count: 1 })
        expect((await resend(client, login)).body).toMatchObject({ state: 'VERIFY_OTP', longCode: true })
        expect(loginCodeInMail(lastMail())).toMatch(longCode)
        await opened.database.delete(rateCounters)
      })
    })

    it('mails long codes to all visitors until the next hour if the whole server receives too many wrong codes', async () => {
      server.time.now = Math.ceil(server.time.now / (60 * minuteMs)) * 60 * minuteMs + 1_000 * dayMs * count
      await opened.database.insert(rateCounters).values({
        key: 'wrong codes',
        endsAt: server.time.now + minuteMs,
        count: 300,
      })
      const login = await client.start(email)
      const code = loginCodeInMail(lastMail())
      expect(code).toMatch(/^\d{6}$/)
      await enter(client, login, wrong(code))
      const other = await server.makeClient()
      await other.start(`other-${email}`)
      expect(loginCodeInMail(lastMail())).toHaveLength(10)
      server.time.now += 60 * minuteMs
      await other.start(`other-${email}`)
      expect(loginCodeInMail(lastMail())).toHaveLength(6)
      await opened.database.delete(rateCounters)
    })

    it("mails short codes to the owner's browser after a stranger's wrong codes", async () => {
      await client.signIn(email)
      const stranger = await server.makeClient()
      for (let times = 0; times < 4; times++) {
        server.time.now += 31 * minuteMs
        const login = await stranger.start(email)
        for (let tries = 0; tries < 3; tries++) await enter(stranger, login, wrong(loginCodeInMail(lastMail())))
      }
      server.time.now += minuteMs
      expect((await client.start(email)).state).toBe('VERIFY_OTP')
      expect(loginCodeInMail(lastMail())).toMatch(/^\d{6}$/)
    })
  })

  describe('limits of login mails', () => {
    it('sends another login mail only after 30 seconds', async () => {
      const login = await client.start(email)
      server.time.now += 10_000
      const refusal = { status: 429, body: { code: 'EMAIL_COOLDOWN', values: { n: 20 } } }
      expect(await ask(client, email)).toEqual(refusal)
      expect(await resend(client, login)).toEqual(refusal)
      server.time.now += 20_000
      expect((await resend(client, login)).body.resendAt).toBe(server.time.now + 30_000)
      expect(loginCodeInMail(lastMail())).not.toBe(loginCodeInMail(server.mails[0]))
      expect((await enter(client, login, loginCodeInMail(lastMail()))).status).toBe(200)
    })
  })

  describe('requests to start a login', () => {
    it.each<[string, object, number, string]>([
      ['a site that is not the project’s', { host: 'https://evil.example' }, 403, 'ORIGIN_NOT_ALLOWED'],
      ['no site', { host: 'null' }, 403, 'ORIGIN_NOT_ALLOWED'],
      ['an unknown project', { projectId: 'nope' }, 400, 'INVALID_PROJECT_ID'],
      ['a malformed address', { email: 'a@b@c' }, 400, 'INVALID_EMAIL'],
      ['two addresses', { email: 'a@shop.example,b@shop.example' }, 400, 'INVALID_EMAIL'],
      ['a header', { email: 'a@shop.example\r\nBcc: b@shop.example' }, 400, 'INVALID_EMAIL'],
      ['a malformed locale', { locale: '<b>' }, 400, 'INVALID_INPUT'],
      ['an unknown field', { admin: true }, 400, 'INVALID_INPUT'],
    ])('refuses to start a login for %s', async (_, change, status, code) => {
      expect(await ask(client, email, change)).toEqual({ status, body: { code } })
      expect(server.mails).toEqual([])
    })

    it("starts a login that a page of the wallet's own origin requests", async () => {
      expect((await ask(client, email, { host: walletOrigin })).status).toBe(200)
    })

    it('starts a login only with a DPoP proof', async () => {
      const body = JSON.stringify({ projectId: 'shop', host: shopOrigin, email, locale: 'en' })
      const response = await server.ask('login/email', { method: 'POST', body })
      expect([response.status, await readAnswerBody(response)]).toEqual([401, { code: 'DPOP_INVALID' }])
    })
  })

  describe('failed mails', () => {
    it('answers MAIL_NOT_SENT if a login mail fails, and lets the visitor try again at once', async () => {
      const { AppError } = await import('@appkit-frame/loader/protocol/errors/appError.ts')
      server.mail.fails = new AppError(walletErrors.MAIL_NOT_SENT)
      expect(await ask(client, email)).toEqual({ status: 502, body: { code: 'MAIL_NOT_SENT' } })
      server.mail.fails = undefined
      const { body } = await ask(client, email)
      expect(body.state).toBe('VERIFY_OTP')
      server.time.now += 30_000
      server.mail.fails = new AppError(walletErrors.MAIL_NOT_SENT)
      expect((await resend(client, body)).body).toEqual({ code: 'MAIL_NOT_SENT' })
      server.mail.fails = undefined
      expect((await resend(client, body)).status).toBe(200)
    })
  })

  it('gives known and unknown addresses the same answers in every step of a login', async () => {
    await client.signIn(email)
    const stranger = await server.makeClient()
    const shape = async (address: string) => {
      const response = await stranger.send('POST', 'login/email', {
        body: { projectId: 'shop', host: shopOrigin, email: address, locale: 'en' },
      })
      const body = await readAnswerBody(response)
      const headers = [...response.headers].filter(([name]) => name !== 'dpop-nonce')
      const { challengeId, ...rest } = body
      const [row] = await opened.database.select().from(loginChallenges).where(eq(loginChallenges.id, challengeId))
      return { status: response.status, headers, rest, size: JSON.stringify(body).length, state: row?.state }
    }
    const [known, unknown] = [await shape(email), await shape(`not-${email}`)]
    expect(known).toEqual(unknown)
    const [one, other] = server.mails.slice(-2)
    const withoutCode = (mail: typeof one) => mail?.subject.replace(loginCodeInMail(mail), '')
    expect(withoutCode(one)).toBe(withoutCode(other))
    // Each mail names the address that it was sent to.
    const sizeOf = (mail: typeof one) => mail?.text.replace(mail.to, '').length
    expect(sizeOf(one)).toBe(sizeOf(other))
  })
})
