import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type GuardianRequest, recoveryProofText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  confirmationForm,
  formIn,
  guardianDelayMs,
  guardianMigrationsFolder,
  linkInMail,
  makeTestGuardian,
  type TestGuardian,
} from '../../test/guardian.ts'
import { makeTestFolder } from '../../test/parts.ts'
import { sealForGuardian } from '../../test/sealForGuardian.ts'
import { openDatabase } from '../database/open.ts'
import { enrolments, recognisedBrowsers, recoveries, usedEnvelopes } from './tables.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
let guardian: TestGuardian
beforeAll(async () => {
  guardian = await makeTestGuardian()
})

const failure = (code: string, values?: object) => ({ ok: false, failure: values ? { code, values } : { code } })
/** A number that is not the right one. */
const wrong = (number: string): string => (number === '10' ? '11' : '10')
const post = (path: string, body: string) => guardian.app.request(path, { method: 'POST', body })

/** Enrols a wallet, and returns the requests of a client that can read only the mailbox. */
const enrol = async (at = guardian) => {
  const [walletId, setId] = [randomUUID(), randomUUID()]
  const email = `ann-${walletId.slice(0, 8)}@shop.example`
  const share = randomBytes(32).toString('base64url')
  const clientKey = randomBytes(16).toString('base64url')
  await at.ask({ kind: 'enrol', walletId, setId, email, share })
  const challenge = (changes: object = {}) =>
    at.ask({ kind: 'challenge', walletId, setId, email, host: 'https://shop.example', clientKey, ...changes })
  const start = async (changes: object = {}) => {
    const answer = await challenge(changes)
    if (!answer.ok || answer.kind !== 'challenge') throw new Error(JSON.stringify(answer))
    return { ...answer, link: linkInMail(at.mails.at(-1)) }
  }
  const verify = (challengeId: string, key = clientKey) => at.ask({ kind: 'verify', challengeId, clientKey: key })
  /** The owner picks a number behind the link. Returns the status of the page. */
  const pick = async ({ link, number }: { link: URL; number: string }) =>
    (await at.app.request('/confirm', { method: 'POST', body: confirmationForm(link, number) })).status
  /** Starts a recovery that its owner confirms. */
  const begin = async (changes: object = {}) => {
    const started = await start(changes)
    expect(await pick(started)).toBe(200)
    return started
  }
  const release = (challengeId: string, key = clientKey) => at.ask({ kind: 'release', challengeId, clientKey: key })
  return { walletId, setId, email, share, clientKey, challenge, start, pick, begin, verify, release }
}

