// @vitest-environment happy-dom
import { fromWireError, toWireError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { controlClock } from '../../test/clock.ts'
import { testSite } from '../../test/server.ts'
import { signEvm, signSolana } from '../../test/signPayload.ts'
import {
  pickNumber,
  pressButton,
  signIn,
  signInAndContinue,
  startVisit,
  textOnScreen,
  typeCode,
  waitForText,
} from '../../test/visit.ts'
import { loadLanguage } from '../languages/loadLanguage.ts'
import { findClientKey } from '../session/clientKey.ts'
import { memoryStore } from '../session/store.ts'

beforeEach(() => document.body.replaceChildren())

test('creates a recoverable wallet at the first login and reports it to the modal', async () => {
  const { server, load } = await startVisit()
  const { api, reportUser, panels, wallet } = await load()
  expect(await api.connectEmail(server.email)).toEqual({ action: 'VERIFY_OTP' })
  await waitForText('Check your email')
  typeCode('000000')
  await waitForText('That isn’t the code in the mail. 2 tries left.')
  typeCode(server.rightCode)
  await waitForText('Your wallet is ready')
  expect(textOnScreen()).toContain('Who could open it?')
  pressButton('Continue')
  await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())

  const { eip155, solana } = server.state.wallet?.accounts ?? {}
  expect(reportUser.mock.lastCall?.[0]).toMatchObject({
    isConnected: true,
    email: server.email,
    accounts: {
      eip155: { status: 'connected', caipAddress: `eip155:1:${eip155}`, caipNetworkId: 'eip155:1' },
      solana: { caipAddress: `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${solana}` },
    },
  })
  expect(panels.map((panel) => panel?.view ?? null)).toContain('newWallet')
  expect(panels.at(-1)).toBeNull()
  expect(server.state.wallet?.status).toBe('active')
  expect(server.state.wallet?.sets.map(({ type, confirmed }) => [type, confirmed])).toEqual([
    ['device', true],
    ['guardian', true],
  ])
  expect(await signEvm(wallet.keys, new Uint8Array(32).fill(1))).toHaveLength(65)
})

test.each([
  ['en', 1, 'Please try again after 1 second'],
  ['en', 12, 'Please try again after 12 seconds'],
  ['de', 1, 'Versuchen Sie es in 1 Sekunde noch einmal'],
])('reports the cooldown to the frame in %s with the right plural: %i', async (locale, n, message) => {
  await loadLanguage(document.documentElement, locale)
  onTestFinished(async () => void (await loadLanguage(document.documentElement, 'en')))
  const { server, load } = await startVisit()
  server.fetch = async () => Response.json({ reasons: [{ code: 'EMAIL_COOLDOWN', values: { n } }] }, { status: 429 })
  const { api } = await load()
  const failure = await Promise.resolve(api.connectEmail(server.email)).catch(toWireError)
  expect(failure).toMatchObject({ reason: 'EMAIL_COOLDOWN', message })
  expect(fromWireError(failure).message).toBe(message)
})

test('answers the modal before the browser has solved a proof of work, and shows a later failure itself', async () => {
  const { server, load } = await startVisit()
  server.fetch = async () => Response.json({ work: { challenge: 'c1', bits: 8 } })
  const { api } = await load()
  expect(await api.connectEmail(server.email)).toEqual({ action: 'SOLVE_WORK' })
  await waitForText('The mail could not be sent')
})

test('tells the guardian the language of the first login', async () => {
  document.documentElement.lang = 'de'
  onTestFinished(() => document.documentElement.removeAttribute('lang'))
  const started = await startVisit()
  await signInAndContinue(started)
  expect(started.server.state.language).toBe('de')
})

test('sends the server no secret that could open the wallet', async () => {
  const started = await startVisit()
  await signInAndContinue(started)
  const { shareSets } = started.server.state
  for (const { share } of shareSets.values()) expect(started.server.state.shares.has(share ?? '')).toBe(false)
  expect(JSON.stringify([...shareSets])).not.toContain([...started.server.state.shares.values()][0])
})

test('restores the session after a reload, and unlocks the wallet for the first signature', async () => {
  const started = await startVisit()
  await signInAndContinue(started)
  const { api, wallet, panels } = await started.load()
  expect(await api.isConnected()).toMatchObject({ isConnected: true, email: started.server.email })
  expect(wallet.keys.status()).toBe('locked')
  expect(await signSolana(wallet.keys, new Uint8Array(3))).toHaveLength(64)
  expect(wallet.keys.status()).toBe('ready')
  expect(panels).toEqual([])
})

