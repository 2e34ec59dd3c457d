import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { makeWalletOwner, type OwnerBrowser } from '../../../test/owner.ts'
import { makeWalletServer, readAnswerBody, type WalletClient, type WalletServer } from '../../../test/walletServer.ts'
import { flows } from '../../database/flowTables.ts'
import type { Database } from '../../database/open.ts'
import { sessions } from '../../database/sessionTables.ts'
import { removeStaleRows } from '../../database/staleRows.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const sealed = (fill: string) => ({ iv: fill.repeat(16), data: fill.repeat(40) })
const [request, result] = [sealed('A'), sealed('B')]
const makeId = () => randomBytes(16).toString('base64url')
const missing = { status: 404, body: { code: 'FLOW_NOT_FOUND' } }

let database: Database
let server: WalletServer
beforeAll(async () => {
  database = (await openTestDatabase()).database
  server = await makeWalletServer(async () => database)
})
const begin = async () => (await makeWalletOwner(server, database)).browser()
const open = async (browser: OwnerBrowser, flowId = makeId()) => {
  await browser.call('POST', 'flows', { flowId, request })
  return flowId
}
/** Makes a wallet window: a document of the wallet's origin without a session. */
const readAnswer = async (response: Response) => ({ status: response.status, body: await readAnswerBody(response) })
const openWindow = async () => ({
  read: async (id: string) => readAnswer(await server.ask(`flows/${id}`)),
  answer: async (id: string, body: unknown = { result }) =>
    readAnswer(await server.ask(`flows/${id}/result`, { method: 'POST', body: JSON.stringify(body) })),
})