describe('recoveries', () => {
  it("releases the guardian's share after the owner's confirmation and the delay, and sends a mail at each step", async () => {
    const wallet = await enrol()
    const mailCount = guardian.mails.length
    const { challengeId, expiresAt, link, number } = await wallet.start()
    expect(expiresAt).toBe(guardian.time.now + 10 * minuteMs)
    expect(await wallet.verify(challengeId)).toEqual({ ok: true, kind: 'verify', releaseAt: null })
    const releaseAt = guardian.time.now + guardianDelayMs
    expect(await wallet.pick({ link, number })).toBe(200)
    expect(await wallet.verify(challengeId)).toEqual({ ok: true, kind: 'verify', releaseAt })
    expect(await wallet.release(challengeId)).toEqual(failure('GUARDIAN_DELAY', { n: guardianDelayMs / 1_000 }))
    guardian.time.now = releaseAt - 1
    expect(await wallet.release(challengeId)).toEqual(failure('GUARDIAN_DELAY', { n: 1 }))
    guardian.time.now = releaseAt
    const released = { ok: true, kind: 'release', share: wallet.share, setId: wallet.setId }
    expect(await wallet.release(challengeId)).toEqual(released)
    // A client that did not receive the share may fetch it again for an hour.
    expect(await wallet.release(challengeId)).toEqual(released)
    guardian.time.now += 61 * minuteMs
    expect(await wallet.release(challengeId)).toEqual(failure('CHALLENGE_NOT_FOUND'))
    const mails = guardian.mails.slice(mailCount)
    expect(mails.map(({ to }) => to)).toEqual(Array(3).fill(wallet.email))
    expect(mails.map(({ subject }) => subject.replace(/from .*/, 'from …'))).toEqual([
      'Confirm your sign-in',
      'Your wallet can be opened in a new browser from …',
      'Your wallet was opened in a new browser',
    ])
    for (const { text } of mails) expect(text).not.toContain(wallet.share)
    // Only the client's own screen shows the number.
    expect(mails[0]?.text.replace(link.href, '')).not.toMatch(new RegExp(`\\b${number}\\b.*screen|number is`))
  })

  it('releases the share at once where the guardian has no delay, and then mails the owner only once', async () => {
    const quick = await makeTestGuardian(undefined, { delayMs: 0 })
    const wallet = await enrol(quick)
    const { challengeId } = await wallet.begin()
    expect(await wallet.verify(challengeId)).toMatchObject({ releaseAt: quick.time.now })
    expect(await wallet.release(challengeId)).toMatchObject({ ok: true, share: wallet.share })
    expect(quick.mails.map(({ subject }) => subject)).toEqual([
      'Confirm your sign-in',
      'Your wallet was opened in a new browser',
    ])
  })

  it('a waiting client hears of the confirmation at once', async () => {
    const waiting = await makeTestGuardian(undefined, { pollMs: 30_000 })
    const [walletId, setId, clientKey, email] = [randomUUID(), randomUUID(), 'a-client-that-waits', 'ann@shop.example']
    const share = randomBytes(32).toString('base64url')
    await waiting.ask({ kind: 'enrol', walletId, setId, email, share })
    const started = await waiting.ask({ kind: 'challenge', walletId, setId, email, host: 'x', clientKey })
    if (!started.ok || started.kind !== 'challenge') throw new Error(JSON.stringify(started))
    const { challengeId, number } = started
    let isAnswered = false
    const verified = waiting.ask({ kind: 'verify', challengeId, clientKey }).finally(() => {
      isAnswered = true
    })
    await vi.waitFor(() => expect(waiting.parts.longPolls.count()).toBe(1))
    expect(isAnswered).toBe(false)
    const body = confirmationForm(linkInMail(waiting.mails.at(-1)), number)
    await waiting.app.request('/confirm', { method: 'POST', body })
    expect(await verified).toMatchObject({ ok: true, releaseAt: waiting.time.now + guardianDelayMs })
  })

  it('starts a recovery only if address, wallet and share set were enrolled together', async () => {
    const [wallet, other] = [await enrol(), await enrol()]
    const mailCount = guardian.mails.length
    for (const changes of [{ email: other.email }, { walletId: other.walletId }, { setId: other.setId }])
      expect(await wallet.challenge(changes)).toEqual(failure('KEY_SET_NOT_FOUND'))
    expect(await wallet.challenge({ email: 'a@b.example, c@d.example' })).toEqual(failure('INVALID_EMAIL'))
    expect(guardian.mails.length).toBe(mailCount)
  })

  it('mails the link to the address as the owner spelled it when enrolling at the guardian', async () => {
    const wallet = await enrol()
    await wallet.start({ email: wallet.email.toUpperCase() })
    expect(guardian.mails.at(-1)?.to).toBe(wallet.email)
  })

  it('tells only the client that started the recovery that the owner confirmed it', async () => {
    const wallet = await enrol()
    const { challengeId } = await wallet.begin()
    const stranger = randomBytes(16).toString('base64url')
    expect(await wallet.verify(challengeId, stranger)).toEqual(failure('CHALLENGE_NOT_FOUND'))
    guardian.time.now += guardianDelayMs
    expect(await wallet.release(challengeId, stranger)).toEqual(failure('CHALLENGE_NOT_FOUND'))
  })

  it("does not release the guardian's share before the owner has picked the number", async () => {
    const wallet = await enrol()
    const { challengeId } = await wallet.start()
    guardian.time.now += 9 * minuteMs
    expect(await wallet.verify(challengeId)).toMatchObject({ releaseAt: null })
    expect(await wallet.release(challengeId)).toEqual(failure('CHALLENGE_NOT_FOUND'))
  })

  it('a wrong number ends the recovery, and the right one no longer works', async () => {
    const wallet = await enrol()
    const { challengeId, link, number } = await wallet.start()
    expect(await wallet.pick({ link, number: wrong(number) })).toBe(200)
    expect(await wallet.verify(challengeId)).toEqual(failure('CODE_DEAD'))
    expect(await wallet.pick({ link, number })).toBe(404)
    expect(await wallet.verify(challengeId)).toEqual(failure('CODE_DEAD'))
    expect(await wallet.release(challengeId)).toEqual(failure('CHALLENGE_NOT_FOUND'))
  })

  it('when all 90 numbers are picked at the same time, only the first one counts', async () => {
    const quick = await makeTestGuardian(undefined, { delayMs: 0 })
    let opened = 0
    for (let round = 0; round < 5; round++) {
      const wallet = await enrol(quick)
      const { challengeId, link, number } = await wallet.start()
      const numbers = Array.from({ length: 90 }, (_, at) => String(10 + ((Number(number) - 10 + 1 + at) % 90)))
      const statuses = await Promise.all(numbers.map((each) => wallet.pick({ link, number: each })))
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      if ((await wallet.release(challengeId)).ok) opened += 1
    }
    expect(opened).toBe(0)
  })

  it('a link works for ten minutes', async () => {
    const wallet = await enrol()
    const { challengeId, link, number } = await wallet.start()
    guardian.time.now += 10 * minuteMs
    expect(await wallet.pick({ link, number })).toBe(404)
    expect(await wallet.verify(challengeId)).toEqual(failure('CODE_EXPIRED'))
    expect(await wallet.release(challengeId)).toEqual(failure('CHALLENGE_NOT_FOUND'))
  })

  it('lets a client start a recovery every 30 seconds and five times an hour, and each start ends the earlier recovery', async () => {
    const wallet = await enrol()
    guardian.time.now = Math.ceil(guardian.time.now / dayMs) * dayMs
    const first = await wallet.start()
    expect(await wallet.challenge()).toEqual(failure('EMAIL_COOLDOWN', { n: 30 }))
    guardian.time.now += 30_000
    await wallet.start()
    expect(await wallet.pick(first)).toBe(404)
    expect(await wallet.verify(first.challengeId)).toEqual(failure('CHALLENGE_NOT_FOUND'))
    for (let count = 0; count < 3; count++) {
      guardian.time.now += 30_000
      await wallet.start()
    }
    guardian.time.now += 30_000
    expect(await wallet.challenge()).toEqual(failure('EMAIL_COOLDOWN', { n: 3_450 }))
  })

  it('keeps the earlier recovery until the mail of the next one is sent', async () => {
    const wallet = await enrol()
    const first = await wallet.start()
    guardian.time.now += 30_000
    const { send } = guardian.mail
    let during: unknown
    guardian.mail.send = async (mail) => {
      during = await wallet.verify(first.challengeId)
      await send(mail)
    }
    await wallet.start().finally(() => {
      guardian.mail.send = send
    })
    expect(during).toMatchObject({ ok: true, releaseAt: null })
    expect(await wallet.verify(first.challengeId)).toEqual(failure('CHALLENGE_NOT_FOUND'))
  })

  it('a link whose mail fails ends no earlier recovery, and another one can be sent at once', async () => {
    const wallet = await enrol()
    const first = await wallet.start()
    guardian.time.now += 30_000
    guardian.mail.fails = new AppError(walletErrors.MAIL_NOT_SENT)
    expect(await wallet.challenge()).toEqual(failure('MAIL_NOT_SENT'))
    guardian.mail.fails = undefined
    expect(await wallet.verify(first.challengeId)).toMatchObject({ ok: true, releaseAt: null })
    const second = await wallet.start()
    expect(await wallet.pick(first)).toBe(404)
    expect(await wallet.pick(second)).toBe(200)
  })

  it('starts at most 20 recoveries a day for one mailbox, plus one for each of its first four share sets', async () => {
    guardian.time.now = Math.ceil(guardian.time.now / dayMs) * dayMs
    const answers: boolean[] = []
    for (let count = 0; count < 25; count++) {
      const email = `victim+${count}@mail.example`
      const [walletId, setId] = [randomUUID(), randomUUID()]
      await guardian.ask({ kind: 'enrol', walletId, setId, email, share: randomBytes(32).toString('base64url') })
      const clientKey = randomBytes(16).toString('base64url')
      answers.push((await guardian.ask({ kind: 'challenge', walletId, setId, email, host: 'x', clientKey })).ok)
    }
    expect(answers).toEqual([...Array(24).fill(true), false])
  })

  it('starts no delay if the mail that warns the owner cannot be sent, and the link still works', async () => {
    const wallet = await enrol()
    const { challengeId, link, number } = await wallet.start()
    guardian.mail.fails = new AppError(walletErrors.MAIL_NOT_SENT)
    for (let count = 0; count < 4; count++) expect(await wallet.pick({ link, number })).toBe(502)
    guardian.mail.fails = undefined
    expect(await wallet.verify(challengeId)).toMatchObject({ releaseAt: null })
    expect(await wallet.pick({ link, number })).toBe(200)
  })

  it('keeps the delay of a recovery when another client starts another recovery', async () => {
    const wallet = await enrol()
    const { challengeId } = await wallet.begin()
    guardian.time.now += minuteMs
    await wallet.start({ clientKey: 'another-client-0' })
    guardian.time.now += guardianDelayMs
    expect(await wallet.release(challengeId)).toMatchObject({ ok: true, share: wallet.share })
  })

  it('deletes a recovery a week after its delay', async () => {
    const wallet = await enrol()
    const { challengeId } = await wallet.begin()
    guardian.time.now += guardianDelayMs + 7 * dayMs + 1
    expect(await wallet.release(challengeId)).toEqual(failure('CHALLENGE_NOT_FOUND'))
    await guardian.guardian.removeStaleRows()
    expect(await guardian.parts.database.select().from(recoveries).where(eq(recoveries.id, challengeId))).toEqual([])
  })
})

