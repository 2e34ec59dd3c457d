import { randomUUID } from 'node:crypto'
import type { UnlockMethod } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { describe, expect, vi } from 'vitest'
import { makeTestVault, secureRandomBytes } from '../../../../test/custody.ts'
import { databaseEngines } from '../../../../test/database.ts'
import { failedAnswer, setUpServerOnEngine } from '../../../../test/onEngine.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const minuteMs = 60_000

describe.each(databaseEngines)('creation of wallets on $name', (engine) => {
  const on = setUpServerOnEngine(engine)
  const { it, begin } = on

  describe('creating a wallet with its first share set', () => {
    const withSet = async (type: UnlockMethod = 'device') => {
      const vault = await makeTestVault()
      const set = { setId: randomUUID(), type }
      const [client, share] = [secureRandomBytes(32), Buffer.from(secureRandomBytes(32)).toString('base64url')]
      const wrapped = await vault.wrap(client, share, set)
      const first = { ...set, label: ' This browser ', serverShare: share, wrapped }
      return { vault, set, client, request: { ...vault.request, set: first } }
    }

    it('stores a pending wallet that the first share set opens', async () => {
      const browser = await begin()
      const { vault, set, client, request } = await withSet()
      const { status, body } = await browser.call('POST', 'keys', request)
      const row = { ...set, epoch: 1, confirmed: false, label: 'This browser', lastUsedAt: null }
      expect(status).toBe(200)
      expect(body).toMatchObject({ walletId: vault.request.walletId, status: 'pending', sets: [row] })
      expect((await browser.call('GET', 'session')).body.wallet).toEqual(body)
      on.server.time.now += 6 * minuteMs
      expect((await browser.unlock(vault, { set, client })).seed).toEqual(vault.seed)
      const confirmed = await browser.confirm(vault, set)
      expect(confirmed.body).toMatchObject({ status: 'pending', sets: [{ confirmed: true }] })
    })

    it('creates no wallet if the server refuses its first share set', async () => {
      const [one, two] = [await begin(), await begin()]
      const taken = await withSet()
      await one.call('POST', 'keys', taken.request)
      const { request } = await withSet()
      const same = { ...request, set: { ...request.set, setId: taken.set.setId } }
      expect(await two.call('POST', 'keys', same)).toEqual(failedAnswer(400, 'INVALID_INPUT'))
      expect((await two.call('GET', 'session')).body.wallet).toBeNull()
      expect((await one.unlock(taken.vault, taken)).seed).toEqual(taken.vault.seed)
    })

    it('a second request to create a wallet changes neither the stored wallet nor its share set', async () => {
      const browser = await begin()
      const [first, second] = [await withSet(), await withSet()]
      const { body } = await browser.call('POST', 'keys', first.request)
      expect(await browser.call('POST', 'keys', second.request)).toEqual(failedAnswer(409, 'WALLET_EXISTS'))
      expect((await browser.call('GET', 'session')).body.wallet).toEqual(body)
    })

    it.each<UnlockMethod>(['passkey', 'kit', 'guardian'])('rejects a first share set of type %s', async (type) => {
      const { request } = await withSet(type)
      expect(await (await begin()).call('POST', 'keys', request)).toEqual(failedAnswer(400, 'INVALID_INPUT'))
    })

    it('rejects a first share set whose server share does not have 32 bytes', async () => {
      const { request } = await withSet()
      const short = { ...request, set: { ...request.set, serverShare: 'A'.repeat(20) } }
      expect(await (await begin()).call('POST', 'keys', short)).toEqual(failedAnswer(400, 'INVALID_INPUT'))
    })
  })
})
