import type { EmailLogin } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { databaseEngines } from '../../../test/database.ts'
import { shopOrigin } from '../../../test/parts.ts'
import {
  loginCodeInMail,
  makeWalletServer,
  solveWork,
  type WalletClient,
  type WalletServer,
} from '../../../test/walletServer.ts'
import type { OpenDatabase } from '../../database/open.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const cooldown = { status: 429, body: { code: 'EMAIL_COOLDOWN', values: { n: 60 } } }

describe.each(databaseEngines)('limits of login mails on $name', ({ open, skip }) => {
  const it = test.skipIf(skip)
  let opened: OpenDatabase
  let server: WalletServer
  let lines: object[]
  let email: string
  let count = 0
  beforeAll(async () => {
    if (!skip) opened = await open()
  })
  const start = async (limits: Parameters<typeof makeWalletServer>[1] = {}): Promise<void> => {
    lines = []
    const log = { write: (event: string, fields = {}) => void lines.push({ event, ...fields }), flush: () => undefined }
    server = await makeWalletServer(async () => opened.database, { parts: { log }, ...limits })
    server.parts.settings.trustedProxyHops = 1
    count += 1
    // Each test has its own mailboxes and days, so that it has its own limits.
    server.time.now = Math.ceil(server.time.now / dayMs) * dayMs + count * 10 * dayMs
    email = `ann${count}@shop.example`
  }
  beforeEach(async () => {
    if (!skip) await start()
  })

  const ask = (client: WalletClient, address = email, more: object = {}, from = '203.0.113.1') =>
    client.call('POST', 'login/email', {
      body: { projectId: 'shop', host: shopOrigin, email: address, locale: 'en', ...more },
      headers: { 'X-Forwarded-For': from },
    })
  /** Requests a mail as a stranger who solves no work. */
  const askAnew = async (address?: string, from?: string) => ask(await server.makeClient(), address, {}, from)
  const signIn = async (client: WalletClient, address: string, from: string): Promise<void> => {
    const { body } = await ask(client, address, {}, from)
    const { challengeId }: EmailLogin = body
    const code = loginCodeInMail(server.mails.at(-1))
    expect((await client.call('POST', `login/${challengeId}/code`, { body: { code } })).status).toBe(200)
  }

  describe('proof of work for a mailbox', () => {
    const fill = async (mails = 5): Promise<void> => {
      for (let sent = 0; sent < mails; sent++) await askAnew(email, `198.51.100.${sent}`)
    }

    it('mails five logins an hour to all spellings of a mailbox, and further ones for work that grows', async () => {
      const [name = ''] = email.split('@')
      for (const address of [email, email.replace('ann', 'a.nn'), email.replace('@', '+x@'), email, email])
        expect((await askAnew(address)).body.work).toBeUndefined()
      const bits: number[] = []
      for (let mail = 0; mail < 8; mail++) {
        const client = await server.makeClient()
        const { work } = (await ask(client)).body
        bits.push(work.bits)
        expect((await ask(client, email, { work: solveWork(work) })).body.state).toBe('VERIFY_OTP')
      }
      expect(bits).toEqual([8, 9, 10, 11, 12, 13, 13, 13])
      expect(server.mails.filter(({ to }) => to.replaceAll('.', '').startsWith(name))).toHaveLength(13)
      server.time.now += dayMs
      expect((await askAnew()).body.work).toBeUndefined()
    })

    it('requires work from the eleventh mail of a day on', async () => {
      await fill()
      server.time.now += hourMs
      await fill()
      server.time.now += hourMs
      expect((await askAnew()).body.work.bits).toBe(8)
    })

    it('sends no sixth mail without work to concurrent requests', async () => {
      const clients = await Promise.all(Array.from({ length: 30 }, () => server.makeClient()))
      const before = server.mails.length
      await Promise.all(clients.map((client, at) => ask(client, email, {}, `198.51.100.${at}`)))
      expect(server.mails.length - before).toBe(5)
      expect((await ask(await server.makeClient())).body.work.bits).toBe(8)
    })

    it.each<[string, (work: { challenge: string; nonces: number[] }) => object]>([
      ['a wrong nonce', ({ challenge, nonces }) => ({ challenge, nonces: nonces.map(() => 0) })],
      ['an easier level', ({ challenge, nonces }) => ({ challenge: challenge.replace(/\.\d\./, '.0.'), nonces })],
      ['a later end', ({ challenge, nonces }) => ({ challenge: challenge.replace(/^\d/, '9'), nonces })],
    ])('refuses a proof with %s', async (_, change) => {
      await fill()
      const client = await server.makeClient()
      const { work } = (await ask(client)).body
      expect((await ask(client, email, { work: change(solveWork(work)) })).body.work).toBeDefined()
    })

    it('accepts a proof once, before its end, from the client key and for the mailbox that it was made for', async () => {
      await fill()
      const other = `other-${email}`
      for (let sent = 0; sent < 5; sent++) await askAnew(other, `198.51.100.${sent}`)
      const client = await server.makeClient()
      const work = solveWork((await ask(client)).body.work)
      expect((await ask(await server.makeClient(), email, { work })).body.work).toBeDefined()
      expect((await ask(client, other, { work })).body.work).toBeDefined()
      server.time.now += 5 * minuteMs
      expect((await ask(client, email, { work })).body.work).toBeDefined()
      const fresh = solveWork((await ask(client)).body.work)
      expect((await ask(client, email, { work: fresh })).body.challengeId).toBeDefined()
      server.time.now += minuteMs
      expect((await ask(client, email, { work: fresh })).body.work).toBeDefined()
    })

    it('sends another mail of a login for a proof of work', async () => {
      const client = await server.makeClient()
      const { body: login } = await ask(client)
      await fill(4)
      server.time.now += minuteMs
      const again = (more = {}) => client.call('POST', `login/${login.challengeId}/resend`, { body: more })
      const { work } = (await again()).body
      expect((await again({ work: solveWork(work) })).body).toMatchObject({ challengeId: login.challengeId })
    })

    it('counts no mail that the mail server refused', async () => {
      server.mail.fails = new AppError(walletErrors.MAIL_NOT_SENT)
      for (let tries = 0; tries < 8; tries++) expect((await askAnew()).status).toBe(502)
      server.mail.fails = undefined
      expect((await askAnew()).body.work).toBeUndefined()
      expect(server.mails.at(-1)?.to).toBe(email)
    })
  })

  describe('networks', () => {
    const request = async (from: string, many: number, name = 'v'): Promise<number[]> => {
      const client = await server.makeClient()
      const statuses = []
      for (let sent = 0; sent < many; sent++)
        statuses.push((await ask(client, `${name}${sent}-${email.replace('@', `@${name}.`)}`, {}, from)).status)
      return statuses
    }

    it('refuses the twenty-first mail of a network that answers no code, for a minute', async () => {
      expect(await request('203.0.113.7', 20)).toEqual(Array(20).fill(200))
      expect(await askAnew(email, '203.0.113.7')).toEqual(cooldown)
      expect((await askAnew(email, '203.0.113.8')).status).toBe(200)
    })

    it('counts the addresses of one IPv6 /64 as one network', async () => {
      await request('2001:db8:1:2::1', 20)
      expect(await askAnew(email, '2001:db8:1:2:ffff::9')).toEqual(cooldown)
      expect((await askAnew(email, '2001:db8:1:3::1')).status).toBe(200)
    })

    it('counts failed mails against the network', async () => {
      server.mail.fails = new AppError(walletErrors.MAIL_NOT_SENT)
      await request('203.0.113.7', 20)
      server.mail.fails = undefined
      expect(await askAnew(email, '203.0.113.7')).toEqual(cooldown)
    })

    it('has no limit for a network that answers half of its codes', async () => {
      for (let visitor = 0; visitor < 22; visitor++)
        await signIn(await server.makeClient(), `m${visitor}-${email}`, '203.0.113.7')
      expect(await request('203.0.113.7', 23)).toEqual([...Array(22).fill(200), 200])
      expect(await askAnew(email, '203.0.113.7')).toEqual(cooldown)
    })

    it('lets one mailbox vouch for a network with five codes a day only', async () => {
      await start({ limits: { addressHour: 100, addressDay: 100, networkHour: 8 } })
      for (let times = 0; times < 12; times++) await signIn(await server.makeClient(), email, '203.0.113.7')
      expect((await request('203.0.113.7', 9)).at(-1)).toBe(429)
    })

    it('mails codes to a recognised browser whatever strangers do in its network, project and mailbox', async () => {
      await start({ limits: { projectHour: 5, projectHourMost: 30 } })
      const client = await server.makeClient()
      await signIn(client, email, '203.0.113.7')
      for (const from of ['203.0.113.7', '203.0.113.8', '203.0.113.9', '203.0.113.10']) await request(from, 20)
      for (let times = 0; times < 6; times++) await askAnew(email, `198.51.100.${times}`)
      const { status, body } = await ask(client, email, {}, '203.0.113.7')
      expect([status, body.state]).toEqual([200, 'VERIFY_OTP'])
    })
  })

  it('limits the mails of a trusted network to a single mailbox', async () => {
    await start({ limits: { networkHour: 6 }, bitsOfLevel: (level) => level })
    for (let visitor = 0; visitor < 10; visitor++)
      await signIn(await server.makeClient(), `m${visitor}-${email}`, '203.0.113.7')
    const request = async (address: string, from: string) => {
      const client = await server.makeClient()
      return (await client.startWithWork(address, shopOrigin, { 'X-Forwarded-For': from })).status
    }
    const statuses: number[] = []
    for (let times = 0; times < 7; times++) statuses.push(await request(email, '203.0.113.7'))
    expect(statuses).toEqual([...Array(6).fill(200), 429])
    expect(await request(`other-${email}`, '203.0.113.7')).toBe(200)
    expect(await request(email, '203.0.113.8')).toBe(200)
    server.time.now += hourMs
    expect(await request(email, '203.0.113.7')).toBe(200)
  })

  it('counts no mail of a login that cannot be stored', async () => {
    await opened.database.execute(`alter table challenges add constraint broken check (locale <> 'xx') not valid`)
    try {
      for (let tries = 0; tries < 6; tries++)
        expect((await ask(await server.makeClient(), email, { locale: 'xx' })).status).toBe(500)
    } finally {
      await opened.database.execute('alter table challenges drop constraint broken')
    }
    expect((await askAnew()).body.work).toBeUndefined()
  })

  it('completes a login although its answered code cannot be counted', async () => {
    const client = await server.makeClient()
    const { challengeId } = (await ask(client)).body
    const code = loginCodeInMail(server.mails.at(-1))
    await opened.database.execute(
      "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$",
    )
    await opened.database.execute(
      'create trigger refusing before insert or update on counts for each row execute function refuse()',
    )
    try {
      const { status, body } = await client.call('POST', `login/${challengeId}/code`, { body: { code } })
      expect([status, body.session?.email]).toEqual([200, email])
    } finally {
      await opened.database.execute('drop function refuse cascade')
    }
    expect(lines).toContainEqual(expect.objectContaining({ event: 'answered code not counted' }))
  })

  describe('projects', () => {
    const flood = async (mails: number): Promise<void> => {
      for (let sent = 0; sent < mails; sent++) {
        const client = await server.makeClient()
        await client.startWithWork(`f${sent}-${email}`, shopOrigin, { 'X-Forwarded-For': `198.51.100.${sent}` })
      }
    }

    it('requires the hardest work from a network that is not trusted after many unanswered codes of the project', async () => {
      await start({ limits: { projectHour: 3 } })
      await flood(3)
      const client = await server.makeClient()
      const { work } = (await ask(client)).body
      expect(work.bits).toBe(13)
      expect((await ask(client, email, { work: solveWork(work) })).body.state).toBe('VERIFY_OTP')
    })

    it('refuses only networks that are not trusted after very many unanswered codes of the project', async () => {
      await start({ limits: { projectHour: 12, projectHourMost: 13 } })
      for (let visitor = 0; visitor < 10; visitor++)
        await signIn(await server.makeClient(), `m${visitor}-${email}`, '203.0.113.7')
      await flood(13)
      expect(await askAnew(email, '203.0.113.8')).toEqual(cooldown)
      expect((await askAnew(email, '203.0.113.7')).body.state).toBe('VERIFY_OTP')
    })

    it('needs no work while more codes are answered than not', async () => {
      await start({ limits: { projectHour: 3, projectHourMost: 4 } })
      for (let visitor = 0; visitor < 6; visitor++)
        await signIn(await server.makeClient(), `m${visitor}-${email}`, `203.0.113.${visitor}`)
      await flood(5)
      expect((await askAnew()).body.state).toBe('VERIFY_OTP')
    })
  })

  it('logs once an hour that a limit applied, without an address', async () => {
    await start({ limits: { addressHour: 1, networkHour: 3 } })
    for (let times = 0; times < 3; times++) await askAnew(email)
    for (let visitor = 0; visitor < 6; visitor++) await askAnew(`v${visitor}-${email}`)
    expect(lines.filter((line) => 'limit' in line)).toEqual([
      { event: 'login mails reached a limit', limit: 'mailbox', answer: 'proof of work', project: 'shop' },
      { event: 'login mails reached a limit', limit: 'network', answer: 'refused', project: 'shop' },
    ])
    server.time.now += hourMs
    for (let visitor = 0; visitor < 6; visitor++) await askAnew(`w${visitor}-${email}`)
    expect(lines.filter((line) => 'limit' in line)).toHaveLength(3)
  })
})
