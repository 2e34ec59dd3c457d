import type { UnlockMethod } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { describe, expect, vi } from 'vitest'
import { makeTestVault } from '../../../../test/custody.ts'
import { databaseEngines } from '../../../../test/database.ts'
import { failedAnswer, setUpServerOnEngine } from '../../../../test/onEngine.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

describe.each(databaseEngines)('replacement of wallets on $name', (engine) => {
  const { it, begin } = setUpServerOnEngine(engine)
  /** Makes what an aborted first login leaves behind: a wallet with one unconfirmed share set. */
  const cutOff = async (type: UnlockMethod = 'device') => {
    const browser = await begin()
    const vault = await makeTestVault()
    await browser.call('POST', 'keys', vault.request)
    const { set } = await browser.addSet(vault, type)
    const replace = async (walletId = vault.request.walletId) => {
      const next = await makeTestVault()
      const { status, body } = await browser.call('POST', 'keys', { ...next.request, replaces: walletId })
      return { status, body, next }
    }
    return { browser, vault, set, replace }
  }

  describe('wallets without a confirmed share set', () => {
    it('a new wallet replaces an unconfirmed one together with its share sets', async () => {
      const { browser, vault, set, replace } = await cutOff()
      const { status, body, next } = await replace()
      expect(status).toBe(200)
      expect(body).toMatchObject({ walletId: next.request.walletId, status: 'pending', sets: [] })
      expect((await browser.call('GET', 'session')).body.wallet).toEqual(body)
      expect(await browser.call('POST', `sets/${set.setId}/release`, {})).toEqual(
        failedAnswer(404, 'KEY_SET_NOT_FOUND'),
      )
      expect((await browser.confirm(vault, set)).status).toBe(404)
    })

    it('keeps an unconfirmed wallet if the request to create another wallet does not contain its id', async () => {
      const { browser, vault, replace } = await cutOff()
      expect((await replace((await makeTestVault()).request.walletId)).body).toEqual({ code: 'WALLET_EXISTS' })
      expect((await browser.call('GET', 'session')).body.wallet.walletId).toBe(vault.request.walletId)
    })

    it('keeps an unconfirmed wallet if the server refuses the new wallet', async () => {
      const { browser, vault } = await cutOff()
      const [next, other] = [await makeTestVault(), await begin()]
      await other.call('POST', 'keys', next.request)
      const request = { ...next.request, replaces: vault.request.walletId }
      expect(await browser.call('POST', 'keys', request)).toEqual(failedAnswer(409, 'WALLET_EXISTS'))
      expect((await browser.call('GET', 'session')).body.wallet.walletId).toBe(vault.request.walletId)
    })

    it('an unconfirmed wallet can be replaced only by its owner', async () => {
      const [{ browser, vault }, other] = [await cutOff(), await cutOff()]
      expect(await other.replace(vault.request.walletId)).toMatchObject(failedAnswer(409, 'WALLET_EXISTS'))
      expect((await browser.call('GET', 'session')).body.wallet.walletId).toBe(vault.request.walletId)
    })
  })

  it.each<UnlockMethod>(['device', 'vault', 'kit'])(
    'keeps a wallet with a confirmed share set of type %s',
    async (type) => {
      const { browser, vault, set, replace } = await cutOff(type)
      expect((await browser.confirm(vault, set)).status).toBe(200)
      expect(await replace()).toMatchObject(failedAnswer(409, 'WALLET_EXISTS'))
      expect((await browser.call('GET', 'session')).body.wallet.walletId).toBe(vault.request.walletId)
    },
  )
})
