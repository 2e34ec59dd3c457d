import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { GuardianRequest } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  confirmationForm,
  guardianDelayMs,
  linkInMail,
  makeTestGuardian,
  type TestGuardian,
} from '../../test/guardian.ts'
import { sealForGuardian } from '../../test/sealForGuardian.ts'
import { delayRules } from './tables.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const dayMs = 24 * 60 * 60_000
let guardian: TestGuardian
beforeAll(async () => {
  guardian = await makeTestGuardian()
})
beforeEach(() => {
  guardian.time.now += 10 * dayMs
  guardian.mail.fails = undefined
})

const secret = () => randomBytes(32).toString('base64url')
const makeOwner = () => {
  const key = randomBytes(32)
  return { ownerKey: key.toString('base64url'), owner: createHash('sha256').update(key).digest('base64url') }
}
type Enrol = Extract<GuardianRequest, { kind: 'enrol' }>

/** Enrols a wallet whose open browser named these passkeys and backups. `null` is a browser of an earlier version. */
const enrol = async (ways: string[] | null = []) => {
  const [walletId, setId] = [randomUUID(), randomUUID()]
  const email = `ann-${walletId.slice(0, 8)}@shop.example`
  const { ownerKey, owner } = makeOwner()
  const share = secret()
  const request: Enrol = { kind: 'enrol', walletId, setId, email, share, owner, ...(ways && { ways }) }
  expect(await guardian.ask(request)).toEqual({ ok: true, kind: 'enrol' })
  const readWays = async (key = ownerKey) => {
    const answer = await guardian.ask({ kind: 'ways', walletId, ownerKey: key })
    if (!answer.ok || answer.kind !== 'ways') throw new Error(JSON.stringify(answer))
    return answer
  }
  /** The open wallet reads the list, and changes it. */
  const setWays = async (next: string[], key = ownerKey) => {
    const { version } = await readWays(key)
    return guardian.ask({ kind: 'ways', walletId, ownerKey: key, change: { version, ways: next } })
  }
  /** Someone with the mailbox recovers the wallet. Returns how long the share then stays with the guardian. */
  const recover = async (set: string = setId) => {
    const clientKey = secret()
    const started = await guardian.ask({ kind: 'challenge', walletId, setId: set, email, host: 'x', clientKey })
    if (!started.ok || started.kind !== 'challenge') throw new Error(JSON.stringify(started))
    const { challengeId, number } = started
    const body = confirmationForm(linkInMail(guardian.mails.at(-1)), number)
    const page = await guardian.app.request('/confirm', { method: 'POST', body })
    const answer = await guardian.ask({ kind: 'verify', challengeId, clientKey })
    if (!answer.ok || answer.kind !== 'verify') throw new Error(JSON.stringify(answer))
    const release = () => guardian.ask({ kind: 'release', challengeId, clientKey })
    return { wait: (answer.releaseAt ?? 0) - guardian.time.now, page: page.status, release }
  }
  const wait = async (set?: string) => {
    guardian.time.now += 60_000
    return (await recover(set)).wait
  }
  return { walletId, setId, email, share, ownerKey, owner, request, readWays, setWays, recover, wait }
}
const subjects = () => guardian.mails.map(({ subject }) => subject)
const loweredTitle = 'Your email will open your wallet sooner'