it('keeps used envelopes and the delay of a recovery across a restart', async () => {
  const folder = join(await makeTestFolder(), 'db')
  const root = randomBytes(32)
  const first = await openDatabase({ folder }, guardianMigrationsFolder)
  const before = await makeTestGuardian(undefined, { database: first.database, root })
  const { time } = before
  const [walletId, setId, clientKey] = [randomUUID(), randomUUID(), randomBytes(16).toString('base64url')]
  const [email, share] = ['ann@shop.example', randomBytes(32).toString('base64url')]
  await before.ask({ kind: 'enrol', walletId, setId, email, share })
  const started = await before.ask({ kind: 'challenge', walletId, setId, email, host: 'x', clientKey })
  if (!started.ok || started.kind !== 'challenge') throw new Error(JSON.stringify(started))
  const { challengeId, number } = started
  const body = confirmationForm(linkInMail(before.mails.at(-1)), number)
  expect((await before.app.request('/confirm', { method: 'POST', body })).status).toBe(200)
  const { envelope } = await sealForGuardian(before.publicKey, { kind: 'verify', challengeId, clientKey }, time.now)
  await before.post('verify', envelope)
  await first.close()

  const second = await openDatabase({ folder }, guardianMigrationsFolder)
  const after = await makeTestGuardian(time, { database: second.database, root })
  expect(after.publicKey).toBe(before.publicKey)
  expect((await after.post('verify', envelope)).status).toBe(400)
  expect(await after.ask({ kind: 'release', challengeId, clientKey })).toMatchObject({
    failure: { code: 'GUARDIAN_DELAY' },
  })
  time.now += guardianDelayMs
  expect(await after.ask({ kind: 'release', challengeId, clientKey })).toMatchObject({ share })
  const again = await after.ask({ kind: 'challenge', walletId, setId, email, host: 'x', clientKey })
  expect(again.ok).toBe(true)
  await second.close()
})

