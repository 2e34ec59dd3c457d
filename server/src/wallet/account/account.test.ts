import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { databaseEngines } from '../../../test/database.ts'
import { eventKindsOf } from '../../../test/events.ts'
import { makeTestGuardian, serveGuardian } from '../../../test/guardian.ts'
import { sealForGuardian } from '../../../test/sealForGuardian.ts'
import { makeWalletServer, type WalletServer } from '../../../test/walletServer.ts'
import { identities } from '../../database/accountTables.ts'
import { forgetRequests } from '../../database/deletionTables.ts'
import type { Database } from '../../database/open.ts'
import { enrolments } from '../../guardian/tables.ts'
import { createSecurityNotices } from '../mail/notices.ts'
import { deleteDueAccounts } from './deletion.ts'
import { sendGuardianForgetRequests } from './forgetOutbox.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const dayMs = 24 * 60 * 60_000

describe.each(databaseEngines)('deletion of accounts on $name', ({ open, skip }) => {
  let database: Database
  let server: WalletServer
  beforeAll(async () => {
    if (skip) return
    database = (await open()).database
    server = await makeWalletServer(async () => database)
  })
  beforeEach(() => {
    if (!skip) server.mail.fails = undefined
  })
  const test = it.skipIf(skip)

  let people = 0
  /** Logs in through the API, as a visitor does. */
  const begin = async () => {
    const email = `bo${++people}@shop.example`
    const client = await server.makeClient()
    const signedIn = await client.signIn(email)
    const call = (method: string, path: string, token = signedIn.tokens.accessToken) =>
      client.call(method, path, { token, ...(method === 'POST' && { body: {} }) })
    server.mails.length = 0
    return { email, client, call, userId: signedIn.session.userId }
  }
  const sweep = async () => {
    const embedded = server.parts.embedded
    if (!embedded) throw new Error('There is no wallet')
    await deleteDueAccounts(database, createSecurityNotices({ ...server.parts, ...embedded }), server.time.now)
    await sendGuardianForgetRequests(database, server.parts.settings.wallet.guardianUrl, server.time.now)
  }
  const subjects = () => server.mails.map(({ to, subject }) => [to, subject.replace(/on .*/, 'on …')])

  test('deletes an account and all its data after seven days', async () => {
    const { email, client, call, userId } = await begin()
    const deleteAt = server.time.now + 7 * dayMs
    expect(await call('POST', 'account/deletion')).toEqual({ status: 200, body: { deleteAt } })
    expect((await call('GET', 'session')).body.deleteAt).toBe(deleteAt)
    server.time.now = deleteAt - 1
    await sweep()
    const { tokens, session } = await client.signIn(email)
    expect(session).toMatchObject({ userId, deleteAt })
    server.time.now = deleteAt
    await sweep()
    expect((await call('GET', 'session', tokens.accessToken)).body).toEqual({ code: 'SESSION_REVOKED' })
    expect(subjects().at(0)).toEqual([email, 'Your wallet account will be deleted on …'])
    expect(subjects().at(-1)).toEqual([email, 'Your wallet account was deleted'])
    expect(await eventKindsOf(database, userId)).toContain('account deleted')
    // After the deletion, a login with the same address creates a new user.
    const again = await client.signIn(email)
    expect(again.session.userId).not.toBe(userId)
    expect(again.session.deleteAt).toBeUndefined()
  })

  test('keeps the date of a scheduled deletion when the owner requests the deletion again', async () => {
    const { call } = await begin()
    const asked = await call('POST', 'account/deletion')
    server.time.now += 60_000
    expect(await call('POST', 'account/deletion')).toEqual(asked)
    expect(subjects()).toHaveLength(1)
  })

  test('deletes nothing of an account whose owner has cancelled the deletion', async () => {
    const { call, email, client, userId } = await begin()
    await call('POST', 'account/deletion')
    expect(await call('DELETE', 'account/deletion')).toEqual({ status: 200, body: {} })
    server.time.now += 8 * dayMs
    await sweep()
    expect((await client.signIn(email)).session.userId).toBe(userId)
    expect(await eventKindsOf(database, userId)).toContain('deletion stopped')
  })

  test('schedules no deletion of the account without a fresh login, or if the mail to the owner fails', async () => {
    const { call } = await begin()
    server.mail.fails = new AppError(walletErrors.MAIL_NOT_SENT)
    expect(await call('POST', 'account/deletion')).toEqual({ status: 502, body: { code: 'MAIL_NOT_SENT' } })
    expect((await call('GET', 'session')).body.deleteAt).toBeUndefined()
    server.mail.fails = undefined
    server.time.now += 6 * 60_000
    expect(await call('POST', 'account/deletion')).toEqual({ status: 403, body: { code: 'FRESH_LOGIN_REQUIRED' } })
  })

  test('deletes an account whose mail address cannot be decrypted, and the other accounts that are due after it', async () => {
    const [moved, next] = [await begin(), await begin()]
    for (const { call } of [moved, next]) await call('POST', 'account/deletion')
    const [other] = await database.select().from(identities).where(eq(identities.userId, next.userId))
    await database
      .update(identities)
      .set({ sealedAddress: other?.sealedAddress ?? '' })
      .where(eq(identities.userId, moved.userId))
    server.time.now += 7 * dayMs
    await sweep()
    for (const { userId } of [moved, next]) expect(await eventKindsOf(database, userId)).toContain('account deleted')
    expect(subjects().at(-1)).toEqual([next.email, 'Your wallet account was deleted'])
  })

  test('deletes the account even if the mail about the deletion fails', async () => {
    const { call, userId } = await begin()
    await call('POST', 'account/deletion')
    server.time.now += 7 * dayMs
    server.mail.fails = new AppError(walletErrors.MAIL_NOT_SENT)
    await sweep()
    expect(await eventKindsOf(database, userId)).toContain('account deleted')
  })

  describe('requests to the guardian to forget share sets', () => {
    /**
     * Enrols a wallet at a guardian, and seals the owner's request that the guardian forget all of the wallet's share
     * sets.
     */
    const enrol = async () => {
      const guardian = await makeTestGuardian({ now: server.time.now })
      const at = await serveGuardian(guardian)
      server.parts.settings.wallet.guardianUrl = at.url
      const [walletId, setId, secret] = [randomUUID(), randomUUID(), randomBytes(32)]
      const owner = createHash('sha256').update(secret).digest('base64url')
      const share = randomBytes(32).toString('base64url')
      await guardian.ask({ kind: 'enrol', walletId, setId, email: 'bo@shop.example', share, owner })
      const request = { kind: 'forget', walletId, setId: 'all', ownerKey: secret.toString('base64url') } as const
      const { envelope } = await sealForGuardian(guardian.publicKey, request, server.time.now)
      const later = (days: number) => {
        server.time.now += days * dayMs
        guardian.time.now = server.time.now
      }
      const left = async () => (await guardian.parts.database.select().from(enrolments)).length
      return { envelope, left, later, ...at }
    }
    const ask = async (forget: object) => {
      const begun = await begin()
      const token = begun.client
      const { tokens } = await token.signIn(begun.email)
      const asked = await token.call('POST', 'account/deletion', { token: tokens.accessToken, body: { forget } })
      expect(asked.status).toBe(200)
      return begun
    }

    test("the guardian receives the owner's request to forget share sets only after the account is deleted", async () => {
      const { envelope, left, later, stop } = await enrol()
      await ask(envelope)
      later(6)
      await sweep()
      expect(await left()).toBe(1)
      later(1)
      await sweep()
      expect(await left()).toBe(0)
      expect(await database.select().from(forgetRequests)).toEqual([])
      stop()
    })

    test("repeats the owner's request to forget share sets for two weeks while the guardian is unreachable", async () => {
      const { envelope, left, later, url, stop } = await enrol()
      await ask(envelope)
      later(7)
      server.parts.settings.wallet.guardianUrl = 'http://127.0.0.1:9'
      await sweep()
      expect(await database.select().from(forgetRequests)).toHaveLength(1)
      server.parts.settings.wallet.guardianUrl = url
      later(13)
      await sweep()
      expect(await left()).toBe(0)
      const other = await enrol()
      await ask(other.envelope)
      other.stop()
      delete server.parts.settings.wallet.guardianUrl
      later(22)
      await sweep()
      expect(await database.select().from(forgetRequests)).toEqual([])
      stop()
    })

    test('when the owner cancels the deletion of the account, drops the request that the guardian forget the share sets', async () => {
      const { envelope, left, later, stop } = await enrol()
      const { email, client } = await ask(envelope)
      const { tokens } = await client.signIn(email)
      await client.call('DELETE', 'account/deletion', { token: tokens.accessToken })
      later(8)
      await sweep()
      expect(await left()).toBe(1)
      expect(await database.select().from(forgetRequests)).toEqual([])
      stop()
    })
  })
})
