import { describe, expect, vi } from 'vitest'
import { makeTestVault } from '../../../../test/custody.ts'
import { databaseEngines } from '../../../../test/database.ts'
import { setUpServerOnEngine } from '../../../../test/onEngine.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

describe.each(databaseEngines)('share sets of signed-out browsers on $name', (engine) => {
  const on = setUpServerOnEngine(engine)
  const { it } = on
  /** Makes a pending wallet without a durable share set, and two browsers of its owner. */
  const begin = async () => {
    const owner = await on.owner()
    const frame = await owner.browser()
    const vault = await makeTestVault()
    await frame.call('POST', 'keys', vault.request)
    const begun = async (browser: typeof frame) => {
      const made = await browser.addSet(vault, 'device')
      expect((await browser.confirm(vault, made.set)).body).toMatchObject({ status: 'pending' })
      return made
    }
    const own = await begun(frame)
    const other = await owner.browser()
    const others = await begun(other)
    return { owner, frame, other, vault, own, others }
  }

  it("keeps a signed-out browser's share sets while the wallet has no durable share set (pending)", async () => {
    const { owner, frame, other, vault, others } = await begin()
    expect((await frame.endSession(vault, other.session.id)).status).toBe(200)
    expect((await other.call('GET', 'session')).body.code).toBe('SESSION_REVOKED')
    expect((await (await owner.browser(other)).unlock(vault, others)).seed).toEqual(vault.seed)
  })

  it('keeps all share sets of a pending wallet, even after a sign-out everywhere', async () => {
    const { owner, frame, other, vault, own, others } = await begin()
    expect((await frame.signOut(true, vault)).status).toBe(200)
    expect((await (await owner.browser(frame)).unlock(vault, own)).seed).toEqual(vault.seed)
    expect((await (await owner.browser(other)).unlock(vault, others)).seed).toEqual(vault.seed)
  })

  it("removes a signed-out browser's share sets if the wallet has a durable share set", async () => {
    const { owner, frame, other, vault, own, others } = await begin()
    const { set } = await frame.addSet(vault, 'passkey')
    expect((await frame.confirm(vault, set)).body).toMatchObject({ status: 'active' })
    expect((await frame.endSession(vault, other.session.id)).status).toBe(200)
    expect(await (await owner.browser(other)).unlock(vault, others)).toMatchObject({ status: 404 })
    expect((await frame.unlock(vault, own)).seed).toEqual(vault.seed)
  })
})
