import { randomUUID } from 'node:crypto'
import type { RenewVaultKeyRequest } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { databaseEngines } from '../../../../test/database.ts'
import { dumpWallets } from '../../../../test/dump.ts'
import { beforeKeyServiceCall } from '../../../../test/keyService.ts'
import { failedAnswer, setUpServerOnEngine } from '../../../../test/onEngine.ts'
import type { OwnerBrowser } from '../../../../test/owner.ts'
import { shareSets } from '../../../database/walletTables.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

describe.each(databaseEngines)('key renewal on $name', (engine) => {
  const on = setUpServerOnEngine(engine)
  const { it } = on
  const gone = failedAnswer(404, 'KEY_SET_NOT_FOUND')

  const state = () => dumpWallets(on.database)
  const renewKey = (browser: OwnerBrowser, request: RenewVaultKeyRequest) => browser.call('POST', 'keys/renew', request)
  /** Makes a wallet with two browsers and a passkey. */
  const open = async () => {
    const owner = await on.owner()
    const [frame, window] = [await owner.browser(), await owner.browser()]
    const { vault, device, second: passkey } = await frame.makeWallet('passkey')
    const set = await window.addSet(vault, 'vault')
    await window.confirm(vault, set.set)
    return { owner, frame, window, vault, device, passkey, set }
  }

  describe('failures of a key renewal', () => {
    /** Makes the database raise an error when a renewal executes the given statement on the given table. */
    const cutAt = (table: string, when: string) => async () => {
      await on.database.execute(
        sql.raw(`create function cut() returns trigger language plpgsql as $$ begin raise 'cut'; end $$`),
      )
      await on.database.execute(sql.raw(`create trigger cut before ${when} on ${table} execute function cut()`))
      return async () => void (await on.database.execute(sql.raw('drop function cut cascade')))
    }
    const cuts = [
      ['when the first set is sealed', async () => beforeKeyServiceCall(on.server, 'seal', 1, fail)],
      ['when the second set is sealed', async () => beforeKeyServiceCall(on.server, 'seal', 2, fail)],
      ['when the vault is updated', cutAt('wallets', 'update')],
      ['when a set is inserted', cutAt('key_sets', 'insert')],
      ['when the old sets are deleted', cutAt('key_sets', 'delete')],
      ['when the pending export is deleted', cutAt('exports', 'delete')],
      ['when the event is written', cutAt('events', 'insert')],
    ] as const

    it.each(cuts)('changes nothing if a key renewal fails %s', async (_step, cut) => {
      const { frame, window, vault, device, set } = await open()
      const { request } = await frame.prepareKey(vault)
      const before = await state()
      const mend = await cut()
      expect(await renewKey(frame, request)).toEqual(failedAnswer(500, 'INTERNAL_ERROR'))
      await mend()
      expect(await state()).toEqual(before)
      expect((await frame.unlock(vault, device)).seed).toEqual(vault.seed)
      expect((await window.unlock(vault, set)).seed).toEqual(vault.seed)
      expect((await renewKey(frame, request)).status).toBe(200)
    })

    test.skipIf(engine.skip || engine.name === 'PGlite')(
      'changes nothing if the database connection breaks during a key renewal',
      async () => {
        const { frame, vault, device } = await open()
        const { request } = await frame.prepareKey(vault)
        const before = await state()
        const others = sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction'`
        const mend = beforeKeyServiceCall(on.server, 'seal', 2, async () => void (await on.database.execute(others)))
        expect(await renewKey(frame, request)).toEqual(failedAnswer(503, 'RESOURCE_UNAVAILABLE'))
        mend()
        expect(await state()).toEqual(before)
        expect((await frame.unlock(vault, device)).seed).toEqual(vault.seed)
        expect((await renewKey(frame, request)).status).toBe(200)
      },
    )

    it.each(cuts.filter(([step]) => !/second|vault|export/.test(step)))(
      'changes nothing if the renewal of a share set fails %s',
      async (_step, cut) => {
        const { frame, vault, device } = await open()
        const before = await state()
        const mend = await cut()
        const { status, request } = await frame.renew(vault, device.set)
        expect(status).toBe(500)
        await mend()
        expect(await state()).toEqual(before)
        expect((await frame.unlock(vault, device)).seed).toEqual(vault.seed)
        expect((await frame.call('POST', `sets/${device.set.setId}/renew`, request)).status).toBe(200)
      },
    )
  })

  /** Waits until `count` requests wait for a lock in PostgreSQL. */
  const waiting = async (count: number): Promise<void> => {
    const read = sql`select count(*)::int as count from pg_locks where not granted`
    const { rows }: { rows: { count: number }[] } = Object(await on.database.execute(read))
    if ((rows[0]?.count ?? 0) < count) await waiting(count)
  }

  describe('requests with a share set of the old vault key during a key renewal', () => {
    it('during a key renewal, rejects requests that use a share set of the old vault key, and changes nothing', async () => {
      const { owner, frame, window, vault, device, passkey, set } = await open()
      const other = await owner.browser()
      const begun = await other.addSet(vault, 'device')
      const unwrapped = randomUUID()
      const { body } = await other.call('POST', 'sets', { setId: unwrapped, type: 'device', label: '' })
      const wrapped = await vault.wrap(new Uint8Array(32), body.serverShare, { setId: unwrapped, type: 'device' })
      let late: Promise<{ status: number; body: unknown }>[] = []
      // PostgreSQL runs these requests during the renewal's transaction. PGlite has one connection and runs them
      // afterwards.
      beforeKeyServiceCall(on.server, 'seal', 2, async () => {
        late = [other.confirm(vault, begun.set), window.remove(vault, passkey.set), window.renew(vault, set.set)]
        if (engine.name !== 'PGlite') await waiting(late.length)
      })
      const { status, body: record } = await frame.renewKey(vault)
      expect(status).toBe(200)
      expect(late.length).toBe(3)
      const [confirmed, removed, renewed] = await Promise.all(late)
      expect([confirmed, removed]).toEqual([gone, gone])
      expect(renewed).toMatchObject(failedAnswer(400, 'WALLET_LOCKED'))
      expect(await other.call('PUT', `sets/${unwrapped}/wrapped`, { wrapped })).toEqual(gone)
      expect(await frame.unlock(vault, device)).toMatchObject(gone)
      expect((await window.call('GET', 'session')).body.wallet).toEqual(record)
    })

    it('a request that started before a key renewal receives no server share of the old key after the renewal', async () => {
      const { frame, window, vault, set } = await open()
      const restore = beforeKeyServiceCall(on.server, 'open', 1, async () => {
        restore()
        expect((await frame.renewKey(vault)).status).toBe(200)
      })
      expect(await window.call('POST', `sets/${set.set.setId}/release`, {})).toEqual(gone)
    })

    it('leaves only share sets of one vault key if other changes run at the same time as a key renewal', async () => {
      const { owner, frame, window, vault, device, passkey, set } = await open()
      const other = await owner.browser()
      const begun = await other.addSet(vault, 'passkey')
      const [renewed, ...rest] = await Promise.all([
        frame.renewKey(vault),
        other.confirm(vault, begun.set),
        other.addSet(vault, 'device'),
        window.remove(vault, passkey.set),
        window.renew(vault, set.set),
        window.unlock(vault, set),
        frame.unlock(vault, device),
      ])
      expect(renewed.status).toBe(200)
      expect(rest.filter(({ status }) => status >= 500)).toEqual([])
      const rows = await on.database.select().from(shareSets).where(eq(shareSets.walletId, vault.request.walletId))
      expect(rows.filter(({ epoch }) => epoch !== 2)).toEqual([])
      const confirmed = rows.filter((row) => row.confirmed).map(({ id }) => id)
      expect(confirmed.sort()).toEqual([renewed.device.set.setId, renewed.second.set.setId].sort())
      expect((await window.unlock(renewed.next, renewed.second)).seed).toEqual(vault.seed)
    })
  })
})

const fail = async (): Promise<never> => {
  throw new Error('cut')
}