describe('links in mails', () => {
  const open = (link: URL) => guardian.app.request(`${link.pathname}${link.search}`)
  const openText = async (link: URL): Promise<string> => (await open(link)).text()

  it('the page behind the link names the site and shows three numbers, one of which the client shows', async () => {
    const wallet = await enrol()
    const { link, number } = await wallet.start({ host: 'https://<b>shop</b>.example' })
    const page = await openText(link)
    const numbers = [...page.matchAll(/<button name="number" value="(\d\d)">\1</g)].map(([, each]) => each)
    expect(new Set(numbers).size).toBe(3)
    expect(numbers).toContain(number)
    expect(page).not.toContain('<b>')
    const form = formIn(page, 'confirm')
    expect((await post('/confirm', `${form}&number=${number}`)).status).toBe(200)
  })

  it('opening the link changes nothing, because mail scanners open every link', async () => {
    const wallet = await enrol()
    const { challengeId, link } = await wallet.start()
    for (const _ of [1, 2, 3]) expect((await open(link)).status).toBe(200)
    expect(await wallet.verify(challengeId)).toMatchObject({ releaseAt: null })
  })

  it('the link works once', async () => {
    const wallet = await enrol()
    const { link, number } = await wallet.begin()
    expect((await open(link)).status).toBe(404)
    expect(await wallet.pick({ link, number })).toBe(404)
  })

  it.each(['confirm', 'cancel'])(
    '“This was not me” on the page of the %s link ends the recovery and blocks new ones for a day',
    async (purpose) => {
      const wallet = await enrol()
      const { challengeId, link, number } = await wallet.start()
      if (purpose === 'cancel') await wallet.pick({ link, number })
      const mailed = linkInMail(guardian.mails.at(-1))
      expect(mailed.pathname).toBe(`/${purpose}`)
      const form = formIn(await openText(mailed), 'cancel')
      expect((await post('/cancel', form)).status).toBe(200)
      expect(await wallet.verify(challengeId)).toEqual(failure('CHALLENGE_NOT_FOUND'))
      expect(await wallet.pick({ link, number })).toBe(404)
      guardian.time.now += guardianDelayMs - 1
      expect((await wallet.release(challengeId)).ok).toBe(false)
      expect(await wallet.challenge()).toEqual(failure('LOGIN_FROZEN'))
      expect((await post('/cancel', form)).status).toBe(404)
      guardian.time.now += 1
      expect(await wallet.challenge()).toMatchObject({ ok: true })
    },
  )

  it("a cancel link has no effect after the release of the guardian's share", async () => {
    const wallet = await enrol()
    const { challengeId } = await wallet.begin()
    const link = linkInMail(guardian.mails.at(-1))
    guardian.time.now += guardianDelayMs
    await wallet.release(challengeId)
    expect((await post('/cancel', link.searchParams.toString())).status).toBe(404)
  })

  it.each(['confirm', 'cancel'])(
    'a %s link with the token of another recovery or purpose does not work',
    async (purpose) => {
      const wallet = await enrol()
      const { challengeId, link: own, number } = await wallet.start()
      const other = await enrol()
      const { link } = await other.start()
      link.searchParams.set('id', challengeId)
      const cancelForm = formIn(await openText(own), 'cancel')
      const swapped = purpose === 'confirm' ? cancelForm : own.searchParams.toString()
      for (const body of [link.searchParams.toString(), swapped, `id=${challengeId}`, `id=${challengeId}&token=`, ''])
        expect((await post(`/${purpose}`, `${body}&number=${number}`)).status).toBe(404)
      expect(await wallet.pick({ link: own, number })).toBe(200)
    },
  )

  it('a flood of requests without a token blocks no link', async () => {
    const wallet = await enrol()
    const { link, number } = await wallet.start()
    const flood = Array.from(
      { length: 1_500 },
      async (_, at) => (await post(at % 2 ? '/confirm' : '/cancel', 'id=x')).status,
    )
    expect(new Set(await Promise.all(flood))).toEqual(new Set([404]))
    expect(await wallet.pick({ link, number })).toBe(200)
  })
})

