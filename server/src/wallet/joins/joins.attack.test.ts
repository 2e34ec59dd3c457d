import { eq } from 'drizzle-orm'
import { describe, expect, vi } from 'vitest'
import { databaseEngines } from '../../../test/database.ts'
import { failedAnswer, setUpServerOnEngine } from '../../../test/onEngine.ts'
import type { OwnerBrowser } from '../../../test/owner.ts'
import { joins } from '../../database/joinTables.ts'
import { sessions } from '../../database/sessionTables.ts'
import { removeStaleRows } from '../../database/staleRows.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const minuteMs = 60_000
const publicKey = 'A'.repeat(87)
const handover = { publicKey: 'B'.repeat(87), sealed: { iv: 'A'.repeat(16), data: 'A'.repeat(64) } }
const gone = failedAnswer(404, 'CHALLENGE_NOT_FOUND')
const unconfirmed = failedAnswer(403, 'DEVICE_NOT_APPROVED')

describe.each(databaseEngines)('new browsers that ask another browser for the wallet, on $name', (engine) => {
  const on = setUpServerOnEngine(engine)
  const { it } = on

  /** An owner with a wallet in one browser, and new browsers, of which a thief with the mailbox may have one. */
  const begin = async () => {
    const owner = await on.owner()
    const first = await owner.browser()
    await first.makeWallet('passkey')
    const arrive = async (earlier?: OwnerBrowser) => {
      const next = await owner.browser(earlier)
      await on.database.update(sessions).set({ isConfirmed: false }).where(eq(sessions.id, next.session.id))
      const ask = () => next.call('POST', 'joins', { publicKey })
      return { ...next, ask, state: (id: string) => next.call('GET', `joins/${id}`) }
    }
    const waiting = async () => (await first.call('GET', 'joins')).body.join
    const pick = (id: string, number: string) => first.call('POST', `joins/${id}/number`, { number })
    return { owner, first, arrive, waiting, pick }
  }

  it('a confirmed browser is told which browser asks, and gives the wallet after the right number', async () => {
    const { first, arrive, waiting, pick } = await begin()
    const next = await arrive()
    const { joinId, number } = (await next.ask()).body
    const join = await waiting()
    expect(join).toMatchObject({ joinId, publicKey, host: 'https://shop.example', browser: 'Firefox on Linux' })
    expect(join.at).toBe(on.server.time.now)
    expect(new Set(join.numbers).size).toBe(3)
    expect(join.numbers).toContain(number)
    expect((await pick(joinId, number)).status).toBe(200)
    expect((await first.call('POST', `joins/${joinId}/handover`, { handover })).status).toBe(200)
    expect((await next.state(joinId)).body).toEqual({ handover })
    // Only the open wallet confirms the browser.
    expect((await next.call('GET', 'session')).body.isUnconfirmed).toBe(true)
  })

  it('a wrong number ends the request for both, and the right one comes too late', async () => {
    const { first, arrive, waiting, pick } = await begin()
    const next = await arrive()
    const { joinId, number } = (await next.ask()).body
    const wrong = (await waiting()).numbers.find((other: string) => other !== number)
    const poll = next.state(joinId)
    expect((await pick(joinId, wrong)).body).toEqual({ code: 'CODE_DEAD' })
    expect((await poll).body).toEqual({ code: 'CODE_DEAD' })
    expect(await pick(joinId, number)).toEqual(gone)
    expect(await first.call('POST', `joins/${joinId}/handover`, { handover })).toEqual(gone)
  })

  it('of three numbers picked at once, one counts', async () => {
    const { arrive, waiting, pick } = await begin()
    const { joinId } = (await (await arrive()).ask()).body
    const { numbers } = await waiting()
    const answers = await Promise.all(numbers.map((number: string) => pick(joinId, number)))
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(2)
  })

  it('a wallet that was given before or without the right number arrives nowhere', async () => {
    const { owner, first, arrive, pick } = await begin()
    const next = await arrive()
    const { joinId, number } = (await next.ask()).body
    expect(await first.call('POST', `joins/${joinId}/handover`, { handover })).toEqual(gone)
    await pick(joinId, number)
    const third = await owner.browser()
    expect(await third.call('POST', `joins/${joinId}/handover`, { handover })).toEqual(gone)
    expect((await on.database.select().from(joins).where(eq(joins.id, joinId)))[0]?.handover).toBeNull()
  })

  it('an unconfirmed session sees no request and picks, gives and refuses nothing', async () => {
    const { arrive } = await begin()
    const [next, thief] = [await arrive(), await arrive()]
    const { joinId, number } = (await next.ask()).body
    for (const of of [next, thief]) {
      expect(await of.call('GET', 'joins')).toEqual(unconfirmed)
      expect(await of.call('POST', `joins/${joinId}/number`, { number })).toEqual(unconfirmed)
      expect(await of.call('POST', `joins/${joinId}/handover`, { handover })).toEqual(unconfirmed)
      expect(await of.call('DELETE', `joins/${joinId}`)).toEqual(unconfirmed)
    }
    expect(await thief.state(joinId)).toEqual(gone)
  })

  it('a stranger learns nothing of a request', async () => {
    const { arrive } = await begin()
    const { joinId, number } = (await (await arrive()).ask()).body
    const stranger = await (await on.owner()).browser()
    expect(await stranger.call('POST', `joins/${joinId}/number`, { number })).toEqual(gone)
    expect(await stranger.call('DELETE', `joins/${joinId}`)).toEqual(gone)
    expect(await stranger.call('GET', `joins/${joinId}`)).toEqual(gone)
    expect((await on.server.ask(`joins/${joinId}`)).status).toBe(401)
  })

  it('a refusal ends the session of the new browser, and every other request for a day', async () => {
    const { first, arrive, waiting } = await begin()
    const thief = await arrive()
    const { joinId } = (await thief.ask()).body
    expect((await first.call('DELETE', `joins/${joinId}`)).status).toBe(200)
    expect((await thief.call('GET', 'session')).body.code).toBe('SESSION_REVOKED')
    const again = await arrive()
    expect((await again.ask()).body.code).toBe('LOGIN_FROZEN')
    const [refused] = await on.database.select().from(joins).where(eq(joins.id, joinId))
    expect(refused?.endsAt).toBe(on.server.time.now + 24 * 60 * minuteMs)
    await on.database.update(joins).set({ endsAt: on.server.time.now }).where(eq(joins.id, joinId))
    await removeStaleRows(on.database, on.server.time.now)
    expect((await again.ask()).status).toBe(200)
    expect((await waiting()).joinId).not.toBe(joinId)
  })

  it('a request ends after ten minutes', async () => {
    const { arrive, pick } = await begin()
    const next = await arrive()
    const { joinId, number } = (await next.ask()).body
    await on.database.update(joins).set({ endsAt: on.server.time.now }).where(eq(joins.id, joinId))
    expect(await pick(joinId, number)).toEqual(gone)
    expect(await next.state(joinId)).toEqual(gone)
  })

  it('a browser asks four times a day, so one phished code leaves the requests of the owner alone', async () => {
    const { arrive } = await begin()
    const dayMs = 24 * 60 * minuteMs
    on.server.time.now = Math.ceil(on.server.time.now / dayMs) * dayMs
    let [thief, asked] = [await arrive(), 0]
    for (let hour = 0; hour < 5; hour++) {
      for (let tries = 0; tries < 4; tries++) if ((await thief.ask()).status === 200) asked += 1
      on.server.time.now += 60 * minuteMs
      thief = await arrive(thief)
    }
    expect(asked).toBe(4)
    expect((await (await arrive()).ask()).status).toBe(200)
  })

  it('an account is asked forty times a day, and the right number gives the requests back', async () => {
    const { arrive, pick } = await begin()
    let [asked, last] = [0, null as Awaited<ReturnType<typeof arrive>> | null]
    let answer = { joinId: '', number: '' }
    for (let browsers = 0; browsers < 11; browsers++) {
      const next = await arrive()
      for (let tries = 0; tries < 5; tries++) {
        const { status, body } = await next.ask()
        if (status === 200) [asked, last, answer] = [asked + 1, next, body]
      }
    }
    expect(asked).toBe(40)
    expect((await (await arrive()).ask()).body.code).toBe('TOO_MANY_REQUESTS')
    expect((await pick(answer.joinId, answer.number)).status).toBe(200)
    expect((await last?.ask())?.status).toBe(200)
    expect((await (await arrive()).ask()).status).toBe(200)
  })

  it('a confirmed browser asks nobody', async () => {
    const { first } = await begin()
    expect((await first.call('POST', 'joins', { publicKey })).body.code).toBe('INVALID_INPUT')
  })
})
