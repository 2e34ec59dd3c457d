import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { EmailLogin } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { attackTimeoutMs, reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import { describe, expect, test, vi } from 'vitest'
import { findSecretTexts } from '../../../test/canary.ts'
import { databaseEngines, openTestDatabase, walletMigrationsFolder } from '../../../test/database.ts'
import { makeTestFolder } from '../../../test/parts.ts'
import { loginCodeInMail, makeWalletServer, readAnswerBody, type WalletClient } from '../../../test/walletServer.ts'
import { type Database, openDatabase } from '../../database/open.ts'

vi.setConfig({ testTimeout: attackTimeoutMs(), hookTimeout: 60_000 })

const minuteMs = 60_000
const noLimits = { addressHour: 1e6, addressDay: 1e6, networkHour: 1e6, projectHour: 1e6, projectHourMost: 1e6 }
const start = async (database: () => Promise<Database>, root?: Buffer) =>
  makeWalletServer(database, { limits: noLimits, ...(root && { root }) })
const enter = (client: WalletClient, { challengeId }: EmailLogin, code: string) =>
  client.call('POST', `login/${challengeId}/code`, { body: { code } })
const othersThan = (code: string, many: number): string[] =>
  Array.from({ length: many }, (_, index) => String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'))

describe.each(databaseEngines)('attacks on login codes on $name', ({ open, skip, name }) => {
  test.skipIf(skip)('compares only three of two hundred concurrent codes of one login', async ({ task }) => {
    const { database } = await open()
    const server = await start(async () => database)
    const client = await server.makeClient()
    await client.signIn('ann@shop.example')
    server.time.now += minuteMs
    const login = await client.start('ann@shop.example')
    const code = loginCodeInMail(server.mails.at(-1))
    const answers = await Promise.all(othersThan(code, 200).map((guess) => enter(client, login, guess)))
    const codes = answers.map(({ body }) => body.code)
    expect(codes.filter((answer) => answer === 'CODE_WRONG').length).toBe(2)
    expect(codes.filter((answer) => answer === 'CODE_DEAD').length).toBe(198)
    expect((await enter(client, login, code)).body).toEqual({ code: 'CODE_DEAD' })
    reportAttack(task, 'G7', 200, `tries at once, of which 3 are compared, ${name}`)
  })

  test.skipIf(skip)('compares at most ten wrong codes of six digits per account until its owner logs in', async () => {
    const { database } = await open()
    const server = await start(async () => database)
    const client = await server.makeClient()
    await client.signIn('ann@shop.example')
    const wrong: number[] = []
    for (let round = 0; round < 5; round++) {
      server.time.now += minuteMs
      const login = await client.start('ann@shop.example')
      if (login.longCode) {
        expect(loginCodeInMail(server.mails.at(-1))).toHaveLength(10)
        continue
      }
      const guesses = othersThan(loginCodeInMail(server.mails.at(-1)), 20)
      const answers = await Promise.all(guesses.map((guess) => enter(client, login, guess)))
      wrong.push(answers.filter(({ body }) => body.code === 'CODE_WRONG').length)
    }
    // The server compares three codes of each login, and answers the third wrong one with CODE_DEAD. After three
    // logins, only one of the ten wrong codes of the account is left for the fourth.
    expect(wrong).toEqual([2, 2, 2, 1])
  })
})

test('keeps pending logins and their number of tries across a restart', async ({ task }) => {
  const folder = join(await makeTestFolder(), 'wallet-db')
  const root = randomBytes(32)
  const first = await openDatabase({ folder }, walletMigrationsFolder)
  const before = await start(async () => first.database, root)
  const client = await before.makeClient()
  const login = await client.start('ann@shop.example')
  const code = loginCodeInMail(before.mails.at(-1))
  const guesses = othersThan(code, 100)
  await enter(client, login, guesses[0] ?? '')
  await first.close()

  const second = await openDatabase({ folder }, walletMigrationsFolder)
  const after = await start(async () => second.database, root)
  const proceed = async (guess: string) => {
    const path = `login/${login.challengeId}/code`
    const DPoP = await client.prove('POST', path)
    const response = await after.ask(path, { method: 'POST', headers: { DPoP }, body: JSON.stringify({ code: guess }) })
    return (await readAnswerBody(response)).code
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
    body: JSON.stringify({ code: loginCodeInMail(after.mails.at(-1)) }),
  })
  expect(entered.status).toBe(200)
  await second.close()
  reportAttack(task, 'G7', guesses.length, 'tries with a restart of the server between them')
})

test('rejects every replayed request of a login and a session', async ({ task }) => {
  const { database } = await openTestDatabase()
  const server = await start(async () => database)
  const client = await server.makeClient()
  const { tokens } = await client.signIn('ann@shop.example')
  const token = tokens.accessToken
  await client.call('GET', 'session', { token })
  await client.call('GET', 'sessions', { token })
  await client.call('POST', 'session/refresh', { body: { refreshToken: tokens.refreshToken } })
  await client.call('DELETE', 'sessions', { token })
  expect(client.recorded.length).toBeGreaterThanOrEqual(6)
  const mails = server.mails.length
  for (const { path, init } of client.recorded) {
    const response = await server.ask(path, init)
    expect([path, response.status]).toEqual([path, 401])
  }
  expect(server.mails.length).toBe(mails)
  reportAttack(task, 'G10', client.recorded.length, 'recorded requests sent again')
})

test('`findSecretTexts` finds secrets in every encoding', () => {
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
    expect(findSecretTexts(`before ${text} after`, [secret]), text).toEqual([secret])
  expect(findSecretTexts('canary8@mail.example', [secret])).toEqual([])
})