describe('enrolments of share sets at the guardian', () => {
  it('accepts a repeated enrolment of a share set, but rejects one with a different share or address', async () => {
    const wallet = await enrol()
    const same = { kind: 'enrol', walletId: wallet.walletId, setId: wallet.setId, email: wallet.email } as const
    expect(await guardian.ask({ ...same, share: wallet.share })).toEqual({ ok: true, kind: 'enrol' })
    const share = randomBytes(32).toString('base64url')
    expect(await guardian.ask({ ...same, share })).toEqual(failure('INVALID_INPUT'))
    const email = 'eve@evil.example'
    expect(await guardian.ask({ ...same, email, share: wallet.share })).toEqual(failure('INVALID_INPUT'))
  })

  it('a stranger who also enrols the wallet at the guardian changes nothing for the owner', async () => {
    const wallet = await enrol()
    const setId = randomUUID()
    const email = 'eve@evil.example'
    const share = randomBytes(32).toString('base64url')
    await guardian.ask({ kind: 'enrol', walletId: wallet.walletId, setId, email, share })
    const { challengeId } = await wallet.begin({ setId, email })
    guardian.time.now += guardianDelayMs
    expect(await wallet.release(challengeId)).toMatchObject({ share, setId })
    expect((await wallet.start()).ok).toBe(true)
  })

  it('rejects a guardian share set when the wallet already has eight', async () => {
    const wallet = await enrol()
    const answers = []
    for (let count = 0; count < 8; count++)
      answers.push(
        await guardian.ask({
          kind: 'enrol',
          walletId: wallet.walletId,
          setId: randomUUID(),
          email: wallet.email,
          share: wallet.share,
        }),
      )
    expect(answers.map(({ ok }) => ok)).toEqual([...Array(7).fill(true), false])
  })

  it('encrypts stored shares, so that a share that was moved to another row cannot be decrypted', async () => {
    const [wallet, other] = [await enrol(), await enrol()]
    const { database } = guardian.parts
    const [foreign] = await database.select().from(enrolments).where(eq(enrolments.walletId, other.walletId))
    await database
      .update(enrolments)
      .set({ sealedShare: foreign?.sealedShare ?? '' })
      .where(eq(enrolments.walletId, wallet.walletId))
    const { challengeId } = await wallet.begin()
    guardian.time.now += guardianDelayMs
    expect(await wallet.release(challengeId)).toEqual(failure('INTERNAL_ERROR'))
  })
})

