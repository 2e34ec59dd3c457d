import type { WalletRecord } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { and, eq } from 'drizzle-orm'
import { describe, expect, vi } from 'vitest'
import { makeTestVault } from '../../../test/custody.ts'
import { databaseEngines } from '../../../test/database.ts'
import { failedAnswer, setUpServerOnEngine } from '../../../test/onEngine.ts'
import type { OwnerBrowser } from '../../../test/owner.ts'
import { removeStaleRows } from '../../database/staleRows.ts'
import { shareSets } from '../../database/walletTables.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const dayMs = 24 * 60 * 60_000

describe.each(databaseEngines)('attackers with only the mailbox, on $name', (engine) => {
  const on = setUpServerOnEngine(engine)
  const { it } = on
  const locked = failedAnswer(400, 'WALLET_LOCKED')
  /** Makes the owner's wallet in a frame and a wallet window, and an attacker's session from a stolen code. */
  const rob = async () => {
    const owner = await on.owner()
    const [frame, window] = [await owner.browser(), await owner.browser()]
    const { vault, device } = await frame.makeWallet('passkey')
    const set = await window.addSet(vault, 'vault')
    await window.confirm(vault, set.set)
    return { owner, frame, window, vault, device, set, thief: await owner.browser() }
  }
  const types = async (browser: OwnerBrowser) => {
    const { sets }: WalletRecord = (await browser.call('GET', 'session')).body.wallet
    return sets.map(({ type }) => type)
  }

  describe('ending sessions of the owner', () => {
    it.each(['one by one', 'everywhere'])(
      "an attacker with only the mailbox removes no share set by ending the owner's sessions %s",
      async (how) => {
        const { owner, frame, window, vault, device, set, thief } = await rob()
        if (how === 'everywhere') expect((await thief.signOut(true)).status).toBe(200)
        else
          for (const { session } of [frame, window]) expect((await thief.endSession(null, session.id)).status).toBe(200)
        for (const browser of [frame, window])
          expect((await browser.call('GET', 'session')).body.code).toBe('SESSION_REVOKED')
        expect((await (await owner.browser(frame)).unlock(vault, device)).seed).toEqual(vault.seed)
        const again = await owner.browser(window)
        expect((await again.unlock(vault, set)).seed).toEqual(vault.seed)
        expect(await types(again)).toEqual(['device', 'passkey', 'vault'])
      },
    )

    it('an attacker to whom the server released its shares removes no share set by ending sessions', async () => {
      const { owner, frame, window, vault, device, set, thief } = await rob()
      for (const { session } of [frame, window]) await thief.endSession(null, session.id)
      for (const way of [device, set])
        expect((await thief.call('POST', `sets/${way.set.setId}/release`, {})).status).toBe(200)
      await thief.signOut(true)
      expect((await (await owner.browser(frame)).unlock(vault, device)).seed).toEqual(vault.seed)
      expect((await (await owner.browser(window)).unlock(vault, set)).seed).toEqual(vault.seed)
    })

    it('an attacker removes no share set with a proof for another wallet, action or session', async () => {
      const { frame, window, vault, device, set, thief } = await rob()
      expect(await thief.endSession(await makeTestVault(), frame.session.id)).toEqual(locked)
      expect(await thief.signOut(true, await makeTestVault())).toEqual(locked)
      const sessionId = thief.session.id
      const end = (proof: string) => thief.call('DELETE', `sessions/${frame.session.id}?proof=${proof}`)
      for (const change of [
        { action: 'remove', setId: frame.session.id, sessionId },
        { action: 'end', setId: window.session.id, sessionId },
        { action: 'end', setId: 'all', sessionId },
        { action: 'end', setId: frame.session.id, sessionId: window.session.id },
      ] as const)
        expect(await end(await vault.prove(change))).toEqual(locked)
      expect((await frame.unlock(vault, device)).seed).toEqual(vault.seed)
      expect((await window.unlock(vault, set)).seed).toEqual(vault.seed)
    })

    it("the owner ends a session and removes its browser's share sets with one proof, despite an attacker's session", async () => {
      const { owner, frame, window, vault } = await rob()
      expect((await window.endSession(vault, frame.session.id)).status).toBe(200)
      expect(await types(window)).toEqual(['passkey', 'vault'])
      const other = await owner.browser()
      const device = await other.addSet(vault, 'device')
      await other.confirm(vault, device.set)
      expect((await other.endSession(vault, window.session.id)).status).toBe(200)
      expect(await types(other)).toEqual(['passkey', 'device'])
    })
  })

  it('an attacker with only the mailbox cannot remove a device share set by a DELETE request', async () => {
    const { frame, vault, device, thief } = await rob()
    expect(await thief.call('DELETE', `sets/${device.set.setId}`)).toEqual(locked)
    expect(await thief.remove(await makeTestVault(), device.set)).toEqual(locked)
    expect((await frame.unlock(vault, device)).seed).toEqual(vault.seed)
  })

  describe('share sets that an attacker adds above the limit', () => {
    it('an attacker evicts no confirmed share set by adding unconfirmed ones', async () => {
      const { owner, frame, vault, device, thief } = await rob()
      const own = await makeTestVault()
      for (let each = 0; each < 40; each++) {
        const { set } = await thief.addSet(own, 'device')
        expect(await thief.confirm(own, set)).toEqual(locked)
      }
      const rows = await on.database
        .select()
        .from(shareSets)
        .where(and(eq(shareSets.walletId, vault.request.walletId), eq(shareSets.confirmed, false)))
      expect(rows.length).toBe(16)
      const anew = await owner.browser()
      expect((await anew.confirm(vault, (await anew.addSet(vault, 'device')).set)).status).toBe(200)
      expect((await frame.unlock(vault, device)).seed).toEqual(vault.seed)
      await removeStaleRows(on.database, on.server.time.now + dayMs + 1)
      expect(await types(await owner.browser())).toEqual(['device', 'passkey', 'vault', 'device'])
    })

    it('an attacker evicts no share set that the owner has added and not yet confirmed', async () => {
      const { window, vault, thief } = await rob()
      const own = await makeTestVault()
      const begin = async (count: number) => {
        for (let each = 0; each < count; each++) await thief.addSet(own, 'device')
      }
      await begin(20)
      const passkey = await window.addSet(vault, 'passkey')
      await begin(20)
      expect((await window.confirm(vault, passkey.set)).status).toBe(200)
    })

    it('an attacker evicts no unconfirmed share set that was created together with the wallet', async () => {
      const owner = await on.owner()
      const [browser, thief] = [await owner.browser(), await owner.browser()]
      const vault = await makeTestVault()
      const own = { setId: crypto.randomUUID(), type: 'device' } as const
      const [client, serverShare] = [new Uint8Array(32), 'A'.repeat(43)]
      const wrapped = await vault.wrap(client, serverShare, own)
      await browser.call('POST', 'keys', { ...vault.request, set: { ...own, label: '', serverShare, wrapped } })
      for (let each = 0; each < 20; each++) await thief.addSet(vault, 'passkey')
      await removeStaleRows(on.database, on.server.time.now + dayMs + 1)
      const later = await owner.browser(browser)
      expect((await later.unlock(vault, { set: own, client })).seed).toEqual(vault.seed)
    })
  })
})
