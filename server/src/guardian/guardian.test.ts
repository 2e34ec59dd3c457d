import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type GuardianRequest, recoveryText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  cancelLinkOf,
  codeOf,
  guardianDelayMs,
  guardianMigrations,
  makeGuardian,
  type TestGuardian,
} from '../../test/guardian.ts'
import { makeFolder } from '../../test/parts.ts'
import { sealForGuardian } from '../../test/sealForGuardian.ts'
import { openDatabase } from '../database/open.ts'
import { attempts, devices, enrolments, envelopes } from './tables.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
let guardian: TestGuardian
beforeAll(async () => {
  guardian = await makeGuardian()
})

const failure = (code: string, values?: object) => ({ ok: false, failure: values ? { code, values } : { code } })
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** A wallet whose owner enrolled, and a browser that has only the mailbox. */
const begin = async () => {
  const [walletId, setId] = [randomUUID(), randomUUID()]
  const email = `ann-${walletId.slice(0, 8)}@shop.example`
  const share = randomBytes(32).toString('base64url')
  const clientKey = randomBytes(16).toString('base64url')
  await guardian.ask({ kind: 'enrol', walletId, setId, email, share })
  const challenge = (own: object = {}) =>
    guardian.ask({ kind: 'challenge', walletId, setId, email, host: 'https://shop.example', clientKey, ...own })
  const start = async (own: object = {}) => {
    const answer = await challenge(own)
    if (!answer.ok || answer.kind !== 'challenge') throw new Error(JSON.stringify(answer))
    return { ...answer, code: codeOf(guardian.mails.at(-1)) }
  }
  const verify = (challengeId: string, code: string, key = clientKey) =>
    guardian.ask({ kind: 'verify', challengeId, code, clientKey: key })
  const release = (challengeId: string, key = clientKey) =>
    guardian.ask({ kind: 'release', challengeId, clientKey: key })
  return { walletId, setId, email, share, clientKey, challenge, start, verify, release }
}