describe('envelopes', () => {
  const request = (): GuardianRequest => ({
    kind: 'enrol',
    walletId: randomUUID(),
    setId: randomUUID(),
    email: 'ann@shop.example',
    share: randomBytes(32).toString('base64url'),
  })
  const refused = { status: 400, body: { code: 'INVALID_INPUT' } }

  it('accepts an envelope only once, even if its base64url is changed to another encoding of the same bytes', async () => {
    const { envelope } = await sealForGuardian(guardian.publicKey, request(), guardian.time.now)
    expect((await guardian.post('enrol', envelope)).status).toBe(200)
    expect(await guardian.post('enrol', envelope)).toEqual(refused)
    // The last base64url character of 65 bytes has two unused bits.
    const last = envelope.enc.charCodeAt(86)
    for (const other of [last + 1, last + 2, last + 3, last - 1]) {
      const enc = envelope.enc.slice(0, 86) + String.fromCharCode(other)
      expect(await guardian.post('enrol', { ...envelope, enc })).toEqual(refused)
    }
  })

  it('accepts an envelope once when 20 copies arrive at the same time', async () => {
    const { envelope } = await sealForGuardian(guardian.publicKey, request(), guardian.time.now)
    const answers = await Promise.all(Array.from({ length: 20 }, () => guardian.post('enrol', envelope)))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
  })

  it.each([-dayMs - 1, dayMs + 1])('rejects an envelope whose date is %d ms from now', async (ms) => {
    const { envelope } = await sealForGuardian(guardian.publicKey, request(), guardian.time.now + ms)
    expect(await guardian.post('enrol', envelope)).toEqual(refused)
  })

  it('remembers a used envelope for as long as its date is accepted, so that a replay is always rejected', async () => {
    const { envelope } = await sealForGuardian(guardian.publicKey, request(), guardian.time.now + dayMs)
    await guardian.post('enrol', envelope)
    guardian.time.now += 2 * dayMs
    await guardian.guardian.removeStaleRows()
    expect(await guardian.post('enrol', envelope)).toEqual(refused)
    guardian.time.now += 1
    await guardian.guardian.removeStaleRows()
    expect(await guardian.parts.database.select().from(usedEnvelopes)).toEqual([])
    expect(await guardian.post('enrol', envelope)).toEqual(refused)
  })

  it('rejects an envelope that is sent to the route of another kind, is sealed for another guardian, or is malformed', async () => {
    const other = await makeTestGuardian()
    const sent = await sealForGuardian(guardian.publicKey, request(), guardian.time.now)
    expect(await guardian.post('release', sent.envelope)).toEqual(refused)
    const foreign = await sealForGuardian(other.publicKey, request(), guardian.time.now)
    expect(await guardian.post('enrol', foreign.envelope)).toEqual(refused)
    const noPoint = 'A'.repeat(87)
    const unanswerable = await sealForGuardian(guardian.publicKey, request(), guardian.time.now, noPoint)
    for (const malformed of [
      ...[null, [], {}, 'x'],
      { ...sent.envelope, more: 1 },
      { ...sent.envelope, enc: noPoint },
      unanswerable.envelope,
    ])
      expect(await guardian.post('enrol', malformed)).toEqual(refused)
  })

  it.each<[string, object]>([
    ['an unknown kind', { kind: 'health' }],
    ['a share of the wrong size', { ...request(), share: 'AAAA' }],
    ['an invalid id', { ...request(), walletId: '1' }],
    ['an unknown field', { ...request(), more: true }],
    ['a short client key', { kind: 'release', challengeId: randomUUID(), clientKey: 'x' }],
  ])('rejects an envelope whose request has %s', async (_, fields) => {
    const sent = await sealForGuardian(guardian.publicKey, fields as GuardianRequest, guardian.time.now)
    for (const kind of ['enrol', 'release']) expect(await guardian.post(kind, sent.envelope)).toEqual(refused)
  })

  it('answers only envelopes, links, health checks and requests for the public key', async () => {
    for (const path of ['/', '/export', '/enrolments', '/enrol', '/v1/wallet/guardian/enrol'])
      expect((await guardian.app.request(path)).status).toBe(404)
    for (const path of ['/', '/export', '/health'])
      expect((await guardian.app.request(path, { method: 'POST', body: '{}' })).status).toBe(404)
    expect(await (await guardian.app.request('/health')).json()).toEqual({ status: 'ok' })
    expect(await (await guardian.app.request('/public-key')).json()).toEqual({ publicKey: guardian.publicKey })
  })

  it('is ready while its database takes a row, and names a database that is read-only', async () => {
    const ready = async () => {
      const response = await guardian.app.request('/ready')
      return [response.status, await response.json()]
    }
    expect(await ready()).toEqual([200, { status: 'ready' }])
    await guardian.parts.database.execute('set default_transaction_read_only = on')
    const missing = [{ part: 'database', reason: 'READ_ONLY' }]
    expect(await ready()).toEqual([503, { status: 'not ready', missing }])
    await guardian.parts.database.execute('set default_transaction_read_only = off')
    expect(await ready()).toEqual([200, { status: 'ready' }])
  })
})

