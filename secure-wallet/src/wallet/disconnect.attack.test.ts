// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { testSite } from '../../test/server.ts'
import { signEvm, signSolana } from '../../test/signPayload.ts'
import {
  pressButton,
  type StartedVisit,
  signInAndContinue,
  startVisit,
  textOnScreen,
  typeCode,
  waitForText,
} from '../../test/visit.ts'

beforeEach(() => document.body.replaceChildren())

const noUser = { isConnected: false, accounts: {} }
const masked = 'a…@shop.example'
const payload = new Uint8Array(32)
const payloads = (requests: readonly string[], path: string) => requests.filter((each) => each === path).length

/** A visitor who logged in and whose site then disconnected the wallet. */
const leave = async (started: StartedVisit) => {
  const loaded = await signInAndContinue(started)
  loaded.reportUser.mockClear()
  await loaded.api.disconnect()
  return loaded
}
const comeBack = async ({ api, reportUser }: Awaited<ReturnType<typeof leave>>) => {
  expect(await api.offerReturn()).toBe(true)
  await waitForText(`Continue as ${masked}`)
  reportUser.mockClear()
  pressButton(`Continue as ${masked}`)
  await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
}
const minutesLater = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000)

describe('a disconnected site', () => {
  test('gets no accounts and no address, also after a reload, until the visitor presses the button', async () => {
    const started = await startVisit()
    const loaded = await leave(started)
    expect(loaded.reportUser.mock.calls).toEqual([[noUser]])
    expect(loaded.wallet.keys.accounts()).toBeNull()
    expect(loaded.wallet.keys.status()).toBe('none')
    const next = await started.load()
    expect(await next.api.isConnected()).toEqual(noUser)
    next.reportUser.mockClear()
    await comeBack({ ...next })
    expect(next.reportUser.mock.lastCall?.[0]).toMatchObject({ isConnected: true, email: started.server.email })
    expect(await signSolana(next.wallet.keys, new Uint8Array(3))).toHaveLength(64)
    expect(textOnScreen()).toBe('')
  })

  test('opens again with one press however often a page disconnects it', async () => {
    const started = await startVisit()
    const loaded = await signInAndContinue(started)
    const before = started.server.connection.requests.length
    await Promise.all(Array.from({ length: 50 }, () => loaded.api.disconnect()))
    for (let turn = 0; turn < 20; turn++) {
      await loaded.api.disconnect()
      loaded.api.leave()
    }
    expect(started.server.connection.requests.slice(before)).toEqual([])
    const next = await started.load()
    await comeBack(next)
    expect(await signEvm(next.wallet.keys, payload)).toBeDefined()
    expect(started.server.state.wallet?.sets.filter(({ type }) => type === 'device')).toHaveLength(1)
  })

  test('connects by no call of the modal frame', async () => {
    const started = await startVisit()
    const { api, wallet, reportUser } = await leave(started)
    reportUser.mockClear()
    expect(await api.offerReturn()).toBe(true)
    await api.switchNetwork('eip155:10')
    api.leave()
    expect(() => api.openSettings()).toThrow()
    api.heartbeat()
    expect(await api.isConnected()).toEqual(noUser)
    await expect(wallet.keys.unlock()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(signSolana(wallet.keys, new Uint8Array(3))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    for (const [user] of reportUser.mock.calls) expect(user).toEqual(noUser)
  })

  test('answers every address alike, so the modal frame cannot guess whose session it is', async () => {
    const started = await startVisit()
    const { api, panels } = await leave(started)
    panels.length = 0
    const asked = async (email: string) => {
      const answer = await api.connectEmail(email)
      await waitForText('Check your email')
      const shown = panels.splice(0).map((panel) => panel?.view)
      api.leave()
      return { answer, shown: shown.filter(Boolean) }
    }
    const right = await asked(started.server.email)
    panels.length = 0
    expect(await asked('someone@else.example')).toEqual(right)
    expect(await api.offerReturn()).toBe(true)
  })

  test('reports the panel of the button without the address', async () => {
    const { api, panels } = await leave(await startVisit())
    panels.length = 0
    await api.offerReturn()
    await waitForText(masked)
    expect(JSON.stringify(panels)).not.toContain('shop.example')
    expect(panels.at(-1)).toEqual({ view: 'return', height: expect.any(Number) })
  })

  test('stays disconnected if the browser loses the entry while the document lives', async () => {
    const started = await startVisit()
    const { api } = await leave(started)
    await started.store.remove(`connection ${testSite.projectId} ${testSite.host}`)
    api.heartbeat()
    expect(await api.isConnected()).toEqual(noUser)
  })

  test('ends the session if the browser cannot store that it is disconnected, and a code opens the wallet again', async () => {
    const started = await startVisit()
    const { api } = await signInAndContinue(started)
    const { put } = started.store
    vi.spyOn(started.store, 'put').mockImplementation((name, value) =>
      name.startsWith('connection') ? Promise.reject(new Error('no room')) : put(name, value),
    )
    await api.disconnect()
    vi.restoreAllMocks()
    const next = await started.load()
    expect(await next.api.isConnected()).toEqual(noUser)
    expect(await next.api.offerReturn()).toBe(false)
    await next.api.connectEmail(started.server.email)
    await waitForText('Check your email')
    typeCode(started.server.rightCode)
    await vi.waitFor(() => expect(next.reportUser).toHaveBeenCalled())
    expect(await signSolana(next.wallet.keys, new Uint8Array(3))).toHaveLength(64)
  })

  test('offers no return whose button could never work', async () => {
    const started = await startVisit()
    const { api, panels } = await leave(started)
    panels.length = 0
    started.missing.pressGuard = true
    await expect(api.offerReturn()).rejects.toThrow()
    expect(panels).toEqual([])
  })

  test('stays disconnected if the page disconnects it while a login ends', async () => {
    const started = await startVisit()
    const { api, reportUser } = await leave(started)
    reportUser.mockClear()
    await api.connectEmail(started.server.email)
    await waitForText('Check your email')
    const { put } = started.store
    const stored = Promise.withResolvers<void>()
    // The session of the login is stored, and the page disconnects the site before the browser says so.
    vi.spyOn(started.store, 'put').mockImplementation(async (name, value) => {
      await put(name, value)
      if (name.startsWith('session')) await stored.promise
    })
    typeCode(started.server.rightCode)
    await vi.waitFor(() => expect(vi.mocked(started.store.put).mock.calls.join()).toContain('session'))
    await api.disconnect()
    stored.resolve()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await api.isConnected()).toEqual(noUser)
    expect(await (await started.load()).api.isConnected()).toEqual(noUser)
  })

  test('tells the visitor of a browser without storage that the wallet stays on this page only', async () => {
    const started = await startVisit()
    const { api } = await leave({ ...started, load: (store) => started.load(store, 'none') })
    await api.offerReturn()
    await waitForText('Your wallet stays on this page.')
  })

  test('offers no return once the session has ended', async () => {
    const started = await startVisit()
    const { api } = await leave(started)
    started.server.state.ended = true
    await started.load()
    expect(await (await started.load()).api.offerReturn()).toBe(false)
    expect(await api.isConnected()).toEqual(noUser)
  })

  test('opens by a code if the visitor types the address instead', async () => {
    const started = await startVisit()
    const { api, wallet, reportUser } = await leave(started)
    reportUser.mockClear()
    expect(await api.connectEmail(started.server.email)).toEqual({ action: 'VERIFY_OTP' })
    await waitForText('Check your email')
    typeCode(started.server.rightCode)
    await vi.waitFor(() => expect(reportUser.mock.lastCall?.[0].isConnected).toBe(true))
    expect(await signSolana(wallet.keys, new Uint8Array(3))).toHaveLength(64)
  })
})

describe('the first signature after a return', () => {
  const returned = async () => {
    const started = await startVisit()
    const loaded = await leave(started)
    vi.useFakeTimers({ toFake: ['Date'] })
    return { started, loaded }
  }

  test('needs no code if the last one is at most 15 minutes old', async () => {
    const { loaded } = await returned()
    minutesLater(14)
    await comeBack(loaded)
    expect(await signSolana(loaded.wallet.keys, new Uint8Array(3))).toHaveLength(64)
    vi.useRealTimers()
  })

  test('needs a code if the last one is older, also after a reload, and only once', async () => {
    const { started, loaded } = await returned()
    minutesLater(16)
    await comeBack(loaded)
    const next = await started.load()
    await next.api.isConnected()
    const refused = signSolana(next.wallet.keys, new Uint8Array(3))
    const ended = expect(refused).rejects.toMatchObject({ code: 'USER_REJECTED' })
    await waitForText('Confirm that it’s you')
    next.api.leave()
    await ended
    const signing = signSolana(next.wallet.keys, new Uint8Array(3))
    await waitForText('Confirm that it’s you')
    const sent = payloads(started.server.connection.requests, 'POST login/email')
    pressButton('Send a code by email')
    await waitForText('Check your email')
    expect(payloads(started.server.connection.requests, 'POST login/email')).toBe(sent + 1)
    typeCode(started.server.rightCode)
    expect(await signing).toHaveLength(64)
    minutesLater(60)
    await next.wallet.lock()
    expect(await signSolana(next.wallet.keys, new Uint8Array(3))).toHaveLength(64)
    vi.useRealTimers()
  })

  test('needs a code in another tab too, which had the wallet open before', async () => {
    const started = await startVisit()
    const loaded = await signInAndContinue(started)
    const other = await started.load()
    await other.api.isConnected()
    expect(await signSolana(other.wallet.keys, new Uint8Array(3))).toHaveLength(64)
    await loaded.api.disconnect()
    vi.useFakeTimers({ toFake: ['Date'] })
    minutesLater(16)
    await comeBack(loaded)
    other.api.heartbeat()
    await vi.waitFor(() => expect(other.wallet.keys.status()).toBe('locked'))
    const signing = signSolana(other.wallet.keys, new Uint8Array(3)).catch(({ code }) => code)
    await waitForText('Confirm that it’s you')
    other.api.leave()
    expect(await signing).toBe('USER_REJECTED')
    vi.useRealTimers()
  })

  test('sends no code before the visitor asks for one, however often a page asks to sign', async () => {
    const { started, loaded } = await returned()
    minutesLater(16)
    await comeBack(loaded)
    const sent = payloads(started.server.connection.requests, 'POST login/email')
    for (let turn = 0; turn < 10; turn++) {
      const asked = signSolana(loaded.wallet.keys, new Uint8Array(3)).catch(() => null)
      await waitForText('Confirm that it’s you')
      loaded.api.leave()
      await asked
    }
    expect(payloads(started.server.connection.requests, 'POST login/email')).toBe(sent)
    vi.useRealTimers()
  })

  test('opens no wallet for a login of the modal frame that skips the code', async () => {
    const { started, loaded } = await returned()
    minutesLater(16)
    await comeBack(loaded)
    await loaded.api.connectEmail(started.server.email)
    const signing = signSolana(loaded.wallet.keys, new Uint8Array(3)).catch(({ code }) => code)
    await waitForText('Confirm that it’s you')
    loaded.api.leave()
    expect(await signing).toBe('USER_REJECTED')
    vi.useRealTimers()
  })
})

test('the visitor signs out from the connect view, and a code opens the wallet again without a recovery', async () => {
  const started = await startVisit()
  const { api, wallet, reportUser } = await leave(started)
  await api.offerReturn()
  await waitForText('Shared computer?')
  pressButton('Sign out')
  await vi.waitFor(() => expect(started.server.connection.requests).toContain('POST session/sign-out'))
  expect(await api.offerReturn()).toBe(false)
  reportUser.mockClear()
  await api.connectEmail(started.server.email)
  await waitForText('Check your email')
  typeCode(started.server.rightCode)
  await vi.waitFor(() => expect(reportUser.mock.lastCall?.[0].isConnected).toBe(true))
  expect(await signSolana(wallet.keys, new Uint8Array(3))).toHaveLength(64)
})