describe('a recovery', () => {
  it('gives the share after the code and the delay, with a mail at each step', async () => {
    const wallet = await begin()
    const before = guardian.mails.length
    const { challengeId, expiresAt, code } = await wallet.start()
    expect(expiresAt).toBe(guardian.time.now + 5 * minuteMs)
    const releaseAt = guardian.time.now + guardianDelayMs
    expect(await wallet.verify(challengeId, code)).toEqual({ ok: true, kind: 'verify', releaseAt })
    expect(await wallet.release(challengeId)).toEqual(failure('GUARDIAN_DELAY', { n: guardianDelayMs / 1_000 }))
    guardian.time.now = releaseAt - 1
    expect(await wallet.release(challengeId)).toEqual(failure('GUARDIAN_DELAY', { n: 1 }))
    guardian.time.now = releaseAt
    const given = { ok: true, kind: 'release', share: wallet.share, setId: wallet.setId }
    expect(await wallet.release(challengeId)).toEqual(given)
    // A client may repeat the request for a while if it lost the answer.
    expect(await wallet.release(challengeId)).toEqual(given)
    guardian.time.now += 61 * minuteMs
    expect(await wallet.release(challengeId)).toEqual(failure('CHALLENGE_NOT_FOUND'))
    const mails = guardian.mails.slice(before)
    expect(mails.map(({ to }) => to)).toEqual(Array(3).fill(wallet.email))
    expect(mails.map(({ subject }) => subject.replace(/from .*/, 'from …'))).toEqual([
      'Your code to recover your wallet',
      'Your wallet can be opened in a new browser from …',
      'Your wallet was opened in a new browser',
    ])
    for (const { text } of mails) expect(text).not.toContain(wallet.share)
  })

  it('is not begun for another address, another wallet or another set', async () => {
    const [wallet, other] = [await begin(), await begin()]
    const before = guardian.mails.length
    for (const own of [{ email: other.email }, { walletId: other.walletId }, { setId: other.setId }])
      expect(await wallet.challenge(own)).toEqual(failure('KEY_SET_NOT_FOUND'))
    expect(await wallet.challenge({ email: 'a@b.example, c@d.example' })).toEqual(failure('INVALID_EMAIL'))
    expect(guardian.mails.length).toBe(before)
  })

  it('mails to the enrolled way of writing the address', async () => {
    const wallet = await begin()
    await wallet.start({ email: wallet.email.toUpperCase() })
    expect(guardian.mails.at(-1)?.to).toBe(wallet.email)
  })

  it('takes the code from nobody but the client that asked', async () => {
    const wallet = await begin()
    const { challengeId, code } = await wallet.start()
    const stranger = randomBytes(16).toString('base64url')
    expect(await wallet.verify(challengeId, code, stranger)).toEqual(failure('CHALLENGE_NOT_FOUND'))
    await wallet.verify(challengeId, code)
    guardian.time.now += guardianDelayMs
    expect(await wallet.release(challengeId, stranger)).toEqual(failure('CHALLENGE_NOT_FOUND'))
  })

  it('is not released without the code', async () => {
    const wallet = await begin()
    const { challengeId } = await wallet.start()
    guardian.time.now += 30 * minuteMs
    expect(await wallet.release(challengeId)).toEqual(failure('CHALLENGE_NOT_FOUND'))
  })

  it('ends after three wrong codes, and the right one is then wrong too', async () => {
    const wallet = await begin()
    const { challengeId, code } = await wallet.start()
    expect(await wallet.verify(challengeId, wrong(code))).toEqual(failure('CODE_WRONG', { n: 2 }))
    expect(await wallet.verify(challengeId, wrong(code))).toEqual(failure('CODE_WRONG', { n: 1 }))
    expect(await wallet.verify(challengeId, wrong(code))).toEqual(failure('CODE_DEAD'))
    expect(await wallet.verify(challengeId, code)).toEqual(failure('CODE_DEAD'))
  })

  it('compares at most three of 200 codes that come at once', async () => {
    const wallet = await begin()
    const { challengeId, code } = await wallet.start()
    const codes = Array.from({ length: 200 }, (_, place) =>
      String((Number(code) + 1 + place) % 1_000_000).padStart(6, '0'),
    )
    await Promise.all(codes.map((guess) => wallet.verify(challengeId, guess)))
    const [row] = await guardian.parts.database.select().from(attempts).where(eq(attempts.id, challengeId))
    const [enrolment] = await guardian.parts.database
      .select()
      .from(enrolments)
      .where(eq(enrolments.walletId, wallet.walletId))
    expect([row?.tries, enrolment?.failures]).toEqual([3, 3])
  })

  it('ends with its code after five minutes', async () => {
    const wallet = await begin()
    const { challengeId, code } = await wallet.start()
    guardian.time.now += 5 * minuteMs
    expect(await wallet.verify(challengeId, code)).toEqual(failure('CODE_EXPIRED'))
  })

  it('ends with the next code, and is begun at most every 30 seconds and five times an hour', async () => {
    const wallet = await begin()
    guardian.time.now = Math.ceil(guardian.time.now / dayMs) * dayMs
    const first = await wallet.start()
    expect(await wallet.challenge()).toEqual(failure('EMAIL_COOLDOWN', { n: 30 }))
    guardian.time.now += 30_000
    const second = await wallet.start()
    expect(await wallet.verify(first.challengeId, first.code)).toEqual(failure('CHALLENGE_NOT_FOUND'))
    for (let count = 0; count < 3; count++) {
      guardian.time.now += 30_000
      await wallet.start()
    }
    guardian.time.now += 30_000
    expect(await wallet.challenge()).toEqual(failure('EMAIL_COOLDOWN', { n: 3_450 }))
    expect(await wallet.verify(second.challengeId, second.code)).toEqual(failure('CHALLENGE_NOT_FOUND'))
  })

  it('is begun at most twenty times a day for one mailbox but for the first four sets of it, whatever wallets they are of', async () => {
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

  it('has long codes after ten wrong ones, until a right one', async () => {
    const wallet = await begin()
    const set = { failures: 10 }
    await guardian.parts.database.update(enrolments).set(set).where(eq(enrolments.walletId, wallet.walletId))
    const { challengeId, code } = await wallet.start()
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
    expect(await wallet.verify(challengeId, code)).toMatchObject({ ok: true })
    guardian.time.now += minuteMs
    expect((await wallet.start({ clientKey: 'another-client-0' })).code).toMatch(/^\d{6}$/)
  })

  it('does not begin its delay where the notice can not be mailed, and costs no try', async () => {
    const wallet = await begin()
    const { challengeId, code } = await wallet.start()
    guardian.mail.fails = new AppError(walletErrors.MAIL_NOT_SENT)
    for (let count = 0; count < 4; count++)
      expect(await wallet.verify(challengeId, code)).toEqual(failure('MAIL_NOT_SENT'))
    guardian.mail.fails = undefined
    expect(await wallet.verify(challengeId, code)).toMatchObject({ ok: true })
  })

  it('keeps its delay where another client begins one too', async () => {
    const wallet = await begin()
    const { challengeId, code } = await wallet.start()
    await wallet.verify(challengeId, code)
    guardian.time.now += minuteMs
    await wallet.start({ clientKey: 'another-client-0' })
    guardian.time.now += guardianDelayMs
    expect(await wallet.release(challengeId)).toMatchObject({ ok: true, share: wallet.share })
  })

  it('is forgotten a week after its delay', async () => {
    const wallet = await begin()
    const { challengeId, code } = await wallet.start()
    await wallet.verify(challengeId, code)
    guardian.time.now += guardianDelayMs + 7 * dayMs + 1
    expect(await wallet.release(challengeId)).toEqual(failure('CHALLENGE_NOT_FOUND'))
    await guardian.guardian.removeStaleRows()
    expect(await guardian.parts.database.select().from(attempts).where(eq(attempts.id, challengeId))).toEqual([])
  })
})

it('a restart in the middle of a recovery forgets no try, no envelope and no delay', async () => {
  const folder = join(await makeFolder(), 'db')
  const root = randomBytes(32)
  const first = await openDatabase({ folder }, guardianMigrations)
  const before = await makeGuardian(undefined, { database: first.database, root })
  const { time } = before
  const [walletId, setId, clientKey] = [randomUUID(), randomUUID(), randomBytes(16).toString('base64url')]
  const [email, share] = ['ann@shop.example', randomBytes(32).toString('base64url')]
  await before.ask({ kind: 'enrol', walletId, setId, email, share })
  const begun = await before.ask({ kind: 'challenge', walletId, setId, email, host: 'x', clientKey })
  if (!begun.ok || begun.kind !== 'challenge') throw new Error(JSON.stringify(begun))
  const { challengeId } = begun
  const code = codeOf(before.mails.at(-1))
  await before.ask({ kind: 'verify', challengeId, code: wrong(code), clientKey })
  await before.ask({ kind: 'verify', challengeId, code: wrong(code), clientKey })
  const { envelope } = await sealForGuardian(
    before.publicKey,
    { kind: 'verify', challengeId, code, clientKey },
    time.now,
  )
  await before.post('verify', envelope)
  await first.close()

  const second = await openDatabase({ folder }, guardianMigrations)
  const after = await makeGuardian(time, { database: second.database, root })
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

describe('"this was not me"', () => {
  it.each(['the code', 'the notice'])(
    'in the mail of %s stops it, and a day begins in which none can be begun',
    async (mail) => {
      const wallet = await begin()
      const { challengeId, code } = await wallet.start()
      if (mail === 'the notice') await wallet.verify(challengeId, code)
      const link = cancelLinkOf(guardian.mails.at(-1))
      const open = await guardian.app.request(`${link.pathname}${link.search}`)
      expect([open.status, await open.text()]).toEqual([200, expect.stringContaining('<button>')])
      // Mail scanners open links, so opening must have no effect.
      expect(await wallet.verify(challengeId, code)).toMatchObject({ ok: true })
      const init = { method: 'POST', body: link.searchParams.toString() }
      expect((await guardian.app.request('/cancel', init)).status).toBe(200)
      guardian.time.now += guardianDelayMs - 1
      expect((await wallet.release(challengeId)).ok).toBe(false)
      expect(await wallet.challenge()).toEqual(failure('LOGIN_FROZEN'))
      expect((await guardian.app.request('/cancel', init)).status).toBe(404)
      guardian.time.now += 1
      expect(await wallet.challenge()).toMatchObject({ ok: true })
    },
  )

  it('comes too late after the release', async () => {
    const wallet = await begin()
    const { challengeId, code } = await wallet.start()
    const link = cancelLinkOf(guardian.mails.at(-1))
    await wallet.verify(challengeId, code)
    guardian.time.now += guardianDelayMs
    await wallet.release(challengeId)
    const init = { method: 'POST', body: link.searchParams.toString() }
    expect((await guardian.app.request('/cancel', init)).status).toBe(404)
  })

  it('works with no other link', async () => {
    const wallet = await begin()
    const { challengeId, code } = await wallet.start()
    const other = await begin()
    await other.start()
    const link = cancelLinkOf(guardian.mails.at(-1))
    link.searchParams.set('id', challengeId)
    for (const body of [link.searchParams.toString(), `id=${challengeId}`, `id=${challengeId}&token=`, ''])
      expect((await guardian.app.request('/cancel', { method: 'POST', body })).status).toBe(404)
    expect(await wallet.verify(challengeId, code)).toMatchObject({ ok: true })
  })
})

describe('an enrolment', () => {
  it('made again is the same; with another share or address it is refused', async () => {
    const wallet = await begin()
    const same = { kind: 'enrol', walletId: wallet.walletId, setId: wallet.setId, email: wallet.email } as const
    expect(await guardian.ask({ ...same, share: wallet.share })).toEqual({ ok: true, kind: 'enrol' })
    const share = randomBytes(32).toString('base64url')
    expect(await guardian.ask({ ...same, share })).toEqual(failure('INVALID_INPUT'))
    const email = 'eve@evil.example'
    expect(await guardian.ask({ ...same, email, share: wallet.share })).toEqual(failure('INVALID_INPUT'))
  })

  it('by somebody else for the same wallet stands beside it and gives nothing away', async () => {
    const wallet = await begin()
    const setId = randomUUID()
    const email = 'eve@evil.example'
    const share = randomBytes(32).toString('base64url')
    await guardian.ask({ kind: 'enrol', walletId: wallet.walletId, setId, email, share })
    const { challengeId, code } = await wallet.start({ setId, email })
    await wallet.verify(challengeId, code)
    guardian.time.now += guardianDelayMs
    expect(await wallet.release(challengeId)).toMatchObject({ share, setId })
    expect((await wallet.start()).ok).toBe(true)
  })

  it('is one of at most eight of a wallet', async () => {
    const wallet = await begin()
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

  it('is kept sealed, and moved to another row it does not open', async () => {
    const [wallet, other] = [await begin(), await begin()]
    const { database } = guardian.parts
    const [foreign] = await database.select().from(enrolments).where(eq(enrolments.walletId, other.walletId))
    await database
      .update(enrolments)
      .set({ sealedShare: foreign?.sealedShare ?? '' })
      .where(eq(enrolments.walletId, wallet.walletId))
    const { challengeId, code } = await wallet.start()
    await wallet.verify(challengeId, code)
    guardian.time.now += guardianDelayMs
    expect(await wallet.release(challengeId)).toEqual(failure('INTERNAL_ERROR'))
  })
})

describe('an envelope', () => {
  const request = (): GuardianRequest => ({
    kind: 'enrol',
    walletId: randomUUID(),
    setId: randomUUID(),
    email: 'ann@shop.example',
    share: randomBytes(32).toString('base64url'),
  })
  const refused = { status: 400, body: { code: 'INVALID_INPUT' } }

  it('is opened once, in whatever way its bytes are written', async () => {
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

  it('is opened once of 20 that come at once', async () => {
    const { envelope } = await sealForGuardian(guardian.publicKey, request(), guardian.time.now)
    const answers = await Promise.all(Array.from({ length: 20 }, () => guardian.post('enrol', envelope)))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
  })

  it.each([-dayMs - 1, dayMs + 1])('of %d ms from now is refused', async (ms) => {
    const { envelope } = await sealForGuardian(guardian.publicKey, request(), guardian.time.now + ms)
    expect(await guardian.post('enrol', envelope)).toEqual(refused)
  })

  it('is remembered for as long as it could be opened', async () => {
    const { envelope } = await sealForGuardian(guardian.publicKey, request(), guardian.time.now + dayMs)
    await guardian.post('enrol', envelope)
    guardian.time.now += 2 * dayMs
    await guardian.guardian.removeStaleRows()
    expect(await guardian.post('enrol', envelope)).toEqual(refused)
    guardian.time.now += 1
    await guardian.guardian.removeStaleRows()
    expect(await guardian.parts.database.select().from(envelopes)).toEqual([])
    expect(await guardian.post('enrol', envelope)).toEqual(refused)
  })

  it('for another purpose, another guardian or of another shape is refused', async () => {
    const other = await makeGuardian()
    const own = await sealForGuardian(guardian.publicKey, request(), guardian.time.now)
    expect(await guardian.post('release', own.envelope)).toEqual(refused)
    const foreign = await sealForGuardian(other.publicKey, request(), guardian.time.now)
    expect(await guardian.post('enrol', foreign.envelope)).toEqual(refused)
    const noPoint = 'A'.repeat(87)
    const unanswerable = await sealForGuardian(guardian.publicKey, request(), guardian.time.now, noPoint)
    for (const strange of [
      ...[null, [], {}, 'x'],
      { ...own.envelope, more: 1 },
      { ...own.envelope, enc: noPoint },
      unanswerable.envelope,
    ])
      expect(await guardian.post('enrol', strange)).toEqual(refused)
  })

  it.each<[string, object]>([
    ['no such kind', { kind: 'health' }],
    ['a share of another size', { ...request(), share: 'AAAA' }],
    ['an id that is none', { ...request(), walletId: '1' }],
    ['something more', { ...request(), more: true }],
    ['a short client key', { kind: 'release', challengeId: randomUUID(), clientKey: 'x' }],
  ])('with %s is refused', async (_, strange) => {
    const sent = await sealForGuardian(guardian.publicKey, strange as GuardianRequest, guardian.time.now)
    for (const kind of ['enrol', 'release']) expect(await guardian.post(kind, sent.envelope)).toEqual(refused)
  })

  it('is all that is answered, but for the mails’ link and whether it is there', async () => {
    for (const path of ['/', '/export', '/enrolments', '/enrol', '/v1/wallet/guardian/enrol'])
      expect((await guardian.app.request(path)).status).toBe(404)
    for (const path of ['/', '/export', '/health'])
      expect((await guardian.app.request(path, { method: 'POST', body: '{}' })).status).toBe(404)
    expect(await (await guardian.app.request('/health')).json()).toEqual({ status: 'ok' })
    expect(await (await guardian.app.request('/public-key')).json()).toEqual({ publicKey: guardian.publicKey })
  })
})

describe('a browser that had the wallet open', () => {
  const makeDevice = async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
    const publicKey = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey)).toString('base64url')
    const sign = async (challengeId: string) => {
      const text = new TextEncoder().encode(recoveryText(challengeId))
      const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, text)
      return { publicKey, signature: Buffer.from(signature).toString('base64url') }
    }
    return { publicKey, sign }
  }
  /** A wallet whose set has an owner secret, and a browser that is recognised by it. */
  const beginKnown = async () => {
    const wallet = await begin()
    const setId = randomUUID()
    const [share, secret] = [randomBytes(32).toString('base64url'), randomBytes(32)]
    const owner = createHash('sha256').update(secret).digest('base64url')
    const { walletId, email, clientKey } = wallet
    await guardian.ask({ kind: 'enrol', walletId, setId, email, share, owner })
    const ownerKey = secret.toString('base64url')
    const device = await makeDevice()
    const recognise = (own: object = {}) =>
      guardian.ask({ kind: 'recognise', walletId, setId, ownerKey, deviceKey: device.publicKey, ...own })
    expect(await recognise()).toEqual({ ok: true, kind: 'recognise' })
    const verify = async (own: { device?: { publicKey: string; signature: string } } = {}) => {
      const { challengeId, code } = await wallet.start({ setId })
      const proof = own.device ?? (await device.sign(challengeId))
      const answer = await guardian.ask({ kind: 'verify', challengeId, code, clientKey, device: proof })
      return { challengeId, answer }
    }
    const forget = (own: object = {}) => guardian.ask({ kind: 'forget', walletId, ownerKey, ...own })
    return { ...wallet, setId, share, device, ownerKey, recognise, verify, forget }
  }
  const waits = () => ({ ok: true, kind: 'verify', releaseAt: guardian.time.now + guardianDelayMs })

  it('gets the share with the code alone, and the owner hears of it', async () => {
    const { verify, release, share, setId } = await beginKnown()
    const { challengeId, answer } = await verify()
    expect(answer).toEqual({ ok: true, kind: 'verify', releaseAt: guardian.time.now })
    expect(await release(challengeId)).toEqual({ ok: true, kind: 'release', share, setId })
    expect(guardian.mails.at(-1)?.subject).toBe('Your wallet was opened in a new browser')
  })

  it('needs the code all the same', async () => {
    const { start, setId, device, clientKey, release } = await beginKnown()
    const { challengeId, code } = await start({ setId })
    const proof = await device.sign(challengeId)
    const tried = await guardian.ask({ kind: 'verify', challengeId, code: wrong(code), clientKey, device: proof })
    expect(tried).toEqual(failure('CODE_WRONG', { n: 2 }))
    expect(await release(challengeId)).toEqual(failure('CHALLENGE_NOT_FOUND'))
  })

  it('waits as any other with a proof for another recovery, with another’s key, and after 180 days', async () => {
    const known = await beginKnown()
    const old = await known.device.sign(randomUUID())
    expect((await known.verify({ device: old })).answer).toEqual(waits())
    guardian.time.now += minuteMs
    const stranger = await makeDevice()
    const { challengeId, code } = await known.start({ setId: known.setId })
    const { clientKey } = known
    const strange = await stranger.sign(challengeId)
    expect(await guardian.ask({ kind: 'verify', challengeId, code, clientKey, device: strange })).toEqual(waits())
    guardian.time.now += 180 * dayMs
    expect((await known.verify()).answer).toEqual(waits())
  })

  it('is known by nobody who hasn’t the wallet’s secret, and for no other wallet', async () => {
    const [known, other] = [await beginKnown(), await begin()]
    const missing = failure('KEY_SET_NOT_FOUND')
    expect(await known.recognise({ ownerKey: randomBytes(32).toString('base64url') })).toEqual(missing)
    expect(await known.recognise({ walletId: other.walletId, setId: other.setId })).toEqual(missing)
    expect(await known.recognise({ setId: other.setId })).toEqual(missing)
  })

  it('is one of sixteen: the one that was made known first goes', async () => {
    const known = await beginKnown()
    for (let each = 0; each < 16; each++) {
      guardian.time.now += 1
      await known.recognise({ deviceKey: (await makeDevice()).publicKey })
    }
    const rows = await guardian.parts.database.select().from(devices).where(eq(devices.walletId, known.walletId))
    expect(rows).toHaveLength(16)
    expect(rows.map(({ publicKey }) => publicKey)).not.toContain(known.device.publicKey)
  })

  it('waits as any other once its owner had all browsers forgotten, and may be made known again', async () => {
    const [known, other] = [await beginKnown(), await beginKnown()]
    expect(await known.forget()).toEqual({ ok: true, kind: 'forget' })
    expect((await known.verify()).answer).toEqual(waits())
    expect((await other.verify()).answer).toEqual({ ...waits(), releaseAt: guardian.time.now })
    expect(await known.recognise()).toEqual({ ok: true, kind: 'recognise' })
    guardian.time.now += minuteMs
    expect((await known.verify()).answer).toEqual({ ...waits(), releaseAt: guardian.time.now })
  })

  it('is forgotten, as its set is, for nobody who hasn’t the wallet’s secret', async () => {
    const [known, other] = [await beginKnown(), await beginKnown()]
    const missing = failure('KEY_SET_NOT_FOUND')
    const { walletId, setId } = other
    for (const own of [{ walletId }, { walletId, setId }, { setId }, { setId: randomUUID() }])
      expect(await known.forget(own)).toEqual(missing)
    const ownerKey = randomBytes(32).toString('base64url')
    for (const own of [{ ownerKey }, { ownerKey, setId: known.setId }]) expect(await known.forget(own)).toEqual(missing)
    for (const wallet of [known, other])
      expect((await wallet.verify()).answer).toEqual({ ...waits(), releaseAt: guardian.time.now })
  })

  it('has nothing to recover with once its owner had the set forgotten: share, address and what is under way', async () => {
    const known = await beginKnown()
    const { challengeId } = await known.verify()
    expect(await known.forget({ setId: known.setId })).toEqual({ ok: true, kind: 'forget' })
    expect(await known.release(challengeId)).toEqual(failure('CHALLENGE_NOT_FOUND'))
    guardian.time.now += minuteMs
    expect(await known.challenge({ setId: known.setId })).toEqual(failure('KEY_SET_NOT_FOUND'))
    const { database } = guardian.parts
    for (const table of [enrolments, devices, attempts])
      expect(await database.select().from(table).where(eq(table.setId, known.setId))).toEqual([])
  })

  it('has nothing left once an account is gone whose owner said so a week before; another time that is too late', async () => {
    const known = await beginKnown()
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