test('the wallet stays locked if the visitor signs out while the wallet unlocks', async () => {
  const started = await startVisit()
  await signInAndContinue(started)
  const { api, wallet } = await started.load()
  await api.isConnected()
  const { unlock } = wallet.custody
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const late = vi.spyOn(wallet.custody, 'unlock').mockImplementation(async (...args) => {
    await arrived
    return unlock(...args)
  })
  const refused = expect(wallet.keys.unlock()).rejects.toMatchObject({ code: 'SESSION_REVOKED' })
  await vi.waitFor(() => expect(late).toHaveBeenCalled())
  await wallet.signOut()
  arrive()
  await refused
  expect(await wallet.custody.isUnlocked()).toBe(false)
  expect(wallet.keys.status()).toBe('none')
})

test('keeps the device share set if another client ends the session, because that client may be an attacker with the mailbox', async () => {
  const started = await startVisit()
  const { reportUser, wallet } = await signInAndContinue(started)
  // The modal disconnects as soon as the secure frame reports the end of the session.
  reportUser.mockImplementation(({ isConnected }) => void (isConnected || wallet.signOut()))
  started.server.state.ended = true
  await expect(wallet.session.refresh()).rejects.toMatchObject({ code: 'SESSION_REVOKED' })
  expect(await wallet.custody.isUnlocked()).toBe(false)
  started.server.state.ended = false
  const next = await signIn(started)
  await vi.waitFor(() => expect(next.reportUser).toHaveBeenCalled())
  expect(await next.wallet.custody.isUnlocked()).toBe(true)
})

test("never signs with the keys of another wallet than the session's", async () => {
  const started = await startVisit()
  const { wallet } = await signInAndContinue(started)
  const { state } = started.server
  if (state.wallet) state.wallet = { ...state.wallet, walletId: crypto.randomUUID() }
  await wallet.session.refresh()
  const refused = expect(wallet.keys.unlock()).rejects.toMatchObject({ code: 'USER_REJECTED' })
  await waitForText('We need to check it’s you on this browser')
  pressButton('Not now')
  await refused
})

describe('how a receive-only wallet becomes complete', () => {
  test('a wallet is receive-only if the guardian is unreachable, and the next login completes it', async () => {
    const started = await startVisit()
    started.server.state.guardianDown = true
    const { wallet, reportUser } = await signIn(started)
    await waitForText('It can only receive for now')
    pressButton('Continue')
    await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
    expect(wallet.keys.status()).toBe('receiveOnly')
    started.server.state.guardianDown = false
    const next = await started.load()
    expect(await next.api.connectEmail(started.server.email)).toEqual({ action: 'CONNECT' })
    await vi.waitFor(() => expect(next.reportUser).toHaveBeenCalled())
    expect(started.server.state.wallet?.status).toBe('active')
  })

  test.each(['signed out', 'came back after the session ended'])(
    'a receive-only wallet unlocks after the next login of a visitor who %s',
    async (how) => {
      const started = await startVisit('self')
      const { wallet } = await signIn(started)
      await waitForText('It can only receive for now')
      const own = wallet.keys.accounts()
      pressButton('Continue')
      if (how === 'signed out') await wallet.signOut()
      else {
        started.server.state.ended = true
        await expect(wallet.session.refresh()).rejects.toMatchObject({ code: 'SESSION_REVOKED' })
        started.server.state.ended = false
      }
      expect(await wallet.custody.isUnlocked()).toBe(false)
      const next = await signIn(started)
      await vi.waitFor(() => expect(next.reportUser).toHaveBeenCalled())
      expect(next.wallet.keys.accounts()).toEqual(own)
      expect(await next.wallet.custody.isUnlocked()).toBe(true)
    },
  )

  test('with custody `self` a wallet is receive-only until the visitor adds an unlock method', async () => {
    const started = await startVisit('self')
    await signIn(started)
    await waitForText('It can only receive for now')
    expect(started.server.state.wallet?.sets.map(({ type }) => type)).toEqual(['device'])
  })
})