describe('recognised browsers', () => {
  const makeDevice = async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
    const publicKey = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey)).toString('base64url')
    const sign = async (challengeId: string) => {
      const text = new TextEncoder().encode(recoveryProofText(challengeId))
      const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, text)
      return { publicKey, signature: Buffer.from(signature).toString('base64url') }
    }
    return { publicKey, sign }
  }
  /** A wallet whose share set has an owner key, and a browser that the guardian recognises. */
  const enrolRecognised = async () => {
    const wallet = await enrol()
    const setId = randomUUID()
    const [share, secret] = [randomBytes(32).toString('base64url'), randomBytes(32)]
    const owner = createHash('sha256').update(secret).digest('base64url')
    const { walletId, email, clientKey } = wallet
    await guardian.ask({ kind: 'enrol', walletId, setId, email, share, owner })
    const ownerKey = secret.toString('base64url')
    const device = await makeDevice()
    const recognise = (changes: object = {}) =>
      guardian.ask({ kind: 'recognise', walletId, setId, ownerKey, deviceKey: device.publicKey, ...changes })
    expect(await recognise()).toEqual({ ok: true, kind: 'recognise' })
    const verify = async (changes: { device?: { publicKey: string; signature: string }; isLate?: true } = {}) => {
      const started = await wallet.start({ setId })
      const { challengeId } = started
      const proof = changes.device ?? (await device.sign(challengeId))
      const ask = () => guardian.ask({ kind: 'verify', challengeId, clientKey, device: proof })
      // The proof may arrive before the owner picks the number, or after.
      if (!changes.isLate) await ask()
      await wallet.pick(started)
      return { challengeId, answer: await ask() }
    }
    const forget = (changes: object = {}) => guardian.ask({ kind: 'forget', walletId, ownerKey, ...changes })
    return { ...wallet, setId, share, device, ownerKey, recognise, verify, forget }
  }
  const delayed = () => ({ ok: true, kind: 'verify', releaseAt: guardian.time.now + guardianDelayMs })

  it.each([{}, { isLate: true } as const])(
    'releases the share to a recognised browser without the delay, and mails the owner: %j',
    async (when) => {
      const { verify, release, share, setId } = await enrolRecognised()
      const { challengeId, answer } = await verify(when)
      expect(answer).toEqual({ ok: true, kind: 'verify', releaseAt: guardian.time.now })
      expect(await release(challengeId)).toEqual({ ok: true, kind: 'release', share, setId })
      expect(guardian.mails.at(-1)?.subject).toBe('Your wallet was opened in a new browser')
    },
  )

  it('releases no share to a recognised browser without the right number', async () => {
    const { start, pick, setId, device, clientKey, release } = await enrolRecognised()
    const { challengeId, link, number } = await start({ setId })
    const proof = await device.sign(challengeId)
    const verify = () => guardian.ask({ kind: 'verify', challengeId, clientKey, device: proof })
    expect(await verify()).toMatchObject({ releaseAt: null })
    expect(await release(challengeId)).toEqual(failure('CHALLENGE_NOT_FOUND'))
    await pick({ link, number: wrong(number) })
    expect(await verify()).toEqual(failure('CODE_DEAD'))
    expect(await release(challengeId)).toEqual(failure('CHALLENGE_NOT_FOUND'))
  })

  it("delays a recovery if the browser signed another recovery's id, signed with an unknown key, or was recognised 180 days ago", async () => {
    const known = await enrolRecognised()
    const old = await known.device.sign(randomUUID())
    expect((await known.verify({ device: old })).answer).toEqual(delayed())
    guardian.time.now += minuteMs
    const stranger = await makeDevice()
    const { challengeId } = await known.begin({ setId: known.setId })
    const { clientKey } = known
    const foreignProof = await stranger.sign(challengeId)
    expect(await guardian.ask({ kind: 'verify', challengeId, clientKey, device: foreignProof })).toEqual(delayed())
    guardian.time.now += 180 * dayMs
    expect((await known.verify()).answer).toEqual(delayed())
  })

  it('registers a recognised browser only with the owner key, and only for the wallet of that key', async () => {
    const [known, other] = [await enrolRecognised(), await enrol()]
    const missing = failure('KEY_SET_NOT_FOUND')
    expect(await known.recognise({ ownerKey: randomBytes(32).toString('base64url') })).toEqual(missing)
    expect(await known.recognise({ walletId: other.walletId, setId: other.setId })).toEqual(missing)
    expect(await known.recognise({ setId: other.setId })).toEqual(missing)
  })

  it('replaces the oldest recognised browser once there are 16', async () => {
    const known = await enrolRecognised()
    for (let count = 0; count < 16; count++) {
      guardian.time.now += 1
      await known.recognise({ deviceKey: (await makeDevice()).publicKey })
    }
    const rows = await guardian.parts.database
      .select()
      .from(recognisedBrowsers)
      .where(eq(recognisedBrowsers.walletId, known.walletId))
    expect(rows).toHaveLength(16)
    expect(rows.map(({ publicKey }) => publicKey)).not.toContain(known.device.publicKey)
  })

  it('delays recoveries after the owner has removed all recognised browsers, until one is registered again', async () => {
    const [known, other] = [await enrolRecognised(), await enrolRecognised()]
    expect(await known.forget()).toEqual({ ok: true, kind: 'forget' })
    expect((await known.verify()).answer).toEqual(delayed())
    expect((await other.verify()).answer).toEqual({ ...delayed(), releaseAt: guardian.time.now })
    expect(await known.recognise()).toEqual({ ok: true, kind: 'recognise' })
    guardian.time.now += minuteMs
    expect((await known.verify()).answer).toEqual({ ...delayed(), releaseAt: guardian.time.now })
  })

  it('without the owner key, removes no recognised browser and no share set from the guardian', async () => {
    const [known, other] = [await enrolRecognised(), await enrolRecognised()]
    const missing = failure('KEY_SET_NOT_FOUND')
    const { walletId, setId } = other
    for (const changes of [{ walletId }, { walletId, setId }, { setId }, { setId: randomUUID() }])
      expect(await known.forget(changes)).toEqual(missing)
    const ownerKey = randomBytes(32).toString('base64url')
    for (const changes of [{ ownerKey }, { ownerKey, setId: known.setId }])
      expect(await known.forget(changes)).toEqual(missing)
    for (const wallet of [known, other])
      expect((await wallet.verify()).answer).toEqual({ ...delayed(), releaseAt: guardian.time.now })
  })

  it('deletes share, address and pending recovery when the owner removes the share set', async () => {
    const known = await enrolRecognised()
    const { challengeId } = await known.verify()
    expect(await known.forget({ setId: known.setId })).toEqual({ ok: true, kind: 'forget' })
    expect(await known.release(challengeId)).toEqual(failure('CHALLENGE_NOT_FOUND'))
    guardian.time.now += minuteMs
    expect(await known.challenge({ setId: known.setId })).toEqual(failure('KEY_SET_NOT_FOUND'))
    const { database } = guardian.parts
    for (const table of [enrolments, recognisedBrowsers, recoveries])
      expect(await database.select().from(table).where(eq(table.setId, known.setId))).toEqual([])
  })

  it('accepts a request to forget all share sets after a week but not after a month, and rejects one to forget a single set after a week', async () => {
    const known = await enrolRecognised()
    const forget = (setId: string) =>
      sealForGuardian(
        guardian.publicKey,
        { kind: 'forget', walletId: known.walletId, ownerKey: known.ownerKey, setId },
        guardian.time.now,
      )
    const [all, one, late] = [await forget('all'), await forget(known.setId), await forget('all')]
    guardian.time.now += 7 * dayMs
    expect(await guardian.post('forget', one.envelope)).toMatchObject({ status: 400 })
    expect(await all.open((await guardian.post('forget', all.envelope)).body)).toEqual({ ok: true, kind: 'forget' })
    expect(await known.challenge({ setId: known.setId })).toEqual(failure('KEY_SET_NOT_FOUND'))
    guardian.time.now += 24 * dayMs
    await guardian.guardian.removeStaleRows()
    for (const { envelope } of [all, late])
      expect(await guardian.post('forget', envelope)).toMatchObject({ status: 400 })
  })
})