describe('the delay of a recovery by mail', () => {
  it('is zero while the mailbox is the only other way in, and the owner hears of the release', async () => {
    const wallet = await enrol()
    const recovery = await wallet.recover()
    expect(recovery.wait).toBe(0)
    expect(await recovery.release()).toMatchObject({ ok: true, share: wallet.share })
    expect(subjects().slice(-2)).toEqual(['Confirm your sign-in', 'Your wallet was opened in a new browser'])
  })

  it('is the full delay from the first passkey or backup on', async () => {
    const wallet = await enrol()
    expect(await wallet.setWays([randomUUID()])).toMatchObject({ ok: true, version: 2 })
    const recovery = await wallet.recover()
    expect(recovery.wait).toBe(guardianDelayMs)
    expect(await recovery.release()).toMatchObject({ failure: { code: 'GUARDIAN_DELAY' } })
    expect(await (await enrol([randomUUID()])).wait()).toBe(guardianDelayMs)
  })

  it('stays full for the old delay after the last passkey or backup is removed, and the owner gets a mail', async () => {
    const [passkey, backup] = [randomUUID(), randomUUID()]
    const wallet = await enrol([passkey, backup])
    await wallet.setWays([backup])
    expect(subjects()).not.toContain(loweredTitle)
    const removedAt = guardian.time.now
    expect(await wallet.setWays([])).toMatchObject({ ways: [], fullUntil: removedAt + guardianDelayMs })
    expect(subjects()).toContain(loweredTitle)
    guardian.time.now += guardianDelayMs / 2
    expect((await wallet.recover()).wait).toBe(guardianDelayMs / 2)
    guardian.time.now = removedAt + guardianDelayMs
    expect((await wallet.recover()).wait).toBe(0)
  })

  it('a failed mail about the removal of the last way does not shorten the delay', async () => {
    const wallet = await enrol([randomUUID()])
    guardian.mail.fails = new AppError(walletErrors.MAIL_NOT_SENT)
    expect(await wallet.setWays([])).toMatchObject({ ok: true, fullUntil: guardian.time.now + guardianDelayMs })
  })

  it('is full for enrolments of earlier versions until the open wallet says otherwise, and then for the old delay', async () => {
    const wallet = await enrol(null)
    expect(await wallet.readWays()).toMatchObject({ version: 0, ways: null })
    expect(await wallet.wait()).toBe(guardianDelayMs)
    const saidAt = guardian.time.now
    expect(await wallet.setWays([])).toMatchObject({ version: 1, ways: [], fullUntil: saidAt + guardianDelayMs })
    expect(subjects().at(-1)).toBe(loweredTitle)
    expect(await wallet.wait()).toBe(guardianDelayMs - 60_000)
    guardian.time.now = saidAt + guardianDelayMs
    expect(await wallet.wait()).toBe(0)
  })

  it('raising it ends a recovery that skipped the delay and whose share nobody has fetched', async () => {
    const wallet = await enrol()
    const early = await wallet.recover()
    await wallet.setWays([randomUUID()])
    expect(await early.release()).toMatchObject({ failure: { code: 'CHALLENGE_NOT_FOUND' } })
  })
})

