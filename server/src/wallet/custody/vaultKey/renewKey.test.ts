import { randomUUID } from 'node:crypto'
import type { ShareSetRow } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { makeTestVault, makeTriedShareSet } from '../../../../test/custody.ts'
import { databaseEngines } from '../../../../test/database.ts'
import { eventKindsOf } from '../../../../test/events.ts'
import { failedAnswer, setUpServerOnEngine } from '../../../../test/onEngine.ts'
import { makeWalletOwner } from '../../../../test/owner.ts'
import { findRecordedShareSet, readWalletOfBrowser, shareSetIdsOf } from '../../../../test/records.ts'
import { makeWalletServer } from '../../../../test/walletServer.ts'
import { shareSets } from '../../../database/walletTables.ts'
import { deleteDueAccounts } from '../../account/deletion.ts'
import { createSecurityNotices } from '../../mail/notices.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const minuteMs = 60_000

describe.each(databaseEngines)('key renewal on $name', (engine) => {
  const on = setUpServerOnEngine(engine)
  const { it, begin } = on
  const gone = failedAnswer(404, 'KEY_SET_NOT_FOUND')
  const wrong = failedAnswer(400, 'INVALID_INPUT')
  const taken = failedAnswer(409, 'WALLET_EXISTS')

  describe('new vault keys', () => {
    it('only the new share sets open a new vault key, and the wallet keeps its accounts', async () => {
      const owner = await on.owner()
      const [browser, other] = [await owner.browser(), await owner.browser()]
      const { vault, device, second, record } = await browser.makeWallet()
      const elsewhere = await other.addSet(vault, 'device')
      await other.confirm(vault, elsewhere.set)
      on.server.time.now += minuteMs
      const renewed = await browser.renewKey(vault)
      expect(renewed.status).toBe(200)
      const row = { epoch: 2, confirmed: true, createdAt: on.server.time.now, lastUsedAt: null, label: 'This browser' }
      expect(renewed.body).toEqual({
        ...record,
        epoch: 2,
        vault: renewed.next.request.vault,
        sets: expect.toSatisfy((sets: ShareSetRow[]) => sets.length === 2),
      })
      expect(findRecordedShareSet(renewed.body, renewed.device.set.setId)).toEqual({ ...row, ...renewed.device.set })
      expect(findRecordedShareSet(renewed.body, renewed.second.set.setId)).toEqual({ ...row, ...renewed.second.set })
      expect(await readWalletOfBrowser(other)).toEqual(renewed.body)
      for (const way of [renewed.device, renewed.second])
        expect((await browser.unlock(renewed.next, way)).seed).toEqual(vault.seed)
      for (const way of [device, second, elsewhere])
        expect(await other.call('POST', `sets/${way.set.setId}/release`, {})).toEqual(gone)
      // The new vault key can be renewed again.
      expect((await browser.renewKey(renewed.next)).body.epoch).toBe(3)
    })

    it('a new vault key can have a backup, a guardian share set, and a passkey share set with its credential id', async () => {
      const browser = await begin()
      const { vault } = await browser.makeWallet()
      const { next, prove, request } = await browser.prepareKey(vault, 'guardian')
      const kit = { setId: randomUUID(), type: 'kit' as const, label: 'Backup' }
      const passkeyKey = { iv: 'A'.repeat(16), data: 'B'.repeat(200) }
      const passkey = { ...(await makeTriedShareSet(next, 'passkey')).request, credentialId: 'Y3JlZA', passkeyKey }
      const { status, body } = await browser.call('POST', 'keys/renew', await prove([...request.sets, kit, passkey]))
      expect(status).toBe(200)
      expect(body.sets.map(({ type }: ShareSetRow) => type).sort()).toEqual(['device', 'guardian', 'kit', 'passkey'])
      expect(findRecordedShareSet(body, passkey.setId)).toMatchObject({ credentialId: 'Y3JlZA', passkeyKey })
      const [row] = await on.database.select().from(shareSets).where(eq(shareSets.id, kit.setId))
      expect(row).toMatchObject({ sealedShare: null, wrappedIv: null, wrappedData: null })
    })

    it('rejects a new vault key without a share set that survives the loss of the browser', async () => {
      const browser = await begin()
      const { vault, record } = await browser.makeWallet()
      const { prove, next } = await browser.prepareKey(vault)
      const sets = [(await makeTriedShareSet(next, 'device')).request, (await makeTriedShareSet(next, 'vault')).request]
      expect(await browser.call('POST', 'keys/renew', await prove(sets))).toEqual(failedAnswer(409, 'LAST_DURABLE_SET'))
      expect(await readWalletOfBrowser(browser)).toEqual(record)
    })

    it('stores a new vault key only after one mail to the owner, and refuses it if the mail fails', async () => {
      const owner = await on.owner()
      const browser = await owner.browser()
      const { vault, record } = await browser.makeWallet()
      const { request } = await browser.prepareKey(vault)
      on.server.mails.length = 0
      on.server.mail.fails = new AppError(walletErrors.MAIL_NOT_SENT)
      expect(await browser.call('POST', 'keys/renew', request)).toEqual(failedAnswer(502, 'MAIL_NOT_SENT'))
      on.server.mail.fails = undefined
      expect(await readWalletOfBrowser(browser)).toEqual(record)
      for (let each = 0; each < 2; each++) expect((await browser.call('POST', 'keys/renew', request)).status).toBe(200)
      expect(on.server.mails.map(({ to, subject }) => [to, subject])).toEqual([
        ['ann@shop.example', 'Your wallet gets a new lock'],
      ])
      expect((await eventKindsOf(on.database, owner.userId)).filter((kind) => kind === 'key renewed')).toHaveLength(1)
    })

    it('accepts a repeated request for a key renewal, even after a new login, and rejects one with different content', async () => {
      const owner = await on.owner()
      const browser = await owner.browser()
      const { vault } = await browser.makeWallet()
      const first = await browser.renewKey(vault)
      expect(await browser.call('POST', 'keys/renew', first.request)).toEqual({ status: 200, body: first.body })
      const later = await owner.browser(browser)
      const { proof: _, ...content } = first.request
      const anew = { ...content, proof: await vault.proveRenewal({ ...content, sessionId: later.session.id }) }
      expect(await later.call('POST', 'keys/renew', anew)).toEqual({ status: 200, body: first.body })
      // A request with the same share set ids and a different vault key.
      const other = (await browser.prepareKey(vault)).request.vault
      const proof = await vault.proveRenewal({ ...content, vault: other, sessionId: browser.session.id })
      expect(await browser.call('POST', 'keys/renew', { ...content, vault: other, proof })).toEqual(taken)
      // A request with the same vault key and different share sets.
      const passkey = (await makeTriedShareSet(first.next, 'passkey')).request
      expect(await browser.call('POST', 'keys/renew', await first.prove([passkey]))).toEqual(taken)
      expect((await browser.renewKey(vault)).body).toEqual(taken.body)
      const third = await browser.renewKey(first.next)
      expect(await browser.call('POST', 'keys/renew', first.request)).toEqual(taken)
      expect(await readWalletOfBrowser(browser)).toEqual(third.body)
    })

    it('a new vault key must have the next epoch (version number)', async () => {
      const browser = await begin()
      const { vault, record } = await browser.makeWallet()
      for (const [epoch, answer] of [
        [1, wrong],
        [2.5, wrong],
        [3, wrong],
        [2 ** 31, wrong],
      ] as const) {
        const { request } = await browser.prepareKey(vault)
        const content = { ...request, epoch }
        const proof = await vault.proveRenewal({ ...content, sessionId: browser.session.id })
        expect(await browser.call('POST', 'keys/renew', { ...content, proof })).toEqual(answer)
      }
      expect(await readWalletOfBrowser(browser)).toEqual(record)
    })

    it('only an active wallet can get a new vault key', async () => {
      const browser = await begin()
      const vault = await makeTestVault()
      expect((await browser.renewKey(vault)).body).toEqual({ code: 'WALLET_MISSING' })
      await browser.call('POST', 'keys', vault.request)
      await browser.addSet(vault, 'device')
      const before = await readWalletOfBrowser(browser)
      expect((await browser.renewKey(vault)).body).toEqual({ code: 'WALLET_NOT_ACTIVE' })
      expect(await readWalletOfBrowser(browser)).toEqual(before)
    })

    it('a key renewal requires a fresh login', async () => {
      const browser = await begin()
      const { vault, record } = await browser.makeWallet()
      on.server.time.now += 6 * minuteMs
      expect((await browser.renewKey(vault)).body).toEqual({ code: 'FRESH_LOGIN_REQUIRED' })
      expect(await readWalletOfBrowser(browser)).toEqual(record)
    })

    it('rejects a key renewal if a share set id is already taken or repeated', async () => {
      const browser = await begin()
      const { vault, device, record } = await browser.makeWallet()
      const stranger = await (await begin()).makeWallet()
      const { prove, request } = await browser.prepareKey(vault)
      const [one, two] = request.sets
      if (!one || !two) throw new Error('two were made')
      on.server.mails.length = 0
      expect(await browser.call('POST', 'keys/renew', await prove([{ ...one, setId: two.setId }, two]))).toEqual(wrong)
      expect(on.server.mails).toEqual([])
      for (const setId of [device.set.setId, stranger.device.set.setId])
        expect(await browser.call('POST', 'keys/renew', await prove([{ ...one, setId }, two]))).toEqual(wrong)
      expect(await readWalletOfBrowser(browser)).toEqual(record)
      expect((await browser.unlock(vault, device)).seed).toEqual(vault.seed)
    })

    it('rejects a key renewal with nine share sets, with none, or with a server share for a backup', async () => {
      const browser = await begin()
      const { vault, record } = await browser.makeWallet()
      const { prove, next, second } = await browser.prepareKey(vault)
      const many = await Promise.all(
        Array.from({ length: 9 }, async () => (await makeTriedShareSet(next, 'passkey')).request),
      )
      expect(await browser.call('POST', 'keys/renew', await prove(many))).toEqual(wrong)
      expect(await browser.call('POST', 'keys/renew', await prove([]))).toEqual(wrong)
      const kit = { ...second.request, type: 'kit' as const }
      expect(await browser.call('POST', 'keys/renew', await prove([kit]))).toEqual(wrong)
      expect(await readWalletOfBrowser(browser)).toEqual(record)
      expect((await browser.call('POST', 'keys/renew', await prove(many.slice(1)))).status).toBe(200)
    })

    it('a key renewal also removes unconfirmed share sets of the old vault key', async () => {
      const owner = await on.owner()
      const [browser, other] = [await owner.browser(), await owner.browser()]
      const { vault, device } = await browser.makeWallet('kit')
      const [begun, kit] = [await other.addSet(vault, 'passkey'), await other.addSet(vault, 'kit')]
      const unwrapped = randomUUID()
      const { body } = await other.call('POST', 'sets', { setId: unwrapped, type: 'device', label: '' })
      const wrapped = await vault.wrap(new Uint8Array(32), body.serverShare, { setId: unwrapped, type: 'device' })
      const { next, body: record } = await browser.renewKey(vault)
      expect(await other.call('PUT', `sets/${unwrapped}/wrapped`, { wrapped })).toEqual(gone)
      for (const { set } of [begun, kit]) {
        expect(await other.confirm(vault, set)).toEqual(gone)
        expect(await other.confirm(next, set)).toEqual(gone)
        expect(await other.remove(next, set)).toEqual(gone)
      }
      expect((await browser.renew(next, device.set)).body).toEqual(gone.body)
      expect((await browser.renew(vault, device.set)).body).toEqual({ code: 'WALLET_LOCKED' })
      expect(await readWalletOfBrowser(browser)).toEqual(record)
      const rows = await on.database.select().from(shareSets).where(eq(shareSets.walletId, vault.request.walletId))
      expect(rows.map(({ id }) => id).sort()).toEqual(shareSetIdsOf(record))
    })

    it('a key renewal invalidates proofs for the old vault key', async () => {
      const owner = await on.owner()
      const [browser, other] = [await owner.browser(), await owner.browser()]
      const { vault } = await browser.makeWallet()
      const { next, second } = await browser.renewKey(vault)
      const locked = failedAnswer(400, 'WALLET_LOCKED')
      // The other browser still has the wallet open with the old vault key.
      const late = await other.addSet(vault, 'device')
      expect(await other.confirm(vault, late.set)).toEqual(locked)
      expect(await other.remove(vault, second.set)).toEqual(locked)
      expect(await other.endSession(vault, browser.session.id)).toEqual(locked)
      expect((await browser.unlock(next, second)).seed).toEqual(vault.seed)
      const fresh = await other.addSet(next, 'device')
      expect((await other.confirm(next, fresh.set)).status).toBe(200)
      expect((await other.unlock(next, fresh)).seed).toEqual(vault.seed)
    })

    it('a key renewal restarts the delay of a pending phrase export', async () => {
      const owner = await on.owner()
      const browser = await owner.browser()
      const { vault } = await browser.makeWallet('guardian')
      const ask = async () => (await (await owner.browser()).call('POST', 'export', { withPasskey: true })).body.readyAt
      const readyAt = await ask()
      expect(readyAt).toBeGreaterThan(on.server.time.now)
      on.server.time.now = readyAt + 1
      const later = await owner.browser(browser)
      await later.renewKey(vault)
      expect(await ask()).toBeGreaterThan(on.server.time.now)
    })

    it('a key renewal does not stop a scheduled deletion of the account', async () => {
      const owner = await on.owner()
      const browser = await owner.browser()
      const { vault } = await browser.makeWallet()
      const { deleteAt } = (await browser.call('POST', 'account/deletion', {})).body
      expect((await browser.renewKey(vault)).status).toBe(200)
      expect((await browser.call('GET', 'session')).body.deleteAt).toBe(deleteAt)
      const { embedded } = on.server.parts
      if (!embedded) throw new Error('no embedded wallet')
      const notices = createSecurityNotices({ ...on.server.parts, ...embedded })
      await deleteDueAccounts(on.database, notices, deleteAt)
      expect(await on.database.select().from(shareSets).where(eq(shareSets.walletId, vault.request.walletId))).toEqual(
        [],
      )
    })
  })

  it('a key renewal requires a session', async () => {
    const answer = await (await on.server.makeClient()).call('POST', 'keys/renew', { body: {} })
    expect(answer).toEqual(failedAnswer(401, 'SESSION_REVOKED'))
  })
})

test('in self custody, rejects a guardian share set for a new vault key', async () => {
  const [engine] = databaseEngines
  if (!engine) return
  const { database } = await engine.open()
  const server = await makeWalletServer(async () => database)
  server.parts.settings.wallet.custody = 'self'
  const browser = await (await makeWalletOwner(server, database)).browser()
  const { vault, record } = await browser.makeWallet()
  const { prove, request, next } = await browser.prepareKey(vault)
  const guardian = (await makeTriedShareSet(next, 'guardian')).request
  const answer = await browser.call('POST', 'keys/renew', await prove([...request.sets, guardian]))
  expect(answer).toEqual(failedAnswer(400, 'INVALID_INPUT'))
  expect(await readWalletOfBrowser(browser)).toEqual(record)
})
