import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { type Browser, makeOwner } from '../../../test/owner.ts'
import { makeWallet, readBody, type Wallet } from '../../../test/wallet.ts'
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
let server: Wallet
beforeAll(async () => {
  database = (await openTestDatabase()).database
  server = await makeWallet(async () => database)
})
const begin = async () => (await makeOwner(server, database)).browser()
const open = async (browser: Browser, flowId = makeId()) => {
  await browser.call('POST', 'flows', { flowId, request })
  return flowId
}
/** The window: another document of this origin, without a session. */
const readAnswer = async (response: Response) => ({ status: response.status, body: await readBody(response) })
const openWindow = async () => ({
  read: async (id: string) => readAnswer(await server.ask(`flows/${id}`)),
  answer: async (id: string, body: unknown = { result }) =>
    readAnswer(await server.ask(`flows/${id}/result`, { method: 'POST', body: JSON.stringify(body) })),
})

describe('a flow', () => {
  it('passes the request to the window and the answer back to the long poll', async () => {
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

  it('accepts only one answer, and hides its request from then on', async () => {
    const flowId = await open(await begin())
    const [one, two] = [await openWindow(), await openWindow()]
    const answers = await Promise.all([one.answer(flowId), two.answer(flowId)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await one.read(flowId)).toEqual(missing)
  })

  it('names the requesting session only to browsers of the same owner, and only while that session lives', async () => {
    const owner = await makeOwner(server, database)
    const [frame, window] = [await owner.browser(), await owner.browser()]
    await database.update(sessions).set({ browser: 'Safari on iPhone' }).where(eq(sessions.id, window.session.id))
    const path = `flows/${await open(frame)}/asker`
    expect(await window.call('GET', path)).toEqual({
      status: 200,
      body: { host: 'https://shop.example', browser: 'Firefox on Linux', ownBrowser: 'Safari on iPhone' },
    })
    expect(await (await begin()).call('GET', path)).toEqual(missing)
    expect((await readAnswer(await server.ask(path))).status).toBe(401)
    await frame.call('POST', 'session/sign-out', { everywhere: false })
    expect(await window.call('GET', path)).toEqual(missing)
    expect(await (await openWindow()).read(path.split('/')[1] ?? '')).toEqual(missing)
  })

  it('ends the long poll after 25 seconds', async () => {
    let looks = 0
    const own = await makeWallet(async () => {
      looks += 1
      return database
    })
    const browser = await (await makeOwner(own, database)).browser()
    const flowId = await open(browser)
    const before = looks
    const answer = browser.call('GET', `flows/${flowId}/result`)
    // Wait for two reads, of session and result; the poll's time runs from then on.
    await vi.waitFor(() => expect(looks).toBeGreaterThanOrEqual(before + 2), 15_000)
    own.time.now += 25_000
    expect(await answer).toEqual({ status: 200, body: { result: null } })
  })

  it('expires after five minutes and leaves no row', async () => {
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

  it('hides its answer from other sessions, and cannot be opened with a used id', async () => {
    const browser = await begin()
    const flowId = await open(browser)
    await (await openWindow()).answer(flowId)
    const stranger = await begin()
    expect(await stranger.call('GET', `flows/${flowId}/result`)).toEqual(missing)
    expect((await stranger.call('POST', 'flows', { flowId, request })).body).toEqual({ code: 'INVALID_INPUT' })
  })

  it('ends the long poll when the server stops', async () => {
    const own = await makeWallet(async () => database)
    const browser = await (await makeOwner(own, database)).browser()
    const flowId = await open(browser)
    const answer = browser.call('GET', `flows/${flowId}/result`)
    await new Promise((next) => setTimeout(next, 300))
    own.stop()
    expect((await answer).body).toEqual({ result: null })
  })

  it('is limited to twenty per session', async () => {
    const browser = await begin()
    for (let count = 0; count < 20; count++) await open(browser)
    expect((await browser.call('POST', 'flows', { flowId: makeId(), request })).status).toBe(429)
  })

  it.each([
    ['a short id', { flowId: 'x', request }],
    ['no id', { request }],
    ['a text that is not sealed', { flowId: makeId(), request: 'text' }],
    ['a clear text', { flowId: makeId(), request: { iv: request.iv, data: '{"to":"0x1"}' } }],
  ])('is refused if the request has %s', async (_, body) => {
    expect(await (await begin()).call('POST', 'flows', body)).toEqual({ status: 400, body: { code: 'INVALID_INPUT' } })
  })

  it('is not readable by another site', async () => {
    const flowId = await open(await begin())
    for (const site of ['same-site', 'cross-site', 'none'])
      expect((await server.ask(`flows/${flowId}`, { headers: { 'Sec-Fetch-Site': site } })).status).toBe(403)
  })

  it('requires a session', async () => {
    const client = await server.makeClient()
    expect((await client.call('POST', 'flows', { body: { flowId: makeId(), request } })).status).toBe(401)
  })
})
