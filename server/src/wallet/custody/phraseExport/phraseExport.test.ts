import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestDatabase } from '../../../../test/database.ts'
import { eventKindsOf } from '../../../../test/events.ts'
import { makeWalletOwner, type OwnerBrowser } from '../../../../test/owner.ts'
import { makeWalletServer, type WalletServer } from '../../../../test/walletServer.ts'
import type { Database } from '../../../database/open.ts'
import { removeStaleRows } from '../../../database/staleRows.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

let database: Database
let server: WalletServer
beforeAll(async () => {
  database = (await openTestDatabase()).database
  server = await makeWalletServer(async () => database)
})
beforeEach(() => {
  server.mail.fails = undefined
})

const begin = async (durable: 'passkey' | 'guardian' = 'guardian') => {
  const owner = await makeWalletOwner(server, database)
  const browser = await owner.browser()
  const { vault } = await browser.makeWallet(durable)
  server.mails.length = 0
  return { ...owner, first: browser, vault }
}
const ask = (browser: OwnerBrowser, withPasskey = false) => browser.call('POST', 'export', { withPasskey })
const ready = (readyAt: number) => ({ status: 200, body: { readyAt } })
const subjects = () => server.mails.map(({ subject }) => subject)

describe('permissions to show the recovery phrase', () => {
  it('permits the phrase export at once to an owner with a passkey, and mails the owner', async () => {
    const { first, email, userId } = await begin('passkey')
    expect(await ask(first, true)).toEqual(ready(server.time.now))
    expect(server.mails).toMatchObject([{ to: email, subject: 'The secret words of your wallet are being shown' }])
    expect(server.mails[0]?.text).toContain('https://wallet.example/vault/shop')
    expect(await eventKindsOf(database, userId)).toContain('phrase exported')
  })

  it.each<['passkey' | 'guardian', boolean]>([
    ['guardian', false],
    ['guardian', true],
    ['passkey', false],
  ])(
    'permits the phrase export after the delay if the wallet has a %s and the request has withPasskey: %s',
    async (durable, withPasskey) => {
      const { first, browser } = await begin(durable)
      const readyAt = server.time.now + dayMs
      expect(await ask(first, withPasskey)).toEqual(ready(readyAt))
      server.time.now += minuteMs
      expect(await ask(first, withPasskey)).toEqual(ready(readyAt))
      expect(subjects()).toEqual(['Someone asked for the secret words of your wallet'])
      server.time.now = readyAt
      // The session's access token has expired, so the owner logs in again.
      expect(await ask(first, withPasskey)).toEqual({ status: 401, body: { code: 'SESSION_EXPIRED' } })
      expect(await ask(await browser(), withPasskey)).toEqual(ready(readyAt))
      expect(subjects()).toHaveLength(2)
      // The first export used up the permission, so a new delay starts.
      expect(await ask(await browser(), withPasskey)).toEqual(ready(server.time.now + dayMs))
    },
  )

  it('delays the phrase export if the passkey is newer than the delay but the wallet is older', async () => {
    const { browser, vault } = await begin()
    server.time.now += 2 * dayMs
    const thief = await browser()
    const { set } = await thief.addSet(vault, 'passkey')
    expect((await thief.confirm(vault, set)).status).toBe(200)
    const asked = server.time.now
    expect(await ask(thief, true)).toEqual(ready(asked + dayMs))
    await thief.call('DELETE', 'export')
    server.time.now = asked + 2 * dayMs
    expect(await ask(await browser(), true)).toEqual(ready(server.time.now))
  })

  it('the export of the recovery phrase requires a fresh login', async () => {
    const { first } = await begin()
    server.time.now += 6 * minuteMs
    expect(await ask(first)).toEqual({ status: 403, body: { code: 'FRESH_LOGIN_REQUIRED' } })
  })

  it('refuses the phrase export and starts no delay if the mail to the owner fails', async () => {
    const { first } = await begin('passkey')
    server.mail.fails = new AppError(walletErrors.MAIL_NOT_SENT)
    const unsent = { status: 502, body: { code: 'MAIL_NOT_SENT' } }
    expect(await ask(first, true)).toEqual(unsent)
    expect(await ask(first, false)).toEqual(unsent)
    server.mail.fails = undefined
    server.time.now += minuteMs
    expect(await ask(first, false)).toEqual(ready(server.time.now + dayMs))
  })

  it('any browser of the owner can cancel a delayed phrase export, but no other user can', async () => {
    const { first, browser, userId } = await begin()
    const asked = await ask(first)
    await (await begin()).first.call('DELETE', 'export')
    expect(await ask(first)).toEqual(asked)
    server.time.now += minuteMs
    expect(await (await browser()).call('DELETE', 'export')).toEqual({ status: 200, body: {} })
    expect(await ask(first)).toEqual(ready(server.time.now + dayMs))
    expect(await eventKindsOf(database, userId)).toContain('phrase export stopped')
  })

  it('the permission for a phrase export expires a week after its delay, and its row is deleted', async () => {
    const { first, browser } = await begin()
    await ask(first)
    server.time.now += 8 * dayMs
    await removeStaleRows(database, server.time.now)
    expect(await ask(await browser())).toEqual(ready(server.time.now + dayMs))
  })

  it('refuses a phrase export if the user has no wallet', async () => {
    const browser = await (await makeWalletOwner(server, database)).browser()
    expect(await ask(browser, true)).toEqual({ status: 404, body: { code: 'WALLET_MISSING' } })
  })
})
