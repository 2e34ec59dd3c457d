import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { startForeignServer } from '../../../test/foreignServer.ts'
import { shopOrigin } from '../../../test/parts.ts'
import { makeWalletServer, solveWork, type WalletServer } from '../../../test/walletServer.ts'
import type { OpenDatabase } from '../../database/open.ts'
import { createCaptchaVerifier, type VerifyCaptcha } from './captcha.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const dayMs = 24 * 60 * 60_000
const refused = { status: 429, body: { code: 'EMAIL_COOLDOWN' } }
let opened: OpenDatabase
let server: WalletServer
let lines: object[]
let count = 0
/** A provider that accepts each response of a person once. */
let asked: string[]
const provider: VerifyCaptcha = async (response) => {
  asked.push(response)
  return response.startsWith('person') && asked.filter((each) => each === response).length === 1
}
beforeAll(async () => {
  opened = await openTestDatabase()
})
const start = async (own: Parameters<typeof makeWalletServer>[1] = {}): Promise<void> => {
  ;[lines, asked] = [[], []]
  const log = { write: (event: string, fields = {}) => void lines.push({ event, ...fields }), flush: () => undefined }
  server = await makeWalletServer(async () => opened.database, {
    bitsOfLevel: () => 1,
    captcha: provider,
    parts: { log },
    ...own,
    limits: { networkHour: 3, ...own.limits },
  })
  // Each test has its own day, so that it has its own limits.
  server.time.now += ++count * 10 * dayMs
}
beforeEach(() => start())

let mailbox = 0
const login = async (more: object = {}, email = `eve${++mailbox}@orchard.example`) =>
  (await server.makeClient()).call('POST', 'login/email', {
    body: { projectId: 'shop', host: shopOrigin, email, locale: 'en', ...more },
  })
const flood = async (mails = 3): Promise<void> => {
  for (let sent = 0; sent < mails; sent++) expect((await login()).body.state).toBe('VERIFY_OTP')
}

test('a network above its limit is asked for a CAPTCHA instead of being refused', async () => {
  await flood()
  expect(await login()).toEqual({ status: 200, body: { captcha: true } })
  expect(server.mails).toHaveLength(3)
  expect((await login({ captcha: 'person 1' })).body.state).toBe('VERIFY_OTP')
  expect(server.mails).toHaveLength(4)
  expect(lines).toContainEqual({
    event: 'login mails reached a limit',
    limit: 'network',
    answer: 'CAPTCHA',
    project: 'shop',
  })
})

test('a project above its last limit is asked for a CAPTCHA', async () => {
  await start({ limits: { networkHour: 100, projectHour: 2, projectHourMost: 3 } })
  for (let mail = 0; mail < 3; mail++) {
    const client = await server.makeClient()
    const { status, body } = await client.startWithWork(`eve${++mailbox}@orchard.example`)
    expect([status, body.state]).toEqual([200, 'VERIFY_OTP'])
  }
  expect((await login()).body).toEqual({ captcha: true })
  expect((await login({ captcha: 'person 1' })).body.state).toBe('VERIFY_OTP')
})

test('a wrong, an empty and a repeated response send no mail', async () => {
  await flood()
  expect((await login({ captcha: 'robot' })).body).toEqual({ captcha: true })
  expect((await login({ captcha: '' })).body.code).toBe('INVALID_INPUT')
  expect((await login({ captcha: 'person 1' })).body.state).toBe('VERIFY_OTP')
  expect((await login({ captcha: 'person 1' })).body).toEqual({ captcha: true })
  expect(server.mails).toHaveLength(4)
})

test('asks the provider once for a mail, and only for a mail that would be refused', async () => {
  await flood(2)
  await login({ captcha: 'person 1' })
  expect(asked).toEqual([])
  await login({ captcha: 'person 2' })
  expect(asked).toEqual(['person 2'])
})

test('a CAPTCHA does not lift the limit that protects one mailbox from one network', async () => {
  const email = 'victim@orchard.example'
  for (let mail = 0; mail < 3; mail++) expect((await login({}, email)).body.state).toBe('VERIFY_OTP')
  expect(await login({ captcha: 'person 1' }, email)).toMatchObject(refused)
  expect(asked).toEqual([])
})

test('the proof of work of a mailbox comes before its CAPTCHA, so that the response is used once', async () => {
  await start({ limits: { addressHour: 0, networkHour: 100, projectHour: 1, projectHourMost: 1 } })
  await (await server.makeClient()).startWithWork(`eve${++mailbox}@orchard.example`)
  const client = await server.makeClient()
  const body = { projectId: 'shop', host: shopOrigin, email: `eve${++mailbox}@orchard.example`, locale: 'en' }
  const ask = async (more: object) => (await client.call('POST', 'login/email', { body: { ...body, ...more } })).body
  const { work } = await ask({ captcha: 'person 1' })
  expect(asked).toEqual([])
  const solved = solveWork(work)
  expect(await ask({ work: solved })).toEqual({ captcha: true })
  expect((await ask({ work: solved, captcha: 'person 1' })).state).toBe('VERIFY_OTP')
})

test('a recognised browser sees no CAPTCHA', async () => {
  const client = await server.makeClient()
  const email = `ann${++mailbox}@orchard.example`
  await client.signIn(email)
  await flood()
  expect((await login()).body).toEqual({ captcha: true })
  expect(await client.start(email)).toMatchObject({ state: 'VERIFY_OTP' })
})

test('a server without a CAPTCHA refuses, and ignores a response', async () => {
  await start({ captcha: undefined as never })
  await flood()
  expect(await login({ captcha: 'person 1' })).toMatchObject(refused)
})

const verify = async (body: unknown, status = 200) => {
  const requests: { method: string; body: string; headers: object }[] = []
  const source = await startForeignServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      requests.push({ method: request.method ?? '', body: text, headers: request.headers })
      response.writeHead(status, { 'Content-Type': 'application/json', Location: 'http://127.0.0.1:1/' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  const written: string[] = []
  const log = {
    write: (event: string, fields = {}) => void written.push(JSON.stringify([event, fields])),
    flush: () => undefined,
  }
  const isPerson = await createCaptchaVerifier(
    { verifyUrl: `${source.origin}/siteverify`, secret: 's3cret' },
    log,
  )('r&1')
  return { isPerson, requests, written }
}

test('the provider gets the secret and the response, and nothing about the visitor', async () => {
  const { isPerson, requests } = await verify({ success: true, hostname: 'shop.example' })
  expect(isPerson).toBe(true)
  expect(requests).toMatchObject([{ method: 'POST', body: 'secret=s3cret&response=r%261' }])
})

test.each<[string, unknown, number]>([
  ['says no', { success: false, 'error-codes': ['timeout-or-duplicate'] }, 200],
  ['says something else than yes', { success: 'true' }, 200],
  ['answers without JSON', '<html>', 200],
  ['fails', { success: true }, 500],
  ['redirects', { success: true }, 302],
])('a provider that %s lets nobody through, and the log does not hold the secret', async (_, body, status) => {
  const { isPerson, written } = await verify(body, status)
  expect(isPerson).toBe(false)
  expect(written.join()).not.toContain('s3cret')
})
