import { randomUUID } from 'node:crypto'
import type { RenewedShareSet, RenewVaultKeyRequest, SealedText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, vi } from 'vitest'
import { findSecretBytes } from '../../../test/canaryBytes.ts'
import { countOpeningCandidates, makeTestVault, makeTriedShareSet } from '../../../test/custody.ts'
import { databaseEngines } from '../../../test/database.ts'
import { dumpRows, dumpWallets } from '../../../test/dump.ts'
import { failedAnswer, setUpServerOnEngine } from '../../../test/onEngine.ts'
import type { OwnerBrowser } from '../../../test/owner.ts'
import { readWalletOfBrowser } from '../../../test/records.ts'
import { shareSets } from '../../database/walletTables.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

describe.each(databaseEngines)('renewals on $name', (engine) => {
  const on = setUpServerOnEngine(engine)
  const { it } = on
  const locked = failedAnswer(400, 'WALLET_LOCKED')
  const gone = failedAnswer(404, 'KEY_SET_NOT_FOUND')

  /** Makes the owner's wallet with two browsers and a passkey, and an attacker's session from a stolen code. */
  const rob = async () => {
    const owner = await on.owner()
    const [frame, window] = [await owner.browser(), await owner.browser()]
    const { vault, device, second: passkey } = await frame.makeWallet('passkey')
    const set = await window.addSet(vault, 'vault')
    await window.confirm(vault, set.set)
    on.server.mails.length = 0
    return { owner, frame, window, vault, device, passkey, set, thief: await owner.browser() }
  }
  const state = () => dumpWallets(on.database)
  const renewKey = (browser: OwnerBrowser, request: Omit<RenewVaultKeyRequest, 'proof'> & { proof?: string }) =>
    browser.call('POST', 'keys/renew', request)

  describe('attackers with only the mailbox', () => {
    it('an attacker with only the mailbox renews no vault key and causes no mail', async () => {
      const { thief, vault } = await rob()
      const before = await state()
      const own = await makeTestVault()
      const { request } = await thief.prepareKey(own)
      const { proof, ...content } = request
      const renewal = { ...content, walletId: vault.request.walletId, sessionId: thief.session.id }
      // The attacker signs with the attacker's own wallet key: once for the attacker's wallet, once for the owner's.
      for (const wrong of [proof, await own.proveRenewal(renewal), '0x', '0x00', `0x${'11'.repeat(65)}`])
        expect(await renewKey(thief, { ...content, proof: wrong })).toEqual(locked)
      expect(await renewKey(thief, content)).toEqual(locked)
      expect(await state()).toEqual(before)
      expect(on.server.mails).toEqual([])
    })

    it('an attacker with only the mailbox renews no share set, even in a browser that the owner used', async () => {
      const { owner, frame, window, vault, device, set, thief } = await rob()
      const own = await makeTestVault()
      const before = await state()
      for (const browser of [thief, await owner.browser(frame)]) {
        expect(await browser.renew(own, device.set)).toMatchObject(locked)
        const { request } = await browser.renew(own, device.set)
        expect(await browser.call('POST', `sets/${device.set.setId}/renew`, { set: request.set })).toEqual(locked)
      }
      expect(await thief.renew(own, set.set)).toMatchObject(locked)
      expect(await state()).toEqual(before)
      expect((await (await owner.browser(frame)).unlock(vault, device)).seed).toEqual(vault.seed)
      expect((await window.unlock(vault, set)).seed).toEqual(vault.seed)
    })

    it('an attacker cannot exceed the release limit of server shares by renewing a share set', async () => {
      const { owner, frame, vault, device } = await rob()
      const there = await owner.browser(frame)
      const release = () => there.call('POST', `sets/${device.set.setId}/release`, {})
      for (let count = 0; count < 10; count++) await release()
      expect((await release()).status).toBe(429)
      expect(await there.renew(await makeTestVault(), device.set)).toMatchObject(locked)
      expect((await release()).status).toBe(429)
      // The owner can still renew, because the browser makes the new server share itself.
      const { next } = await there.renew(vault, device.set)
      const { body } = await there.unlock(vault, next)
      expect(body.serverShare).toBe(next.request.serverShare)
      expect(await release()).toEqual(gone)
    })
  })

  describe('renewal proofs', () => {
    it('the proof of a new vault key is valid only for its session, epoch and exact list of new share sets', async () => {
      const { frame, window, vault } = await rob()
      const before = await state()
      const { request, next, prove, device, second } = await frame.prepareKey(vault)
      expect(await renewKey(window, request)).toEqual(locked)
      const { request: other } = await frame.prepareKey(vault)
      const [one, two] = request.sets
      if (!one || !two || !('wrapped' in one)) throw new Error('two were made')
      const changes: Partial<RenewVaultKeyRequest>[] = [
        { epoch: 3 },
        { vault: { ...request.vault, iv: other.vault.iv } },
        { vault: { ...request.vault, data: other.vault.data } },
        { sets: other.sets },
        { sets: [two, one] },
        { sets: [two] },
        { sets: [one, two, (await makeTriedShareSet(next, 'passkey')).request] },
        { sets: [one, two, { setId: randomUUID(), type: 'kit', label: '' }] },
        { sets: [one, { setId: two.setId, type: 'kit', label: '' }] },
        { sets: [{ ...one, setId: randomUUID() }, two] },
        { sets: [{ ...one, type: 'vault' }, two] },
        { sets: [{ ...one, wrapped: { ...one.wrapped, iv: other.vault.iv } }, two] },
        { sets: [{ ...one, wrapped: { ...one.wrapped, data: second.request.wrapped.data } }, two] },
      ]
      for (const change of changes) expect(await renewKey(frame, { ...request, ...change })).toEqual(locked)
      // A proof that the wallet's key signed for another action is rejected too.
      const setId = device.set.setId
      for (const action of ['renew', 'confirm', 'remove', 'end'] as const) {
        const proof = await vault.prove({ action, setId, sessionId: frame.session.id })
        expect(await renewKey(frame, { ...request, proof })).toEqual(locked)
      }
      expect(await state()).toEqual(before)
      expect(on.server.mails).toEqual([])
      expect((await renewKey(frame, await prove([one, two]))).status).toBe(200)
    })

    it('rejects a renewal whose proof was signed by the key of another wallet', async () => {
      const [{ frame, vault }, other] = [await rob(), await rob()]
      const { request } = await other.frame.prepareKey(other.vault)
      const before = await state()
      expect(await renewKey(frame, request)).toEqual(locked)
      // Now the other wallet's key signs the renewal of this wallet, and of one of its share sets.
      const { proof: _, ...content } = request
      const proof = await other.vault.proveRenewal({ ...content, sessionId: frame.session.id })
      expect(await renewKey(frame, { ...content, proof })).toEqual(locked)
      const { set } = await makeTriedShareSet(vault, 'device')
      const foreign = await other.vault.prove({ action: 'renew', setId: set.setId, sessionId: frame.session.id })
      const way = { ...(await makeTriedShareSet(vault, 'device')).request, setId: set.setId }
      const path = `sets/${(await readWalletOfBrowser(frame)).sets[0]?.setId}/renew`
      expect(await frame.call('POST', path, { set: way, proof: foreign })).toEqual(locked)
      expect(await state()).toEqual(before)
    })

    it('the proof of a renewed share set is valid only for its share set, action, session and epoch', async () => {
      const { owner, frame, vault, device } = await rob()
      const { request, set } = await makeTriedShareSet(vault, 'device')
      const sessionId = frame.session.id
      const renew = (proof: string, browser = frame) =>
        browser.call('POST', `sets/${device.set.setId}/renew`, { set: request, proof })
      const before = await state()
      for (const change of [
        { action: 'confirm', setId: set.setId, sessionId },
        { action: 'remove', setId: set.setId, sessionId },
        { action: 'end', setId: set.setId, sessionId },
        { action: 'renew', setId: device.set.setId, sessionId },
        { action: 'renew', setId: set.setId, sessionId: randomUUID() },
      ] as const)
        expect(await renew(await vault.prove(change))).toEqual(locked)
      const right = await vault.prove({ action: 'renew', setId: set.setId, sessionId })
      expect(await renew(right, await owner.browser(frame))).toEqual(locked)
      expect(await state()).toEqual(before)
      const { next } = await frame.renewKey(vault)
      expect(await renew(right)).toEqual(locked)
      const anew = await next.prove({ action: 'renew', setId: set.setId, sessionId })
      expect(await renew(anew)).toEqual(gone)
    })
  })

  it('does not let a browser renew the share set of another browser', async () => {
    const { frame, window, vault, device } = await rob()
    const before = await state()
    expect(await window.renew(vault, device.set)).toMatchObject(gone)
    expect(await state()).toEqual(before)
    expect((await frame.unlock(vault, device)).seed).toEqual(vault.seed)
  })

  it('rejects a replayed request for an earlier renewal of a share set or vault key', async () => {
    const { frame, vault, device } = await rob()
    const first = await frame.renew(vault, device.set)
    const again = () => frame.call('POST', `sets/${device.set.setId}/renew`, first.request)
    const second = await frame.renew(vault, first.next.set)
    expect(await again()).toEqual(gone)
    const key = await frame.renewKey(vault)
    expect(await again()).toEqual(locked)
    await frame.remove(key.next, key.device.set)
    const before = await state()
    expect(await renewKey(frame, key.request)).toEqual(failedAnswer(409, 'WALLET_EXISTS'))
    const path = `sets/${first.next.set.setId}/renew`
    expect(await frame.call('POST', path, second.request)).toEqual(locked)
    expect(await state()).toEqual(before)
  })

  it('applies only one of two concurrent key renewals, and the shares of the rejected one open nothing', async () => {
    const { frame, window, vault } = await rob()
    for (let round = 0, current = vault; round < 5; round++) {
      const answers = await Promise.all([frame.renewKey(current), window.renewKey(current)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const won = answers.find(({ status }) => status === 200)
      const lost = answers.find(({ status }) => status === 409)
      if (!won || !lost) throw new Error('one each')
      expect(lost.body).toEqual({ code: 'WALLET_EXISTS' })
      expect(await readWalletOfBrowser(frame)).toEqual(won.body)
      const dump = await dumpRows(on.database)
      const { request, next, device, second } = lost
      const texts = [request.vault.iv, request.vault.data, ...request.sets.flatMap(textsOf)]
      expect(texts.filter((text) => dump.includes(text))).toEqual([])
      for (const { set } of [device, second])
        expect(await frame.call('POST', `sets/${set.setId}/release`, {})).toEqual(gone)
      // Combine the shares and keys of the rejected renewal with the stored rows.
      const ways = [device, second].map(({ set, client, request: { serverShare, wrapped } }) => ({
        ...{ set, client, wrapped },
        server: serverShare,
      }))
      expect(await countOpeningCandidates(won.next, ways)).toBe(0)
      expect(await countOpeningCandidates(next, ways)).toBe(2)
      current = won.next
      on.server.time.now += 1
    }
  })

  it('a key renewal removes everything from the database that opened the wallet before', async () => {
    const { frame, window, vault, device, passkey, set } = await rob()
    const { walletId } = vault.request
    const rows = await on.database.select().from(shareSets).where(eq(shareSets.walletId, walletId))
    const ways = []
    for (const way of [device, passkey, set]) {
      const { body } = await window.unlock(vault, way)
      const { serverShare, wrapped }: { serverShare: string; wrapped: SealedText } = body
      ways.push({ ...{ set: way.set, client: way.client, wrapped }, server: serverShare })
    }
    const sealed = rows.flatMap(({ sealedShare, wrappedIv, wrappedData }) => [sealedShare, wrappedIv, wrappedData])
    const texts = [...sealed, vault.request.vault.iv, vault.request.vault.data].filter((text) => text !== null)
    const before = await dumpRows(on.database)
    expect(texts.filter((text) => !before.includes(text))).toEqual([])
    const { next } = await frame.renewKey(vault)
    const after = await dumpRows(on.database)
    expect(texts.filter((text) => after.includes(text))).toEqual([])
    const shares = ways.flatMap(({ client, server }) => [client, new Uint8Array(Buffer.from(server, 'base64url'))])
    expect(findSecretBytes(after, [...shares, vault.vaultKey, next.vaultKey, vault.seed])).toEqual([])
    // The old shares still open the old vault, which the server has deleted.
    expect(await countOpeningCandidates(vault, ways)).toBe(3)
    expect(await countOpeningCandidates(next, ways)).toBe(0)
  })
})

const textsOf = (set: RenewedShareSet): string[] =>
  'wrapped' in set ? [set.setId, set.serverShare, set.wrapped.iv, set.wrapped.data] : [set.setId]