describe('flows', () => {
  it('a flow passes the request to the wallet window and the answer back to the long poll', async () => {
    const browser = await begin()
    const flowId = makeId()
    expect(await browser.call('POST', 'flows', { flowId, request })).toEqual({
      status: 200,
      body: { expiresAt: server.time.now + 300_000 },
    })
    const answer = browser.call('GET', `flows/${flowId}/result`)
    const window = await openWindow()
    expect(await window.read(flowId)).toEqual({ status: 200, body: { request, host: 'https://shop.example' } })
    expect(await window.answer(flowId)).toEqual({ status: 200, body: {} })
    expect(await answer).toEqual({ status: 200, body: { result } })
    // The frame can read the answer again, because a response may get lost.
    expect(await browser.call('GET', `flows/${flowId}/result`)).toEqual({ status: 200, body: { result } })
  })

  it('a flow accepts only one answer, and then hides its request', async () => {
    const flowId = await open(await begin())
    const [one, two] = [await openWindow(), await openWindow()]
    const answers = await Promise.all([one.answer(flowId), two.answer(flowId)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await one.read(flowId)).toEqual(missing)
  })

  it('the session that started a flow replaces its request until there is an answer, and nobody else does', async () => {
    const [browser, stranger] = [await begin(), await begin()]
    const flowId = await open(browser)
    const window = await openWindow()
    const path = `flows/${flowId}/request`
    const newer = { iv: 'C'.repeat(16), data: 'C'.repeat(40) }
    expect(await browser.call('POST', path, { request: newer })).toEqual({ status: 200, body: {} })
    expect((await window.read(flowId)).body).toEqual({ request: newer, host: 'https://shop.example' })
    expect(await stranger.call('POST', path, { request })).toEqual(missing)
    const withoutSession = await server.ask(path, { method: 'POST', body: JSON.stringify({ request }) })
    expect((await readAnswer(withoutSession)).status).toBe(401)
    expect((await window.read(flowId)).body).toMatchObject({ request: newer })
    await window.answer(flowId)
    expect(await browser.call('POST', path, { request })).toEqual(missing)
  })

  it('refuses an answer to a request that was replaced, and takes the answer to the one that replaced it', async () => {
    const browser = await begin()
    const flowId = await open(browser)
    const newer = { iv: 'C'.repeat(16), data: 'C'.repeat(40) }
    await browser.call('POST', `flows/${flowId}/request`, { request: newer })
    const window = await openWindow()
    expect(await window.answer(flowId, { result, requestIv: request.iv })).toEqual(missing)
    expect(await window.answer(flowId, { result, requestIv: newer.iv })).toEqual({ status: 200, body: {} })
  })

  it('a flow names the requesting session only to browsers of the same owner, and only while the session is valid', async () => {
    const owner = await makeWalletOwner(server, database)
    const [frame, window] = [await owner.browser(), await owner.browser()]
    await database.update(sessions).set({ browser: 'Safari on iPhone' }).where(eq(sessions.id, window.session.id))
    const path = `flows/${await open(frame)}/asker`
    expect(await window.call('GET', path)).toEqual({
      status: 200,
      body: { host: 'https://shop.example', browser: 'Firefox on Linux', ownBrowser: 'Safari on iPhone' },
    })
    expect(await (await begin()).call('GET', path)).toEqual(missing)
    expect((await readAnswer(await server.ask(path))).status).toBe(401)
    await frame.call('POST', 'session/sign-out', {})
    expect(await window.call('GET', path)).toEqual(missing)
    expect(await (await openWindow()).read(path.split('/')[1] ?? '')).toEqual(missing)
  })

  it('the long poll of a flow ends after 25 seconds', async () => {
    let looks = 0
    const own = await makeWalletServer(async () => {
      looks += 1
      return database
    })
    const browser = await (await makeWalletOwner(own, database)).browser()
    const flowId = await open(browser)
    const before = looks
    const answer = browser.call('GET', `flows/${flowId}/result`)
    // Wait until the server has read the database for the session and for the flow's answer. Then the time limit of the
    // poll has started.
    await vi.waitFor(() => expect(looks).toBeGreaterThanOrEqual(before + 2), 15_000)
    own.time.now += 25_000
    expect(await answer).toEqual({ status: 200, body: { result: null } })
  })

  it('a flow expires after five minutes and leaves no row', async () => {
    const browser = await begin()
    const flowId = await open(browser)
    server.time.now += 300_001
    const window = await openWindow()
    expect(await window.read(flowId)).toEqual(missing)
    expect(await window.answer(flowId)).toEqual(missing)
    expect(await browser.call('GET', `flows/${flowId}/result`)).toEqual(missing)
    await removeStaleRows(database, server.time.now)
    expect((await database.select().from(flows)).map(({ id }) => id)).not.toContain(flowId)
  })

  it('hides the answer of a flow from other sessions, and starts no flow with a used id', async () => {
    const browser = await begin()
    const flowId = await open(browser)
    await (await openWindow()).answer(flowId)
    const stranger = await begin()
    expect(await stranger.call('GET', `flows/${flowId}/result`)).toEqual(missing)
    expect((await stranger.call('POST', 'flows', { flowId, request })).body).toEqual({ code: 'INVALID_INPUT' })
  })

  it('the long poll of a flow ends when the server stops', async () => {
    const own = await makeWalletServer(async () => database)
    const browser = await (await makeWalletOwner(own, database)).browser()
    const flowId = await open(browser)
    const answer = browser.call('GET', `flows/${flowId}/result`)
    await new Promise((next) => setTimeout(next, 300))
    own.stop()
    expect((await answer).body).toEqual({ result: null })
  })

  it('a session can have only twenty flows', async () => {
    const browser = await begin()
    for (let count = 0; count < 20; count++) await open(browser)
    expect((await browser.call('POST', 'flows', { flowId: makeId(), request })).status).toBe(429)
  })

  it.each([
    ['a short id', { flowId: 'x', request }],
    ['no id', { request }],
    ['a text that is not sealed', { flowId: makeId(), request: 'text' }],
    ['a clear text', { flowId: makeId(), request: { iv: request.iv, data: '{"to":"0x1"}' } }],
  ])('refuses a flow whose request has %s', async (_, body) => {
    expect(await (await begin()).call('POST', 'flows', body)).toEqual({ status: 400, body: { code: 'INVALID_INPUT' } })
  })

  it('another site cannot read a flow', async () => {
    const flowId = await open(await begin())
    for (const site of ['same-site', 'cross-site', 'none'])
      expect((await server.ask(`flows/${flowId}`, { headers: { 'Sec-Fetch-Site': site } })).status).toBe(403)
  })

  it('starting a flow requires the proof of a client key', async () => {
    const response = await server.ask('flows', { method: 'POST', body: JSON.stringify({ flowId: makeId(), request }) })
    expect((await readAnswer(response)).body.code).toBe('DPOP_INVALID')
  })
})

describe('a flow during a login, without a session', () => {
  const openInLogin = async (of: WalletClient, flowId = makeId()) => {
    const { status, body } = await of.call('POST', 'flows', { body: { flowId, request } })
    return { flowId, status, body }
  }

  it('passes the answer of a wallet window to the client key that started the flow, and to no other', async () => {
    const [client, stranger] = [await server.makeClient(), await server.makeClient()]
    const { flowId, status } = await openInLogin(client)
    expect(status).toBe(200)
    const window = await openWindow()
    expect(await window.read(flowId)).toEqual({ status: 200, body: { request } })
    expect((await window.answer(flowId)).status).toBe(200)
    expect(await client.call('GET', `flows/${flowId}/result`)).toEqual({ status: 200, body: { result } })
    for (const other of [stranger, (await begin()).client])
      expect(await other.call('GET', `flows/${flowId}/result`)).toEqual(missing)
    expect(await (await begin()).call('GET', `flows/${flowId}/result`)).toEqual(missing)
    expect(await (await begin()).call('GET', `flows/${flowId}/asker`)).toEqual(missing)
  })

  it('keeps its request, because a client key replaces none', async () => {
    const client = await server.makeClient()
    const { flowId } = await openInLogin(client)
    expect((await client.call('POST', `flows/${flowId}/request`, { body: { request } })).status).toBe(401)
  })

  it('a client key cannot read the answer of a flow that its session started', async () => {
    const browser = await begin()
    const flowId = await open(browser)
    await (await openWindow()).answer(flowId)
    expect(await browser.client.call('GET', `flows/${flowId}/result`)).toEqual(missing)
  })

  it('holds little, and a network starts few', async () => {
    const client = await server.makeClient()
    const large = { iv: 'A'.repeat(16), data: 'A'.repeat(2_049) }
    expect((await client.call('POST', 'flows', { body: { flowId: makeId(), request: large } })).body.code).toBe(
      'INVALID_INPUT',
    )
    const answers: number[] = []
    for (let round = 0; round < 70; round++) answers.push((await openInLogin(await server.makeClient())).status)
    expect(answers.at(0)).toBe(200)
    expect(answers.at(-1)).toBe(429)
    server.time.now += 60 * 60_000
    expect((await openInLogin(await server.makeClient())).status).toBe(200)
  })
})
