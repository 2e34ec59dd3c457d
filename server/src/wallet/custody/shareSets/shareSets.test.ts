import { randomUUID } from 'node:crypto'
import type { UnlockMethod, WalletRecord } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { makeTestVault } from '../../../../test/custody.ts'
import { databaseEngines } from '../../../../test/database.ts'
import { failedAnswer, setUpServerOnEngine } from '../../../../test/onEngine.ts'
import { makeWalletOwner, type OwnerBrowser } from '../../../../test/owner.ts'
import { shopOrigin } from '../../../../test/parts.ts'
import { makeWalletServer } from '../../../../test/walletServer.ts'
import { removeStaleRows } from '../../../database/staleRows.ts'
import { shareSets } from '../../../database/walletTables.ts'
import { revokeSessions } from '../../sessions/sessions.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

describe.each(databaseEngines)('wallets and share sets on $name', (engine) => {
  const on = setUpServerOnEngine(engine)
  const { it, begin } = on

  describe('wallets', () => {
    it('a wallet is pending after its creation, and GET session returns the same wallet record', async () => {
      const browser = await begin()
      const { request } = await makeTestVault()
      const { walletId, vault, accounts } = request
      const created = { host: shopOrigin, browser: browser.session.browser, at: on.server.time.now }
      const record = { walletId, epoch: 1, status: 'pending', accounts, vault, sets: [], created }
      expect(await browser.call('POST', 'keys', request)).toEqual({ status: 200, body: record })
      expect((await browser.call('GET', 'session')).body.wallet).toEqual(record)
    })

    it('a user gets only one wallet, even from concurrent requests to create one', async () => {
      const browser = await begin()
      const [one, two] = [await makeTestVault(), await makeTestVault()]
      const answers = await Promise.all([one, two].map(({ request }) => browser.call('POST', 'keys', request)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)?.body).toEqual({ code: 'WALLET_EXISTS' })
    })

    it('a new wallet cannot take the id of another wallet', async () => {
      const { vault } = await (await begin()).makeWallet()
      expect(await (await begin()).call('POST', 'keys', vault.request)).toEqual(failedAnswer(409, 'WALLET_EXISTS'))
    })

    it('refuses a wallet whose proofs are not signed by the keys of its addresses', async () => {
      const [one, two] = [await makeTestVault(), await makeTestVault()]
      const request = { ...one.request, accounts: two.request.accounts }
      expect(await (await begin()).call('POST', 'keys', request)).toEqual(failedAnswer(400, 'INVALID_INPUT'))
    })

    it('a wallet becomes active when its first durable share set is confirmed', async () => {
      const browser = await begin()
      const { record } = await browser.makeWallet('passkey')
      expect(record.status).toBe('active')
      const other = await begin()
      const vault = await makeTestVault()
      await other.call('POST', 'keys', vault.request)
      const device = await other.addSet(vault, 'device')
      await other.addSet(vault, 'passkey')
      const { body } = await other.confirm(vault, device.set)
      expect([body.status, body.sets.map(({ confirmed }: { confirmed: boolean }) => confirmed)]).toEqual([
        'pending',
        [true, false],
      ])
    })
  })

  describe('share sets', () => {
    it.each<UnlockMethod>(['device', 'passkey', 'vault', 'guardian'])(
      'a share set of type %s unlocks the wallet with both shares',
      async (type) => {
        const browser = await begin()
        const { vault, second } = await browser.makeWallet(type)
        const { seed } = await browser.unlock(vault, second)
        expect(seed).toEqual(vault.seed)
      },
    )

    it('a backup has no share on the server', async () => {
      const browser = await begin()
      const { second, record } = await browser.makeWallet('kit')
      expect(second.body).toEqual({ serverShare: null })
      expect(record.status).toBe('active')
      const path = `sets/${second.set.setId}`
      expect(await browser.call('POST', `${path}/release`, {})).toEqual(failedAnswer(404, 'KEY_SET_NOT_FOUND'))
      const wrapped = { iv: 'A'.repeat(16), data: 'A'.repeat(64) }
      expect(await browser.call('PUT', `${path}/wrapped`, { wrapped })).toEqual(failedAnswer(404, 'KEY_SET_NOT_FOUND'))
    })

    it('the record of a share set has its label, type and times', async () => {
      const browser = await begin()
      const { vault } = await browser.makeWallet()
      const setId = randomUUID()
      on.server.time.now += 1
      const passkeyKey = { iv: 'A'.repeat(16), data: 'B'.repeat(200) }
      const request = { setId, type: 'passkey', label: ' My phone ', credentialId: 'Y3JlZA', passkeyKey }
      const { body } = await browser.call('POST', 'sets', request)
      const set = { setId, type: 'passkey' as const }
      const wrapped = await vault.wrap(new Uint8Array(32), body.serverShare, set)
      await browser.call('PUT', `sets/${setId}/wrapped`, { wrapped })
      const { wallet } = (await browser.call('GET', 'session')).body
      expect(wallet.sets.at(-1)).toEqual({
        ...set,
        label: 'My phone',
        credentialId: 'Y3JlZA',
        passkeyKey,
        epoch: 1,
        createdAt: expect.any(Number),
        lastUsedAt: null,
        confirmed: false,
      })
    })

    it('stores the wrapped vault key of a share set once, and accepts a repeated request with the same value', async () => {
      const browser = await begin()
      const { vault, device } = await browser.makeWallet()
      const path = `sets/${device.set.setId}/wrapped`
      const { wrapped } = (await browser.unlock(vault, device)).body
      expect(await browser.call('PUT', path, { wrapped })).toEqual({ status: 200, body: {} })
      const other = { iv: wrapped.iv, data: `${wrapped.data.startsWith('A') ? 'B' : 'A'}${wrapped.data.slice(1)}` }
      expect(await browser.call('PUT', path, { wrapped: other })).toEqual(failedAnswer(400, 'INVALID_INPUT'))
      expect((await browser.unlock(vault, device)).seed).toEqual(vault.seed)
    })

    it('hides a share set without a wrapped vault key, never releases its server share, and removes it after a day', async () => {
      const browser = await begin()
      await browser.makeWallet()
      const setId = randomUUID()
      await browser.call('POST', 'sets', { setId, type: 'device', label: '' })
      const { wallet } = (await browser.call('GET', 'session')).body
      expect(wallet.sets.map((set: { setId: string }) => set.setId)).not.toContain(setId)
      expect(await browser.call('POST', `sets/${setId}/release`, {})).toEqual(failedAnswer(404, 'KEY_SET_NOT_FOUND'))
      await removeStaleRows(on.database, on.server.time.now + dayMs + 1)
      expect(await on.database.select().from(shareSets).where(eq(shareSets.id, setId))).toEqual([])
    })

    it('answers KEY_SET_NOT_FOUND for a share set of another user', async () => {
      const { device, second } = await (await begin()).makeWallet()
      const stranger = await begin()
      await stranger.makeWallet()
      for (const { set } of [device, second]) {
        const missing = failedAnswer(404, 'KEY_SET_NOT_FOUND')
        expect(await stranger.call('POST', `sets/${set.setId}/release`, {})).toEqual(missing)
        expect(await stranger.call('POST', `sets/${set.setId}/confirm`, {})).toEqual(missing)
        expect(await stranger.call('DELETE', `sets/${set.setId}?proof=0x00`)).toEqual(missing)
      }
    })

    it('a user without a wallet cannot add a share set', async () => {
      const request = { setId: randomUUID(), type: 'device', label: '' }
      expect(await (await begin()).call('POST', 'sets', request)).toEqual(failedAnswer(404, 'WALLET_MISSING'))
    })

    it('adds a share set only after a fresh login, except for the first share set of a wallet', async () => {
      const owner = await on.owner()
      const browser = await owner.browser()
      const vault = await makeTestVault()
      await browser.call('POST', 'keys', vault.request)
      on.server.time.now += 6 * minuteMs
      expect((await browser.addSet(vault, 'device')).status).toBe(200)
      const second = await browser.addSet(vault, 'passkey')
      expect([second.status, second.body]).toEqual([403, { code: 'FRESH_LOGIN_REQUIRED' }])
    })

    it('above the limit, a confirmed share set evicts the device share set that was unused for the longest time', async () => {
      const browser = await begin()
      const { vault, device, second } = await browser.makeWallet()
      for (let count = 0; count < 31; count++) {
        on.server.time.now += 1
        await browser.confirm(vault, (await browser.addSet(vault, 'device')).set)
      }
      const { sets }: WalletRecord = (await browser.call('GET', 'session')).body.wallet
      expect(sets.length).toBe(32)
      const ids = sets.map(({ setId }) => setId)
      expect([ids.includes(device.set.setId), ids.includes(second.set.setId)]).toEqual([false, true])
    })
  })

  describe('server shares', () => {
    it('releases a server share to the session that made the share set, and to other sessions only after a fresh login', async () => {
      const owner = await on.owner()
      const browser = await owner.browser()
      const { vault, device, second } = await browser.makeWallet()
      const other = await owner.browser()
      expect((await other.unlock(vault, second)).seed).toEqual(vault.seed)
      on.server.time.now += 6 * minuteMs
      expect((await browser.unlock(vault, device)).seed).toEqual(vault.seed)
      expect((await other.unlock(vault, second)).body).toEqual({ code: 'FRESH_LOGIN_REQUIRED' })
    })

    it('releases the share set of a browser to each of its sessions, however old their logins are', async () => {
      const owner = await on.owner()
      const browser = await owner.browser()
      const { vault, device } = await browser.makeWallet()
      const [later, last] = [await owner.browser(browser), await owner.browser(browser)]
      await later.unlock(vault, device)
      on.server.time.now += 6 * minuteMs
      for (const session of [last, later, browser])
        expect((await session.unlock(vault, device)).seed).toEqual(vault.seed)
    })

    it('releases a server share at most ten times a minute and a hundred times a day', async () => {
      const owner = await on.owner()
      const browser = await owner.browser()
      const { device } = await browser.makeWallet()
      const release = async (token: string) =>
        (await browser.client.call('POST', `sets/${device.set.setId}/release`, { token, body: {} })).status
      const inOneMinute = async (token: string) => {
        on.server.time.now += minuteMs
        const statuses: number[] = []
        for (let count = 0; count < 11; count++) statuses.push(await release(token))
        return statuses
      }
      const ten = [...Array<number>(10).fill(200), 429]
      // Start at the beginning of a day, so that the daily count is zero.
      on.server.time.now = Math.ceil(on.server.time.now / dayMs) * dayMs
      const later = (await owner.browser(browser)).tokens.accessToken
      for (let minute = 0; minute < 9; minute++) expect(await inOneMinute(later)).toEqual(ten)
      const last = (await owner.browser(browser)).tokens.accessToken
      expect(await inOneMinute(last)).toEqual(ten)
      expect(await inOneMinute(last)).toEqual(Array<number>(11).fill(429))
      on.server.time.now += dayMs
      expect(await release((await owner.browser(browser)).tokens.accessToken)).toBe(200)
    })

    it("releases a server share to the owner after an attacker with only the mailbox has used up the limit in the attacker's browser", async () => {
      const owner = await on.owner()
      const browser = await owner.browser()
      const { vault, device } = await browser.makeWallet()
      const thief = await owner.browser()
      const statuses: number[] = []
      for (let count = 0; count < 11; count++)
        statuses.push((await thief.call('POST', `sets/${device.set.setId}/release`, {})).status)
      expect(statuses.at(-1)).toBe(429)
      expect((await browser.unlock(vault, device)).seed).toEqual(vault.seed)
    })

    it('deletes the server share of a device when an unlocked wallet removes the device', async () => {
      const owner = await on.owner()
      const browser = await owner.browser()
      const { vault, device, second } = await browser.makeWallet()
      const other = await owner.browser()
      expect((await other.endSession(vault, browser.session.id)).status).toBe(200)
      expect((await browser.unlock(vault, device)).status).toBe(401)
      expect((await (await owner.browser(browser)).unlock(vault, device)).status).toBe(404)
      expect((await other.unlock(vault, second)).seed).toEqual(vault.seed)
      expect(await on.database.select().from(shareSets).where(eq(shareSets.id, device.set.setId))).toEqual([])
    })

    it('deletes the server shares of all devices on a sign-out everywhere with an unlocked wallet', async () => {
      const owner = await on.owner()
      const browser = await owner.browser()
      const { vault, device } = await browser.makeWallet()
      const other = await owner.browser()
      const second = await other.addSet(vault, 'device')
      // Without a proof, the end of the session removes no share set.
      await other.endSession(null, browser.session.id)
      expect((await other.signOut(true, vault)).status).toBe(200)
      const later = await owner.browser()
      const { sets }: WalletRecord = (await later.call('GET', 'session')).body.wallet
      expect(sets.map(({ type }) => type)).toEqual(['passkey'])
      expect((await later.unlock(vault, device)).status).toBe(404)
      expect((await later.unlock(vault, second)).status).toBe(404)
    })

    it('releases the server share of a revoked session only after a new login, even if the session row is deleted', async () => {
      const owner = await on.owner()
      const browser = await owner.browser()
      const { vault, device } = await browser.makeWallet()
      await revokeSessions(on.database, [browser.session.id], on.server.time.now)
      expect((await browser.unlock(vault, device)).status).toBe(401)
      const later = await owner.browser(browser)
      expect((await later.unlock(vault, device)).seed).toEqual(vault.seed)
      await removeStaleRows(on.database, on.server.time.now + 31 * dayMs)
      const last = await owner.browser()
      expect((await last.unlock(vault, device)).seed).toEqual(vault.seed)
      on.server.time.now += 6 * minuteMs
      expect((await last.unlock(vault, device)).body).toEqual({ code: 'FRESH_LOGIN_REQUIRED' })
    })

    it('releases no server share whose sealed value was moved to another row', async () => {
      const owner = await on.owner()
      const browser = await owner.browser()
      const { vault, device, second } = await browser.makeWallet()
      const rowOf = async (id: string) => (await on.database.select().from(shareSets).where(eq(shareSets.id, id)))[0]
      const foreign = await rowOf(second.set.setId)
      await on.database
        .update(shareSets)
        .set({ sealedShare: foreign?.sealedShare ?? '' })
        .where(eq(shareSets.id, device.set.setId))
      const moved = await browser.unlock(vault, device)
      expect([moved.status, moved.body]).toEqual([500, { code: 'INTERNAL_ERROR' }])
    })
  })

  describe('removal of share sets', () => {
    it('refuses to remove the last durable share set', async () => {
      const browser = await begin()
      const { vault, device, second } = await browser.makeWallet()
      expect(await browser.remove(vault, second.set)).toEqual(failedAnswer(409, 'LAST_DURABLE_SET'))
      // An unconfirmed share set might be unable to open the wallet, so it doesn't count as durable.
      const unproven = await browser.addSet(vault, 'vault')
      expect((await browser.remove(vault, second.set)).status).toBe(409)
      await browser.confirm(vault, unproven.set)
      const { status, body } = await browser.remove(vault, second.set)
      expect([status, body.sets.map(({ type }: { type: string }) => type)]).toEqual([200, ['device', 'vault']])
      expect((await browser.remove(vault, device.set)).status).toBe(200)
    })

    describe('share sets of wallet windows', () => {
      const withWindow = async (durable: UnlockMethod) => {
        const owner = await on.owner()
        const [frame, window] = [await owner.browser(), await owner.browser()]
        const { vault, device } = await frame.makeWallet(durable)
        const set = await window.addSet(vault, 'vault')
        await window.confirm(vault, set.set)
        const types = async (browser = frame) =>
          (await browser.call('GET', 'session')).body.wallet.sets.map(({ type }: { type: string }) => type)
        return { owner, frame, window, vault, device, set, types }
      }

      it('a wallet window loses its share set if it is removed, but not if it signs out or another browser signs out everywhere', async () => {
        const signedOut = await withWindow('passkey')
        await signedOut.window.signOut(false)
        expect(await signedOut.types()).toEqual(['device', 'passkey', 'vault'])
        const everywhere = await withWindow('passkey')
        expect((await everywhere.window.signOut(true, everywhere.vault)).status).toBe(200)
        expect(await everywhere.types(await everywhere.owner.browser(everywhere.window))).toEqual(['passkey', 'vault'])
        const left = await withWindow('passkey')
        expect((await left.window.endSession(left.vault, left.window.session.id)).status).toBe(200)
        expect(await left.types()).toEqual(['device', 'passkey'])
        const removed = await withWindow('passkey')
        await removed.frame.endSession(removed.vault, removed.window.session.id)
        expect(await removed.types()).toEqual(['device', 'passkey'])
        const elsewhere = await withWindow('passkey')
        await elsewhere.frame.signOut(true, elsewhere.vault)
        expect(await elsewhere.types(await elsewhere.owner.browser())).toEqual(['passkey', 'vault'])
      })

      it('a wallet window cannot remove itself while its share set is the last durable one, and keeps its session', async () => {
        const { frame, window, vault, types } = await withWindow('vault')
        const [, first] = (await frame.call('GET', 'session')).body.wallet.sets
        await frame.remove(vault, first)
        expect(await window.endSession(vault, window.session.id)).toEqual(failedAnswer(409, 'LAST_DURABLE_SET'))
        expect(await types(window)).toEqual(['device', 'vault'])
      })

      it('a wallet window that signs out keeps its share set if it is the last durable one', async () => {
        const { owner, frame, window, vault, set, types } = await withWindow('vault')
        const [, first] = (await frame.call('GET', 'session')).body.wallet.sets
        await frame.remove(vault, first)
        await window.signOut(false)
        expect(await types()).toEqual(['device', 'vault'])
        const again = await owner.browser(window)
        expect((await again.call('POST', `sets/${set.set.setId}/release`, {})).status).toBe(200)
      })
    })

    it('a browser that signs out keeps its share set', async () => {
      const owner = await on.owner()
      const first = await owner.browser()
      const vault = await makeTestVault()
      await first.call('POST', 'keys', vault.request)
      const device = await first.addSet(vault, 'device')
      await first.signOut(false)
      const back = await owner.browser(first)
      expect((await back.unlock(vault, device)).seed).toEqual(vault.seed)
      const passkey = await back.addSet(vault, 'passkey')
      await back.confirm(vault, passkey.set)
      expect((await back.unlock(vault, device)).seed).toEqual(vault.seed)
      await back.signOut(false)
      expect((await (await owner.browser(back)).unlock(vault, device)).seed).toEqual(vault.seed)
    })

    describe('share sets of wallet windows with two sessions', () => {
      /** Makes a share set in a wallet window, and a later session of the same window. */
      const twice = async () => {
        const owner = await on.owner()
        const frame = await owner.browser()
        const { vault, second: passkey } = await frame.makeWallet('passkey')
        const window = await owner.browser()
        const set = await window.addSet(vault, 'vault')
        await window.confirm(vault, set.set)
        return { owner, frame, vault, passkey, set, window, later: await owner.browser(window) }
      }
      const last = failedAnswer(409, 'LAST_DURABLE_SET')

      it.each(['removed there', 'removed from the list'])(
        'a wallet window with two logins loses its share set if its later session is %s',
        async (how) => {
          const { frame, vault, passkey, later, window } = await twice()
          if (how === 'removed there') await later.endSession(vault, later.session.id)
          else await frame.endSession(vault, later.session.id)
          expect(await frame.remove(vault, passkey.set)).toEqual(last)
          expect((await window.call('GET', 'session')).body.code).toBe('SESSION_REVOKED')
        },
      )

      it('a wallet window keeps its share set at a sign-out, and loses it when it removes itself after another was added', async () => {
        const { owner, frame, vault, passkey, set, window, later } = await twice()
        await frame.remove(vault, passkey.set)
        await later.signOut(false)
        const again = await owner.browser(later)
        expect((await again.unlock(vault, set)).seed).toEqual(vault.seed)
        const added = await frame.addSet(vault, 'passkey')
        await frame.confirm(vault, added.set)
        await again.endSession(vault, again.session.id)
        expect(await frame.remove(vault, added.set)).toEqual(last)
        expect((await window.call('GET', 'session')).body.code).toBe('SESSION_REVOKED')
      })

      it('a wallet window keeps its share set when another browser signs out', async () => {
        const { frame, set, later } = await twice()
        await frame.call('POST', `sets/${set.set.setId}/release`, {})
        await frame.signOut(false)
        const { sets } = (await later.call('GET', 'session')).body.wallet
        expect(sets.map(({ type }: { type: string }) => type)).toEqual(['device', 'passkey', 'vault'])
      })
    })

    it('mails the owner when a durable share set is removed, or added to a wallet that has one', async () => {
      const browser = await begin()
      on.server.mails.length = 0
      const { vault, device } = await browser.makeWallet('guardian')
      const passkey = await browser.addSet(vault, 'passkey')
      expect(on.server.mails).toEqual([])
      for (let each = 0; each < 2; each++) await browser.confirm(vault, passkey.set)
      await browser.remove(vault, passkey.set)
      await browser.remove(vault, device.set)
      expect(on.server.mails.map(({ to, subject }) => [to, subject])).toEqual([
        ['ann@shop.example', 'There is a new way to open your wallet'],
        ['ann@shop.example', 'One way to open your wallet was removed'],
      ])
      expect(on.server.mails[1]?.text).toContain('Your wallet can no longer be opened with a passkey.')
    })

    it('removes a share set even if the mail about the removal fails', async () => {
      const browser = await begin()
      const { vault } = await browser.makeWallet('guardian')
      const kit = await browser.addSet(vault, 'kit')
      await browser.confirm(vault, kit.set)
      on.server.mail.fails = new AppError(walletErrors.MAIL_NOT_SENT)
      expect((await browser.remove(vault, kit.set)).status).toBe(200)
      on.server.mail.fails = undefined
    })

    describe('attackers with only the mailbox', () => {
      const locked = failedAnswer(400, 'WALLET_LOCKED')
      /** Makes a wallet with two durable share sets, and an attacker's session from a stolen code. */
      const robbed = async () => {
        const owner = await on.owner()
        const browser = await owner.browser()
        const { vault, second } = await browser.makeWallet('guardian')
        const third = await browser.addSet(vault, 'passkey')
        await browser.confirm(vault, third.set)
        return { browser, vault, second, third, thief: await owner.browser() }
      }
      const types = async (who: OwnerBrowser): Promise<[UnlockMethod, boolean][]> => {
        const { sets }: WalletRecord = (await who.call('GET', 'session')).body.wallet
        return sets.map(({ type, confirmed }) => [type, confirmed])
      }

      it('does not let an attacker with only the mailbox confirm a backup or remove a share set', async () => {
        const { second, third, thief } = await robbed()
        const kit = { setId: randomUUID(), type: 'kit', label: 'Backup' }
        on.server.time.now += 1
        await thief.call('POST', 'sets', kit)
        expect(await thief.call('POST', `sets/${kit.setId}/confirm`, {})).toEqual(locked)
        for (const { set } of [second, third]) {
          expect(await thief.call('DELETE', `sets/${set.setId}`)).toEqual(locked)
          // The attacker also sends proofs by the attacker's own wallet and malformed signatures.
          expect(await thief.remove(await makeTestVault(), set)).toEqual(locked)
          expect(await thief.call('DELETE', `sets/${set.setId}?proof=0x00`)).toEqual(locked)
        }
        expect(await types(thief)).toEqual([
          ['device', true],
          ['guardian', true],
          ['passkey', true],
          ['kit', false],
        ])
      })

      it.each<UnlockMethod>(['passkey', 'vault', 'kit', 'guardian', 'device'])(
        'does not let an attacker with only the mailbox confirm a share set of type %s',
        async (type) => {
          const { thief } = await robbed()
          const made = await thief.addSet(await makeTestVault(), type)
          expect(await thief.call('POST', `sets/${made.set.setId}/confirm`, {})).toEqual(locked)
        },
      )

      it('confirms or removes a share set only with a proof for this share set, action and session', async () => {
        const { browser, vault, second, third, thief } = await robbed()
        const proofOf = (set: { setId: string }, action: 'confirm' | 'remove') =>
          vault.prove({ action, setId: set.setId, sessionId: browser.session.id })
        const remove = (who: OwnerBrowser, proof: string) =>
          who.call('DELETE', `sets/${third.set.setId}?proof=${proof}`)
        expect(await remove(browser, await proofOf(second.set, 'remove'))).toEqual(locked)
        expect(await remove(browser, await proofOf(third.set, 'confirm'))).toEqual(locked)
        expect(await remove(thief, await proofOf(third.set, 'remove'))).toEqual(locked)
        const kit = await browser.addSet(vault, 'kit')
        const confirm = async (proof: string) => browser.call('POST', `sets/${kit.set.setId}/confirm`, { proof })
        expect(await confirm(await proofOf(kit.set, 'remove'))).toEqual(locked)
        expect(await confirm(await proofOf(third.set, 'confirm'))).toEqual(locked)
        expect((await confirm(await proofOf(kit.set, 'confirm'))).status).toBe(200)
        expect((await remove(browser, await proofOf(third.set, 'remove'))).status).toBe(200)
      })

      it('confirms and removes no durable share set later than five minutes after the login', async () => {
        const { browser, vault, third } = await robbed()
        const kit = await browser.addSet(vault, 'kit')
        on.server.time.now += 6 * minuteMs
        const stale = failedAnswer(403, 'FRESH_LOGIN_REQUIRED')
        expect(await browser.confirm(vault, kit.set)).toEqual(stale)
        expect(await browser.remove(vault, third.set)).toEqual(stale)
      })
    })

    it('keeps one of the last two durable share sets when both are removed at the same time', async () => {
      const browser = await begin()
      const { vault, second } = await browser.makeWallet()
      const third = await browser.addSet(vault, 'kit')
      await browser.confirm(vault, third.set)
      const answers = await Promise.all([second, third].map(({ set }) => browser.remove(vault, set)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    })

    it('removes a share set only after a fresh login', async () => {
      const browser = await begin()
      const { device } = await browser.makeWallet()
      on.server.time.now += 6 * minuteMs
      expect(await browser.call('DELETE', `sets/${device.set.setId}`)).toEqual(
        failedAnswer(403, 'FRESH_LOGIN_REQUIRED'),
      )
    })
  })

  it.each([
    ['keys', {}],
    ['keys', { walletId: 'x' }],
    ['sets', { setId: 'x', type: 'device', label: '' }],
    ['sets', { setId: randomUUID(), type: 'offline', label: '' }],
    ['sets', { setId: randomUUID(), type: 'device', label: 'x'.repeat(65) }],
    ['sets', { setId: randomUUID(), type: 'device', label: '', more: 1 }],
    ['sets/1/release', {}],
    ['sets/..%2f1/confirm', {}],
  ])('rejects POST %s with the invalid body %j', async (path, body) => {
    expect(await (await begin()).call('POST', path, body)).toEqual(failedAnswer(400, 'INVALID_INPUT'))
  })

  it('the routes of wallets and share sets require a session', async () => {
    const client = await on.server.makeClient()
    for (const [method, path] of [
      ['POST', 'keys'],
      ['POST', 'sets'],
      ['PUT', `sets/${randomUUID()}/wrapped`],
      ['POST', `sets/${randomUUID()}/release`],
      ['POST', `sets/${randomUUID()}/confirm`],
      ['DELETE', `sets/${randomUUID()}`],
    ] as const)
      expect(await client.call(method, path, { body: {} })).toEqual(failedAnswer(401, 'SESSION_REVOKED'))
  })
})

test('in self custody, rejects a guardian share set', async () => {
  const [engine] = databaseEngines
  if (!engine) return
  const { database } = await engine.open()
  const server = await makeWalletServer(async () => database)
  server.parts.settings.wallet.custody = 'self'
  const browser = await (await makeWalletOwner(server, database)).browser()
  const vault = await makeTestVault()
  await browser.call('POST', 'keys', vault.request)
  expect((await browser.addSet(vault, 'guardian')).body).toEqual({ code: 'INVALID_INPUT' })
  expect((await browser.addSet(vault, 'passkey')).status).toBe(200)
})
