import { randomUUID } from 'node:crypto'
import { describe, expect, vi } from 'vitest'
import { makeTestVault, makeTriedShareSet } from '../../../../test/custody.ts'
import { databaseEngines } from '../../../../test/database.ts'
import { eventKindsOf } from '../../../../test/events.ts'
import { failedAnswer, setUpServerOnEngine } from '../../../../test/onEngine.ts'
import { findRecordedShareSet, readWalletOfBrowser, shareSetIdsOf } from '../../../../test/records.ts'
import { removeStaleRows } from '../../../database/staleRows.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

describe.each(databaseEngines)('renewal of share sets on $name', (engine) => {
  const on = setUpServerOnEngine(engine)
  const { it, begin } = on
  const wrong = failedAnswer(400, 'INVALID_INPUT')

  describe("renewals of a browser's share set", () => {
    it('the renewal of a share set replaces the old one and needs no fresh login', async () => {
      const browser = await begin()
      const { vault, device, second } = await browser.makeWallet()
      on.server.time.now += 6 * minuteMs
      const { status, body, next } = await browser.renew(vault, device.set)
      expect(status).toBe(200)
      expect(shareSetIdsOf(body)).toEqual([second.set.setId, next.set.setId].sort())
      expect(findRecordedShareSet(body, next.set.setId)).toMatchObject({
        ...{ type: 'device', epoch: 1, confirmed: true, label: 'This browser' },
        createdAt: on.server.time.now,
      })
      expect(await readWalletOfBrowser(browser)).toEqual(body)
      expect(await browser.call('POST', `sets/${device.set.setId}/release`, {})).toEqual(
        failedAnswer(404, 'KEY_SET_NOT_FOUND'),
      )
      on.server.time.now += minuteMs
      expect((await browser.unlock(vault, next)).seed).toEqual(vault.seed)
    })

    it("renews a share set in a later session of its browser, and a wallet window's share set stays durable", async () => {
      const owner = await on.owner()
      const window = await owner.browser()
      const { vault, second } = await window.makeWallet('vault')
      const later = await owner.browser(window)
      const { body, next } = await later.renew(vault, second.set)
      expect([body.status, findRecordedShareSet(body, next.set.setId)?.confirmed]).toEqual(['active', true])
      expect(await later.remove(vault, next.set)).toEqual(failedAnswer(409, 'LAST_DURABLE_SET'))
      expect((await later.unlock(vault, next)).seed).toEqual(vault.seed)
    })

    it('the renewal of a share set sends no mail and writes one event', async () => {
      const owner = await on.owner()
      const browser = await owner.browser()
      const { vault, device } = await browser.makeWallet()
      on.server.mails.length = 0
      const before = await eventKindsOf(on.database, owner.userId)
      await browser.renew(vault, device.set)
      expect(on.server.mails).toEqual([])
      expect((await eventKindsOf(on.database, owner.userId)).slice(before.length)).toEqual(['device set renewed'])
    })

    it('accepts a repeated renewal of a share set, and rejects different content under the same share set id', async () => {
      const browser = await begin()
      const { vault, device } = await browser.makeWallet()
      const { body, next, request } = await browser.renew(vault, device.set)
      const path = `sets/${device.set.setId}/renew`
      expect(await browser.call('POST', path, request)).toEqual({ status: 200, body })
      const other = await makeTriedShareSet(vault, 'device')
      const { serverShare, wrapped } = other.request
      for (const change of [{ serverShare }, { wrapped }, { label: 'Other' }, { type: 'vault' }])
        expect(await browser.call('POST', path, { ...request, set: { ...request.set, ...change } })).toEqual(wrong)
      expect(await readWalletOfBrowser(browser)).toEqual(body)
      expect((await browser.unlock(vault, next)).seed).toEqual(vault.seed)
    })

    it('applies only one of two concurrent renewals of a share set', async () => {
      const browser = await begin()
      const { vault, device, second } = await browser.makeWallet()
      const answers = await Promise.all([1, 2].map(() => browser.renew(vault, device.set)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
      const won = answers.find(({ status }) => status === 200)
      expect(shareSetIdsOf(await readWalletOfBrowser(browser))).toEqual([second.set.setId, won?.next.set.setId].sort())
    })

    it('a renewed share set must have the type of the old one and an id that no share set has', async () => {
      const browser = await begin()
      const { vault, device, second } = await browser.makeWallet('vault')
      const send = async (type: 'device' | 'vault', setId: string = randomUUID()) => {
        const { request } = await makeTriedShareSet(vault, type)
        const proof = await vault.prove({ action: 'renew', setId, sessionId: browser.session.id })
        return browser.call('POST', `sets/${device.set.setId}/renew`, { set: { ...request, setId }, proof })
      }
      const before = await readWalletOfBrowser(browser)
      expect(await send('vault')).toEqual(wrong)
      expect(await send('device', device.set.setId)).toEqual(wrong)
      expect(await send('device', second.set.setId)).toEqual(wrong)
      const stranger = await begin()
      const other = await stranger.makeWallet()
      expect(await send('device', other.device.set.setId)).toEqual(wrong)
      expect(await readWalletOfBrowser(browser)).toEqual(before)
      expect((await stranger.unlock(other.vault, other.device)).seed).toEqual(other.vault.seed)
    })

    it('renews only share sets whose key a browser stores, such as those of type device', async () => {
      const browser = await begin()
      const { vault, second } = await browser.makeWallet('passkey')
      const kit = await browser.addSet(vault, 'kit')
      const before = await readWalletOfBrowser(browser)
      expect((await browser.renew(vault, second.set)).body).toEqual({ code: 'INVALID_INPUT' })
      expect((await browser.renew(vault, kit.set)).body).toEqual({ code: 'INVALID_INPUT' })
      const passkey = await makeTriedShareSet(vault, 'passkey')
      const proof = await vault.prove({ action: 'renew', setId: passkey.set.setId, sessionId: browser.session.id })
      const path = `sets/${second.set.setId}/renew`
      expect(await browser.call('POST', path, { set: passkey.request, proof })).toEqual(wrong)
      expect(await readWalletOfBrowser(browser)).toEqual(before)
    })

    it('answers KEY_SET_NOT_FOUND if neither the old nor the new share set exists', async () => {
      const browser = await begin()
      const { vault, device } = await browser.makeWallet()
      await browser.remove(vault, device.set)
      expect((await browser.renew(vault, device.set)).body).toEqual({ code: 'KEY_SET_NOT_FOUND' })
      expect((await (await begin()).renew(vault, device.set)).body).toEqual({ code: 'WALLET_MISSING' })
    })

    it('the renewal of an unconfirmed share set does not delay its removal', async () => {
      const owner = await on.owner()
      const browser = await owner.browser()
      const { vault } = await browser.makeWallet()
      const begun = await browser.addSet(vault, 'vault')
      const { createdAt = 0 } = findRecordedShareSet(await readWalletOfBrowser(browser), begun.set.setId) ?? {}
      on.server.time.now += 5 * minuteMs
      const { body, next } = await browser.renew(vault, begun.set)
      expect(findRecordedShareSet(body, next.set.setId)).toMatchObject({ confirmed: false, createdAt })
      await removeStaleRows(on.database, createdAt + dayMs + 1)
      expect(findRecordedShareSet(await readWalletOfBrowser(await owner.browser()), next.set.setId)).toBeUndefined()
    })

    it('keeps the unconfirmed share set that replaced the one created with the wallet, because no other may open the wallet', async () => {
      const owner = await on.owner()
      const browser = await owner.browser()
      const vault = await makeTestVault()
      const first = await makeTriedShareSet(vault, 'device')
      await browser.call('POST', 'keys', { ...vault.request, set: first.request })
      on.server.time.now += minuteMs
      const passkey = await browser.addSet(vault, 'passkey')
      await browser.confirm(vault, passkey.set)
      const { next } = await browser.renew(vault, first.set)
      await removeStaleRows(on.database, on.server.time.now + 2 * dayMs)
      expect((await (await owner.browser(browser)).unlock(vault, next)).seed).toEqual(vault.seed)
    })

    it('the renewal of a share set evicts no other one if the wallet already has the maximum number of share sets', async () => {
      const browser = await begin()
      const { vault, device } = await browser.makeWallet()
      for (let count = 0; count < 30; count++) await browser.confirm(vault, (await browser.addSet(vault, 'device')).set)
      const before = await readWalletOfBrowser(browser)
      expect(before.sets.length).toBe(32)
      const { body, next } = await browser.renew(vault, device.set)
      const kept = shareSetIdsOf(before).filter((id) => id !== device.set.setId)
      expect(shareSetIdsOf(body)).toEqual([...kept, next.set.setId].sort())
    })
  })

  it('the renewal of a share set requires a session', async () => {
    const answer = await (await on.server.makeClient()).call('POST', `sets/${randomUUID()}/renew`, { body: {} })
    expect(answer).toEqual(failedAnswer(401, 'SESSION_REVOKED'))
  })
})
