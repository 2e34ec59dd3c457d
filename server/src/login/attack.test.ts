import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { EmailLogin } from 'loader/protocol/walletApi.ts'
import { describe, expect, test, vi } from 'vitest'
import { findCanaries } from '../../test/canary.ts'
import { engines, migrations, openTestDatabase } from '../../test/database.ts'
import { makeFolder } from '../../test/parts.ts'
import { type Client, codeIn, decide, linkIn, makeWallet } from '../../test/wallet.ts'
import { counts } from '../database/loginTables.ts'
import { type Database, openDatabase } from '../database/open.ts'
import { createLog } from '../log.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const minuteMs = 60_000
const noLimits = { addressHour: 1e6, addressDay: 1e6, networkHour: 1e6, projectHour: 1e6 }
const start = async (database: () => Promise<Database>, root?: Buffer) =>
  makeWallet(database, { limits: noLimits, ...(root && { root }) })
const enter = (client: Client, { challengeId }: EmailLogin, code: string) =>
  client.call('POST', `login/${challengeId}/code`, { body: { code } })
const othersThan = (code: string, many: number): string[] =>
  Array.from({ length: many }, (_, index) => String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'))

describe.each(engines)('$name', ({ open, skip }) => {
  test.skipIf(skip)('of two hundred tries at once three are compared, however they race', async () => {
    const { database } = await open()
    const server = await start(async () => database)
    const client = await server.makeClient()
    await client.signIn('ann@shop.example')
    server.time.now += minuteMs
    const login = await client.start('ann@shop.example')
    const code = codeIn(server.mails.at(-1))
    const answers = await Promise.all(othersThan(code, 200).map((guess) => enter(client, login, guess)))
    const codes = answers.map(({ body }) => body.code)
    expect(codes.filter((answer) => answer === 'CODE_WRONG').length).toBe(2)
    expect(codes.filter((answer) => answer === 'CODE_DEAD').length).toBe(198)
    expect((await enter(client, login, code)).body).toEqual({ code: 'CODE_DEAD' })
  })

  test.skipIf(skip)(
    'ten guesses among six digits are all that an account allows before its owner logs in',
    async () => {
      const { database } = await open()
      const server = await start(async () => database)
      const client = await server.makeClient()
      await client.signIn('ann@shop.example')
      const wrong: number[] = []
      for (let round = 0; round < 5; round++) {
        server.time.now += minuteMs
        const login = await client.start('ann@shop.example')
        if (login.state === 'VERIFY_DEVICE') {
          await decide(server.ask, linkIn(server.mails.at(-1)), login.matchNumber)
          expect(codeIn(server.mails.at(-1))).toHaveLength(10)
          continue
        }
        const guesses = othersThan(codeIn(server.mails.at(-1)), 20)
        const answers = await Promise.all(guesses.map((guess) => enter(client, login, guess)))
        wrong.push(answers.filter(({ body }) => body.code === 'CODE_WRONG').length)
      }
      // The third of each login was compared too, and answered that the code is dead; the fourth login had one left.
      expect(wrong).toEqual([2, 2, 2, 1])
    },
  )
})

test('a restart in the middle of a login forgets no try, and the login goes on', async () => {
  const folder = join(await makeFolder(), 'wallet-db')
  const root = randomBytes(32)
  const first = await openDatabase({ folder }, migrations)
  const before = await start(async () => first.database, root)
  const client = await before.makeClient()
  const login = await client.start('ann@shop.example')
  await decide(before.ask, linkIn(before.mails.at(-1)), login.matchNumber)
  const code = codeIn(before.mails.at(-1))
  const guesses = othersThan(code, 100)
  await enter(client, login, guesses[0] ?? '')
  await first.close()

  const second = await openDatabase({ folder }, migrations)
  const after = await start(async () => second.database, root)
  const proceed = async (guess: string) => {
    const path = `login/${login.challengeId}/code`
    const DPoP = await client.prove('POST', path)
    const response = await after.ask(path, { method: 'POST', headers: { DPoP }, body: JSON.stringify({ code: guess }) })
    return (await response.json()).code
  }
  expect(await proceed(guesses[1] ?? '')).toBe('CODE_WRONG')
  const answers = await Promise.all(guesses.slice(2).map(proceed))
  expect(answers.every((answer) => answer === 'CODE_DEAD')).toBe(true)
  expect(await proceed(code)).toBe('CODE_DEAD')

  after.time.now += minuteMs
  const path = `login/${login.challengeId}/resend`
  const iat = Math.floor(after.time.now / 1_000)
  const resent = await after.ask(path, {
    method: 'POST',
    headers: { DPoP: await client.prove('POST', path, undefined, { claims: { iat } }) },
  })
  expect(resent.status).toBe(200)
  const entry = `login/${login.challengeId}/code`
  const entered = await after.ask(entry, {
    method: 'POST',
    headers: { DPoP: await client.prove('POST', entry, undefined, { claims: { iat } }) },
    body: JSON.stringify({ code: codeIn(after.mails.at(-1)) }),
  })
  expect(entered.status).toBe(200)
  await second.close()
})

test('no request that was recorded works a second time', async () => {
  const { database } = await openTestDatabase()
  const server = await start(async () => database)
  const client = await server.makeClient()
  const { tokens } = await client.signIn('ann@shop.example')
  const token = tokens.accessToken
  await client.call('GET', 'session', { token })
  await client.call('GET', 'sessions', { token })
  await client.call('POST', 'session/refresh', { body: { refreshToken: tokens.refreshToken } })
  await client.call('POST', 'session/sign-out', { token, body: { everywhere: true } })
  expect(client.recorded.length).toBeGreaterThanOrEqual(6)
  const mails = server.mails.length
  for (const { path, init } of client.recorded) {
    const response = await server.ask(path, init)
    expect([path, response.status]).toEqual([path, 401])
  }
  const decided = await decide(server.ask, linkIn(server.mails[0]), '10')
  expect(decided.body).toEqual({ code: 'DEVICE_LINK_INVALID' })
  expect(server.mails.length).toBe(mails)
})

test('a dump of the database with the logs tells no code, token, link or address', async () => {
  const { database } = await openTestDatabase()
  let logs = ''
  const log = createLog(
    (text) => {
      logs += text
    },
    () => new Date(),
  )
  const server = await makeWallet(async () => database, { limits: noLimits, parts: { log } })
  // Six digits stand by chance in any dump; ten characters do not.
  await database.insert(counts).values({ key: 'guessing', endsAt: server.time.now + 24 * 60 * minuteMs, count: 1 })
  const secrets: string[] = []
  for (let visitor = 0; visitor < 100; visitor++) {
    const client = await server.makeClient()
    const email = `canary${visitor}x${randomBytes(4).toString('hex')}@mail${visitor}.example`
    const { tokens } = await client.signIn(email)
    const renewed = await client.call('POST', 'session/refresh', { body: { refreshToken: tokens.refreshToken } })
    await client.call('POST', 'session/refresh', { body: { refreshToken: `rt_${'A'.repeat(43)}` } })
    const login = await (await server.makeClient()).start(email)
    await enter(client, login, 'WRONGCODE0')
    secrets.push(email, tokens.accessToken, tokens.refreshToken, renewed.body.accessToken, renewed.body.refreshToken)
    server.time.now += 2 * minuteMs
  }
  secrets.push(...server.mails.flatMap((mail) => [codeIn(mail), linkIn(mail)]).filter(Boolean))
  expect(secrets.length).toBeGreaterThanOrEqual(800)
  log.flush()

  const { $client } = Object(database)
  if (!($client instanceof PGlite)) throw new Error('not embedded')
  const tables = await $client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  let dump = logs
  for (const { name } of tables.rows) {
    const { rows } = await $client.query<{ text: string }>(`select t::text as text from "${name}" t`)
    dump += rows.map(({ text }) => `${text}\n`).join('')
  }
  expect(dump.length).toBeGreaterThan(100_000)
  expect(findCanaries(dump, secrets)).toEqual([])

  // Also in the files themselves, where what was deleted stands for a while.
  await $client.exec('checkpoint')
  const files = Buffer.from(await (await $client.dumpDataDir('none')).arrayBuffer()).toString('latin1')
  expect(files).toContain('signed in')
  expect(findCanaries(files, secrets.slice(0, 40))).toEqual([])
})

test('the search for canaries finds them, whatever they are wrapped in', () => {
  const secret = 'canary7@mail.example'
  for (const text of [
    secret,
    `{"a":"${secret.toUpperCase()}"}`,
    Buffer.from(`x${secret}y`).toString('hex'),
    Buffer.from(`xy${secret}zz`).toString('base64'),
    Buffer.from(`x${secret}zz`).toString('base64url'),
    encodeURIComponent(`?a=${secret}`),
    [...secret].reverse().join(''),
    Buffer.from(secret, 'utf16le').toString('latin1'),
  ])
    expect(findCanaries(`before ${text} after`, [secret]), text).toEqual([secret])
  expect(findCanaries('canary8@mail.example', [secret])).toEqual([])
})

test('how long a login takes tells nothing: medians of known and unknown addresses, printed', async () => {
  const { database } = await openTestDatabase()
  const server = await start(async () => database)
  for (let index = 0; index < 20; index++) await (await server.makeClient()).signIn(`known${index}@shop.example`)
  const stranger = await server.makeClient()
  await stranger.start('warm@shop.example')
  const times: Record<'known' | 'other', number[]> = { known: [], other: [] }
  for (let index = 0; index < 20; index++)
    for (const kind of ['known', 'other'] as const) {
      const begin = performance.now()
      const { state } = await stranger.start(`${kind}${index}@shop.example`)
      times[kind].push(performance.now() - begin)
      expect(state).toBe('VERIFY_DEVICE')
    }
  const median = (all: number[]) => (all.sort((one, other) => one - other)[all.length >> 1] ?? 0).toFixed(2)
  console.log(`login of a known address ${median(times.known)} ms, of an unknown one ${median(times.other)} ms`)
})
