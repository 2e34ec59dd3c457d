// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openSettings } from '../../test/openSettings.ts'
import { signSolana } from '../../test/signPayload.ts'
import { type StartedVisit, signInAndContinue, startVisit } from '../../test/visit.ts'
import { createWithLock } from '../session/withLock.ts'

beforeEach(() => document.body.replaceChildren())

const dayMs = 24 * 60 * 60_000
const ownOf = ({ server }: Pick<StartedVisit, 'server'>, type = 'device') =>
  server.state.wallet?.sets.filter((set) => set.type === type).map(({ setId }) => setId) ?? []
const makeOlder = ({ server }: Pick<StartedVisit, 'server'>, days: number) => {
  for (const set of server.state.wallet?.sets ?? []) set.createdAt = Date.now() - days * dayMs
}
const sign = async ({ wallet, api }: Awaited<ReturnType<StartedVisit['load']>>) => {
  await api.isConnected()
  expect(await signSolana(wallet.keys, new Uint8Array(3))).toHaveLength(64)
}
const renewals = ({ server }: Pick<StartedVisit, 'server'>) =>
  server.connection.requests.filter((request) => request.endsWith('/renew')).length

const returnAfterDays = async (days: number) => {
  // All documents of this test share one lock, as documents of one browser do.
  const wait = createWithLock(() => {
    throw new Error('No Web Locks here, so no lock waits for another test file')
  })
  const renewalRuns: Promise<unknown>[] = []
  const started = await startVisit('assisted', (name, run) => {
    const locked = wait(name, run)
    if (name.startsWith('device')) renewalRuns.push(locked)
    return locked
  })
  await signInAndContinue(started)
  makeOlder(started, days)
  const [old = ''] = ownOf(started)
  return { ...started, old, renewalRuns }
}
/** Waits until the background renewal has ended, so that the store and the server have the same new share set. */
const settled = async ({ server, store, old }: Awaited<ReturnType<typeof returnAfterDays>>) =>
  vi.waitFor(async () => {
    const [setId] = ownOf({ server })
    expect(setId).not.toBe(old)
    const { wallet } = server.state
    const name = `device ${wallet?.walletId} p https://shop.example`
    expect(await store.get(name)).toMatchObject({ setId })
    expect(await store.get(`coming ${name}`)).toBeUndefined()
  })

describe('the renewal of the device share set', () => {
  test('a new device share set replaces the old one after 90 days in the background, and opens the wallet from then on', async () => {
    const started = await returnAfterDays(91)
    await sign(await started.load())
    await settled(started)
    expect(started.server.state.shareSets.has(started.old)).toBe(false)
    expect(started.server.state.wallet?.sets.map(({ confirmed }) => confirmed)).toEqual([true, true])
    await sign(await started.load())
    expect(renewals(started)).toBe(1)
  })

  test('keeps a device share set that is younger than 90 days', async () => {
    const started = await returnAfterDays(89)
    await sign(await started.load())
    expect(started.renewalRuns).toEqual([])
    expect(ownOf(started)).toEqual([started.old])
    expect(renewals(started)).toBe(0)
  })

  test('a wallet window also replaces its `vault` share set after 90 days', async () => {
    const opened = await openSettings('vault', null)
    makeOlder(opened, 91)
    const [old] = ownOf(opened, 'vault')
    const next = await opened.load(opened.store, 'persistent', undefined, 'vault')
    await sign(next)
    await vi.waitFor(() => expect(ownOf(opened, 'vault')).not.toEqual([old]))
  })

  test('one of two tabs replaces the old device share set, and the other tab uses the new one', async () => {
    const started = await returnAfterDays(91)
    const [first, second] = [await started.load(), await started.load()]
    await Promise.all([sign(first), sign(second)])
    await settled(started)
    expect(renewals(started)).toBe(1)
    for (const tab of [first, second]) {
      await tab.wallet.lock()
      await sign(tab)
    }
  })

  test('keeps the old device share set if the browser cannot store another key', async () => {
    const started = await returnAfterDays(91)
    const { put } = started.store
    vi.spyOn(started.store, 'put').mockImplementation(async (name, value) => {
      if (name.startsWith('coming')) throw new DOMException('', 'QuotaExceededError')
      return put(name, value)
    })
    await sign(await started.load())
    await vi.waitFor(() => expect(started.renewalRuns).not.toEqual([]))
    await Promise.allSettled(started.renewalRuns)
    expect(ownOf(started)).toEqual([started.old])
    await sign(await started.load())
  })
})

describe.each([true, false])(
  'a renewal of the device share set whose connection breaks at any request (server got the request: %s)',
  (arrives) => {
    /**
     * Cuts the connection off at request `requestNumber` of the renewal: before the server gets the request, or after
     * (`arrives`). Returns null if the renewal makes fewer requests.
     */
    const interruptRenewal = async (requestNumber: number) => {
      const started = await returnAfterDays(91)
      const { fetch } = started.server
      let count = 0
      started.server.fetch = async (...args) => {
        count += 1
        if (count < requestNumber) return fetch(...args)
        if (count === requestNumber && arrives) await fetch(...args)
        throw new TypeError('Failed to fetch')
      }
      const loaded = await started.load()
      await loaded.api
        .isConnected()
        .then(() => signSolana(loaded.wallet.keys, new Uint8Array(3)))
        .catch(() => undefined)
      if (await loaded.wallet.custody.isUnlocked()) await vi.waitFor(() => expect(started.renewalRuns).not.toEqual([]))
      await Promise.allSettled(started.renewalRuns)
      started.server.fetch = fetch
      return count < requestNumber ? null : started
    }

    test('the next document opens the wallet and finishes an interrupted renewal of the device share set', async () => {
      let requestNumber = 1
      let swapped = 0
      for (let found = await interruptRenewal(requestNumber); found; found = await interruptRenewal(requestNumber)) {
        const isSwapped = ownOf(found)[0] !== found.old
        swapped += Number(isSwapped)
        await sign(await found.load())
        await settled(found)
        // The wallet does not repeat a renewal that reached the server.
        expect(renewals(found), `request ${requestNumber}`).toBe(1)
        requestNumber += 1
      }
      expect(requestNumber).toBeGreaterThan(4)
      expect(swapped).toBe(Number(arrives))
    })
  },
)