describe('the recovery in a browser that has not opened the wallet before', () => {
  const arrive = async () => {
    const started = await startVisit()
    await signInAndContinue(started)
    const accounts = started.server.state.wallet?.accounts
    started.server.state.isUnconfirmed = true
    const store = memoryStore()
    const loaded = await started.load(store)
    await loaded.api.connectEmail(started.server.email)
    await waitForText('Check your email')
    typeCode(started.server.rightCode)
    await waitForText('We need to check it’s you on this browser')
    return { ...started, ...loaded, store, accounts }
  }

  test("a new browser that recovers the wallet after the guardian's delay is confirmed, and later unlocks it automatically", async () => {
    const { server, reportUser, wallet } = await arrive()
    const pass = controlClock()
    server.state.releaseAt = Date.now() + 60_000
    pressButton('Recover by email')
    await pickNumber(server)
    await waitForText('Your wallet opens here on')
    expect(reportUser).not.toHaveBeenCalled()
    pass(60_000)
    await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
    expect(await signSolana(wallet.keys, new Uint8Array(3))).toHaveLength(64)
    expect(server.state.isUnconfirmed).toBe(false)
    expect(server.state.wallet?.sets.filter(({ type }) => type === 'device')).toHaveLength(2)
  })

  test.each([
    ['CODE_DEAD', 'A different number was picked'],
    ['CODE_EXPIRED', 'The link has expired'],
    ['CHALLENGE_NOT_FOUND', 'This sign-in was stopped'],
  ] as const)('explains a link that ended with %s, and mails another one', async (failure, title) => {
    const { server, reportUser } = await arrive()
    pressButton('Recover by email')
    await pickNumber(server, failure)
    await waitForText(title)
    pressButton('Start again')
    await pickNumber(server)
    await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
    expect(server.state.isUnconfirmed).toBe(false)
  })

  test('leads from the number to the other ways, and mails another link when the visitor comes back', async () => {
    const { server, reportUser } = await arrive()
    pressButton('Recover by email')
    await waitForText('pick this number')
    pressButton('Use another way')
    await waitForText('We need to check it’s you on this browser')
    const challenges = () =>
      server.connection.requests.filter((request) => request === 'POST guardian/challenge').length
    expect(challenges()).toBe(1)
    pressButton('Recover by email')
    await pickNumber(server)
    await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
    expect(challenges()).toBe(2)
  })

  test('shows the same number to a visitor who left and comes back', async () => {
    const { server, api, store, load } = await arrive()
    pressButton('Recover by email')
    await waitForText('pick this number')
    api.leave()
    await vi.waitFor(() => expect(document.body.childElementCount).toBe(0))
    const back = await load(store)
    await back.api.isConnected()
    const signature = signSolana(back.wallet.keys, new Uint8Array(3))
    await pickNumber(server)
    expect(await signature).toHaveLength(64)
    expect(server.connection.requests.filter((request) => request === 'POST guardian/challenge')).toHaveLength(1)
  })

  test('reports the accounts and keeps the wallet locked if the visitor skips the recovery', async () => {
    const { reportUser, wallet, accounts } = await arrive()
    pressButton('Not now')
    await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
    expect(wallet.keys.status()).toBe('locked')
    expect(wallet.keys.accounts()).toEqual(accounts)
  })

  test('shows the recovery panel again when a signature needs the wallet, and rejects the signature if the visitor leaves', async () => {
    const { api, wallet, reportUser } = await arrive()
    pressButton('Not now')
    await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
    const signature = signSolana(wallet.keys, new Uint8Array(3))
    await waitForText('We need to check it’s you on this browser')
    api.leave()
    await expect(signature).rejects.toMatchObject({ code: 'USER_REJECTED', number: 4001 })
    expect(document.body.childElementCount).toBe(0)
  })
})

test('ends the login and hides the panel when the visitor leaves the code panel', async () => {
  const started = await startVisit()
  const { api, panels, reportUser } = await started.load()
  await api.connectEmail(started.server.email)
  await waitForText('Check your email')
  api.leave()
  expect(panels.at(-1)).toBeNull()
  expect(reportUser).not.toHaveBeenCalled()
  expect(await api.isConnected()).toEqual({ isConnected: false, accounts: {} })
})