describe('attempts to shorten the delay fail', () => {
  it('changes nothing without the owner key, or with the key of another wallet', async () => {
    const [wallet, other] = [await enrol([randomUUID()]), await enrol()]
    for (const ownerKey of [secret(), other.ownerKey]) {
      const change = { version: 1, ways: [] }
      const { walletId } = wallet
      expect(await guardian.ask({ kind: 'ways', walletId, ownerKey, change })).toEqual({
        ok: false,
        failure: { code: 'KEY_SET_NOT_FOUND' },
      })
    }
    expect(await wallet.wait()).toBe(guardianDelayMs)
  })

  it('a request that the main server held back, or repeats, changes nothing', async () => {
    const passkey = randomUUID()
    const wallet = await enrol([passkey])
    const { walletId, ownerKey } = wallet
    const lower: GuardianRequest = { kind: 'ways', walletId, ownerKey, change: { version: 1, ways: [] } }
    const [held, repeated] = await Promise.all(
      [lower, lower].map((request) => sealForGuardian(guardian.publicKey, request, guardian.time.now)),
    )
    expect((await guardian.post('ways', repeated?.envelope)).status).toBe(200)
    await wallet.setWays([passkey])
    expect((await guardian.post('ways', repeated?.envelope)).status).toBe(400)
    expect((await guardian.post('ways', held?.envelope)).status).toBe(200)
    expect(await wallet.readWays()).toMatchObject({ version: 3, ways: [passkey] })
    expect(await wallet.wait()).toBe(guardianDelayMs)
  })

  it('of two changes of the same version, one counts', async () => {
    const wallet = await enrol()
    const { walletId, ownerKey } = wallet
    const ids = Array.from({ length: 6 }, () => randomUUID())
    await Promise.all(
      ids.map((id) => guardian.ask({ kind: 'ways', walletId, ownerKey, change: { version: 1, ways: [id] } })),
    )
    expect(await wallet.readWays()).toMatchObject({ version: 2, ways: [expect.any(String)] })
  })

  it('another enrolment of the same owner keeps the rule', async () => {
    const wallet = await enrol([randomUUID()])
    const setId = randomUUID()
    await guardian.ask({ ...wallet.request, setId, share: secret(), ways: [] })
    expect(await wallet.wait(setId)).toBe(guardianDelayMs)
    const old = await enrol(null)
    await guardian.ask({ ...old.request, setId, share: secret(), ways: [] })
    expect(await old.wait(setId)).toBe(guardianDelayMs)
  })

  it('a new owner key of the wallet waits the old delay, also after the old enrolments were deleted', async () => {
    for (const ways of [[randomUUID()], null])
      for (const isDeleted of [false, true]) {
        const wallet = await enrol(ways)
        const { walletId, ownerKey } = wallet
        if (isDeleted) await guardian.ask({ kind: 'forget', walletId, ownerKey, setId: 'all' })
        const next = makeOwner()
        const setId = randomUUID()
        const request = { ...wallet.request, setId, share: secret(), owner: next.owner, ways: [] }
        expect(await guardian.ask(request)).toEqual({ ok: true, kind: 'enrol' })
        const enrolledAt = guardian.time.now
        expect(await wallet.wait(setId)).toBe(guardianDelayMs - 60_000)
        guardian.time.now = enrolledAt + guardianDelayMs
        expect((await wallet.recover(setId)).wait).toBe(0)
      }
  })

  it('the same owner key waits the old delay after it deleted its enrolments, and a sweep in between changes nothing', async () => {
    const wallet = await enrol([randomUUID()])
    const { walletId, ownerKey } = wallet
    await guardian.ask({ kind: 'forget', walletId, ownerKey, setId: wallet.setId })
    await guardian.guardian.removeStaleRows()
    expect(await guardian.ask(wallet.request)).toEqual({ ok: true, kind: 'enrol' })
    expect((await wallet.readWays()).fullUntil).toBe(guardian.time.now + guardianDelayMs)
  })

  it('a stranger who enrols for the same wallet and mailbox changes neither the delay nor the list of the owner', async () => {
    const wallet = await enrol()
    const stranger = makeOwner()
    const [setId, share] = [randomUUID(), secret()]
    await guardian.ask({ ...wallet.request, setId, share, owner: stranger.owner, ways: [randomUUID()] })
    expect(await wallet.wait()).toBe(0)
    const { walletId } = wallet
    await guardian.ask({
      ...{ kind: 'ways', walletId, ownerKey: stranger.ownerKey },
      change: { version: 1, ways: [randomUUID()] },
    })
    expect(await wallet.readWays()).toMatchObject({ ways: [] })
    expect(await wallet.wait()).toBe(0)
  })
})

it('keeps no rule of a wallet that was deleted', async () => {
  const wallet = await enrol([randomUUID()])
  const { walletId, ownerKey } = wallet
  await guardian.ask({ kind: 'forget', walletId, ownerKey, setId: 'all' })
  guardian.time.now += guardianDelayMs + 1
  await guardian.guardian.removeStaleRows()
  expect(await guardian.parts.database.select().from(delayRules).where(eq(delayRules.walletId, walletId))).toEqual([])
})
