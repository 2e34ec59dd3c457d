import { randomBytes, randomUUID } from 'node:crypto'
import type { GuardianEnvelope, GuardianRequest } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { startForeignServer } from '../../../test/foreignServer.ts'
import { makeTestGuardian, serveGuardian, type TestGuardian } from '../../../test/guardian.ts'
import { makeWalletOwner, type OwnerBrowser } from '../../../test/owner.ts'
import { sealForGuardian } from '../../../test/sealForGuardian.ts'
import { makeWalletServer, type WalletServer } from '../../../test/walletServer.ts'
import type { Database } from '../../database/open.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let database: Database
let guardian: TestGuardian
let server: WalletServer
let owner: Awaited<ReturnType<typeof makeWalletOwner>>
let browser: OwnerBrowser
beforeAll(async () => {
  database = (await openTestDatabase()).database
  guardian = await makeTestGuardian()
})
beforeEach(async () => {
  server = await makeWalletServer(async () => database)
  owner = await makeWalletOwner(server, database)
  browser = await owner.browser()
})

const request = (): GuardianRequest => ({
  kind: 'enrol',
  walletId: randomUUID(),
  setId: randomUUID(),
  email: 'ann@shop.example',
  share: randomBytes(32).toString('base64url'),
})
const seal = () => sealForGuardian(guardian.publicKey, request(), guardian.time.now)
const useGuardian = async (at: { url: string }) => {
  server.parts.settings.wallet.guardianUrl = at.url
}
const unreachable = { status: 503, body: { code: 'GUARDIAN_UNREACHABLE' } }

test("passes an envelope to the guardian, and the guardian's answer back", async () => {
  const served = await serveGuardian(guardian)
  onTestFinished(served.stop)
  await useGuardian(served)
  const sent = await seal()
  const { status, body } = await browser.call('POST', 'guardian/enrol', sent.envelope)
  expect(status).toBe(200)
  expect(await sent.open(body as GuardianEnvelope)).toEqual({ ok: true, kind: 'enrol' })
  expect(await browser.call('POST', 'guardian/enrol', sent.envelope)).toEqual({
    status: 400,
    body: { code: 'INVALID_INPUT' },
  })
})

test('a challenge reaches the mailbox only from a session of the account that the wallet belongs to', async () => {
  const served = await serveGuardian(guardian)
  onTestFinished(served.stop)
  await useGuardian(served)
  const { walletId } = (await browser.makeWallet()).record
  const [email, setId] = [`ann-${walletId.slice(0, 8)}@shop.example`, randomUUID()]
  await guardian.ask({ ...request(), walletId, setId, email } as GuardianRequest)
  const challenge = async ({ call }: OwnerBrowser) => {
    const clientKey = randomBytes(32).toString('base64url')
    const asked: GuardianRequest = { kind: 'challenge', walletId, setId, email, host: 'x', clientKey }
    const sent = await sealForGuardian(guardian.publicKey, asked, guardian.time.now)
    return sent.open((await call('POST', 'guardian/challenge', sent.envelope)).body as GuardianEnvelope)
  }
  const stranger = await makeWalletOwner(server, database, 'thief@evil.example')
  const refused = { ok: false, failure: { code: 'KEY_SET_NOT_FOUND' } }
  expect(await challenge(await stranger.browser())).toEqual(refused)
  const withWallet = await stranger.browser()
  await withWallet.makeWallet()
  expect(await challenge(withWallet)).toEqual(refused)
  expect(guardian.mails).toEqual([])
  expect(await challenge(await owner.browser())).toMatchObject({ ok: true, kind: 'challenge' })
  expect(guardian.mails).toHaveLength(1)
})

test.each<[string, Parameters<typeof startForeignServer>[0]]>([
  ['fails', (_, response) => response.writeHead(500).end()],
  ['answers HTML', (_, response) => response.end('<html>')],
  ['answers in clear', (_, response) => response.end('{"ok":true,"share":"AAAA"}')],
  ['leads elsewhere', (_, response) => response.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end()],
  ['breaks off', (_, response) => response.destroy()],
])('answers GUARDIAN_UNREACHABLE for a guardian that %s', async (_, answer) => {
  const outside = await startForeignServer(answer)
  await useGuardian({ url: outside.origin })
  expect(await browser.call('POST', 'guardian/enrol', (await seal()).envelope)).toEqual(unreachable)
})

test('answers GUARDIAN_UNREACHABLE if no guardian is configured or if the guardian is down', async () => {
  expect(await browser.call('POST', 'guardian/enrol', (await seal()).envelope)).toEqual(unreachable)
  await useGuardian({ url: 'http://127.0.0.1:1' })
  expect(await browser.call('POST', 'guardian/release', (await seal()).envelope)).toEqual(unreachable)
})

test('passes only valid envelopes to the guardian, and only with a session', async () => {
  const outside = await startForeignServer((_, response) => response.end('{}'))
  await useGuardian({ url: outside.origin })
  const { envelope } = await seal()
  for (const [path, body, status] of [
    ['guardian/health', envelope, 404],
    ['guardian/enrol', request(), 400],
    ['guardian/enrol', { ...envelope, more: 1 }, 400],
  ] as const)
    expect((await browser.call('POST', path, body)).status).toBe(status)
  expect((await browser.client.call('POST', 'guardian/enrol', { body: envelope })).status).toBe(401)
  expect(outside.asked).toEqual([])
})

test('lets a browser start twenty recoveries a day, and another browser of the user starts its own', async () => {
  const outside = await startForeignServer((_, response) => response.writeHead(400).end())
  await useGuardian({ url: outside.origin })
  const statuses: number[] = []
  for (let count = 0; count < 21; count++)
    statuses.push((await browser.call('POST', 'guardian/challenge', (await seal()).envelope)).status)
  expect(statuses).toEqual([...Array(20).fill(400), 429])
  expect(outside.asked.length).toBe(20)
  expect((await browser.call('POST', 'guardian/verify', (await seal()).envelope)).status).toBe(400)
  const again = await owner.browser(browser)
  expect((await again.call('POST', 'guardian/challenge', (await seal()).envelope)).status).toBe(429)
  const other = await owner.browser()
  expect((await other.call('POST', 'guardian/challenge', (await seal()).envelope)).status).toBe(400)
})