describe('a sign-out of the embedded wallet', () => {
  test('a sign-out keeps the device key and the client key, so the next login opens the wallet without a recovery', async () => {
    const started = await startVisit()
    const { wallet } = await signInAndContinue(started)
    const scope = `${testSite.projectId} ${testSite.host}`
    const before = await findClientKey(started.store, scope)
    await wallet.signOut()
    expect((await findClientKey(started.store, scope)) === before).toBe(true)
    const next = await signIn(started)
    await vi.waitFor(() => expect(next.reportUser).toHaveBeenCalled())
    expect(await signSolana(next.wallet.keys, new Uint8Array(3))).toHaveLength(64)
  })

  test('a sign-out ends the session here and on the server', async () => {
    const started = await startVisit()
    const { wallet, reportUser } = await signInAndContinue(started)
    await wallet.signOut()
    expect(reportUser.mock.lastCall?.[0]).toEqual({ isConnected: false, accounts: {} })
    await expect(signSolana(wallet.keys, new Uint8Array(3))).rejects.toMatchObject({ code: 'SESSION_REVOKED' })
    expect(await (await started.load()).api.isConnected()).toEqual({ isConnected: false, accounts: {} })
    expect(started.server.connection.requests).toContain('POST session/sign-out')
  })

  test('a sign-out runs once if the frame requests another one meanwhile', async () => {
    const { wallet, reportUser } = await signInAndContinue(await startVisit())
    const asked: unknown[] = []
    reportUser.mockImplementation(() => void asked.push(wallet.signOut()))
    const first = wallet.signOut()
    await first
    expect(asked).toEqual([first])
    expect(asked[0]).toBe(first)
  })

  test('a sign-out works without a connection, and reaches the server at the next start', async () => {
    const started = await startVisit()
    const { api, wallet } = await signInAndContinue(started)
    started.server.connection.offline = true
    await wallet.signOut()
    expect(await api.isConnected()).toEqual({ isConnected: false, accounts: {} })
    started.server.connection.offline = false
    await started.load()
    await vi.waitFor(() => expect(started.server.connection.requests).toContain('POST session/sign-out'))
  })

  test('reports an earlier sign-out before the next login, because a later report would end the new session', async () => {
    const started = await startVisit()
    const { connection } = started.server
    const { api, wallet } = await signInAndContinue(started)
    connection.offline = true
    await wallet.signOut()
    connection.offline = false
    const before = connection.requests.length
    await api.connectEmail(started.server.email)
    const since = connection.requests.slice(before)
    expect(since.indexOf('POST session/sign-out')).toBeGreaterThan(-1)
    expect(since.indexOf('POST session/sign-out')).toBeLessThan(since.indexOf('POST login/email'))
  })

  test("a sign-out completes in the browser if the page ends before the server's answer, and reaches the server at the next start", async () => {
    const started = await startVisit()
    const { wallet } = await signInAndContinue(started)
    const scope = `${testSite.projectId} ${testSite.host}`
    const { fetch } = started.server
    const isTelling = new Promise<void>((resolve) => {
      started.server.fetch = (...args) => {
        if (!String(args[0]).endsWith('session/sign-out')) return fetch(...args)
        resolve()
        return new Promise(() => undefined)
      }
    })
    void wallet.signOut()
    await isTelling
    started.server.fetch = fetch
    expect(await started.store.get(`session ${scope}`)).toBeUndefined()
    expect(await (await started.load()).api.isConnected()).toEqual({ isConnected: false, accounts: {} })
    await vi.waitFor(() => expect(started.server.connection.requests).toContain('POST session/sign-out'))
  })
})

test('keeps the network that the visitor chose over a reload, and refuses an unknown network', async () => {
  const started = await startVisit()
  const { api } = await signInAndContinue(started)
  await api.switchNetwork('eip155:10')
  await expect(api.switchNetwork('eip155:999')).rejects.toMatchObject({ code: 'UNRECOGNIZED_CHAIN', number: 4902 })
  const { accounts } = await (await started.load()).api.isConnected()
  expect(accounts.eip155?.caipNetworkId).toBe('eip155:10')
})

test.each([
  ['none', ['This browser keeps nothing here']],
  ['ephemeral', ['In a private window, this browser forgets the wallet once you close it.']],
  ['persistent', []],
] as const)(
  'the panel of a new wallet warns exactly if the browser will forget the wallet (storage: %s)',
  async (kind, said) => {
    const started = await startVisit()
    const { api } = await started.load(memoryStore(), kind)
    await api.connectEmail(started.server.email)
    await waitForText('Check your email')
    typeCode(started.server.rightCode)
    await waitForText('Your wallet is ready')
    const sentences = [
      'This browser keeps nothing here',
      'In a private window, this browser forgets the wallet once you close it.',
    ]
    expect(sentences.filter((sentence) => textOnScreen().includes(sentence))).toEqual(said)
  },
)

test.each([
  ['none', 'before, or forgot it, as a private window does.'],
  ['ephemeral', 'before, or forgot it, as a private window does.'],
  ['persistent', 'has not opened your wallet on shop.example before.'],
] as const)('explains in the recovery panel why the wallet is locked (storage: %s)', async (kind, why) => {
  const started = await startVisit()
  await signInAndContinue(started)
  const { api } = await started.load(memoryStore(), kind)
  await api.connectEmail(started.server.email)
  await waitForText('Check your email')
  typeCode(started.server.rightCode)
  await waitForText('We need to check it’s you on this browser')
  expect(textOnScreen()).toContain(why)
})
