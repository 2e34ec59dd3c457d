// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { signSolana } from '../../test/signPayload.ts'
import {
  pressButton,
  type StartedVisit,
  signIn,
  startVisit,
  textOnScreen,
  typeCode,
  waitForText,
} from '../../test/visit.ts'

beforeEach(() => document.body.replaceChildren())

/** Calls `act` when the wallet first sends a request to this path, and sends that request afterwards. */
const interrupt = ({ server }: StartedVisit, path: string, act: (go: () => Promise<unknown>) => Promise<void>) => {
  const { fetch } = server
  let isOver = false
  server.fetch = async (...args) => {
    if (isOver || !String(args[0]).endsWith(path)) return fetch(...args)
    isOver = true
    await act(() => fetch(...args))
    return fetch(...args)
  }
}
const loseConnectionAt = (started: StartedVisit, path: string, arrives: boolean) =>
  interrupt(started, path, async (go) => {
    if (arrives) await go()
    throw new TypeError('Failed to fetch')
  })
const expectCompleteWallet = ({ server }: StartedVisit, { wallet }: Awaited<ReturnType<StartedVisit['load']>>) => {
  expect(server.state.wallet?.status).toBe('active')
  const sets = server.state.wallet?.sets.map((set) => [set.type, set.confirmed])
  expect(sets).toEqual([
    ['device', true],
    ['guardian', true],
  ])
  expect(wallet.keys.accounts()).toEqual(server.state.wallet?.accounts)
  return expect(signSolana(wallet.keys, new Uint8Array(3))).resolves.toHaveLength(64)
}

describe.each([
  ['the answer that creates the wallet', '/keys', true, 'Your wallet is ready'],
  ['the request to create the wallet', '/keys', false, 'Your wallet is ready'],
  ['the answer with the server share of the first share set', '/release', true, 'Your wallet is ready'],
  ['the answer that confirms the first share set', '/confirm', true, ''],
  ['the request to confirm the first share set', '/confirm', false, 'Your wallet is ready'],
])('the creation of a wallet if %s is lost', (_, path, arrives, welcome) => {
  const cutOff = async () => {
    const started = await startVisit()
    loseConnectionAt(started, path, arrives)
    const loaded = await signIn(started)
    await waitForText('Try again')
    return { ...started, loaded, walletId: started.server.state.wallet?.walletId }
  }

  test('the same document completes a wallet whose creation was interrupted', async () => {
    const { loaded, walletId, ...started } = await cutOff()
    pressButton('Try again')
    await waitForText('Your wallet is ready')
    pressButton('Continue')
    await vi.waitFor(() => expect(loaded.reportUser).toHaveBeenCalled())
    expect(started.server.state.wallet?.walletId).toEqual(walletId ?? expect.any(String))
    await expectCompleteWallet(started, loaded)
  })

  test('another document completes a wallet whose creation was interrupted', async () => {
    const { walletId, ...started } = await cutOff()
    document.body.replaceChildren()
    const next = await started.load()
    expect(await next.api.connectEmail(started.server.email)).toEqual({ action: 'CONNECT' })
    await waitForText(welcome)
    if (welcome) pressButton('Continue')
    await vi.waitFor(() => expect(next.reportUser).toHaveBeenCalled())
    expect(started.server.state.wallet?.walletId).toEqual(walletId ?? expect.any(String))
    await expectCompleteWallet(started, next)
  })

  test('a visitor who signs out and returns completes a wallet whose creation was interrupted', async () => {
    const { loaded, walletId, ...started } = await cutOff()
    await loaded.wallet.signOut()
    document.body.replaceChildren()
    const next = await signIn(started)
    await waitForText(welcome)
    if (welcome) pressButton('Continue')
    await vi.waitFor(() => expect(next.reportUser).toHaveBeenCalled())
    expect(started.server.state.wallet?.walletId).toEqual(walletId ?? expect.any(String))
    await expectCompleteWallet(started, next)
  })
})

describe('the last panel of a first login', () => {
  const arrive = async () => {
    const started = await startVisit()
    const loaded = await started.load()
    await loaded.api.connectEmail(started.server.email)
    await waitForText('Check your email')
    typeCode(started.server.rightCode)
    await waitForText('Your wallet is ready')
    return { ...loaded, server: started.server }
  }

  test('shows the address, and who could open the wallet behind one link', async () => {
    const { server } = await arrive()
    const address = server.state.wallet?.accounts.eip155 ?? ''
    expect(document.querySelector('.lead')?.textContent).toBe(`${address.slice(0, 6)}…${address.slice(-4)}`)
    const link = document.querySelector('details')
    expect(link?.open).toBe(false)
    expect([...(link?.querySelectorAll('li') ?? [])].map((line) => line.textContent)).toEqual([
      'You, in this browser.',
      'Whoever reads your email. With a passkey or a backup, that takes longer and you can stop it.',
      'wallet.example, but only together with its recovery service.',
    ])
    expect([...document.querySelectorAll('button')].map((made) => made.textContent)).toEqual(['Continue'])
  })
})

test('two tabs that create a wallet at the same time get the same wallet', async () => {
  const started = await startVisit()
  const second = await started.load()
  interrupt(started, '/keys', async () => {
    await second.api.connectEmail(started.server.email)
    await vi.waitFor(() => expect(started.server.state.wallet?.status).toBe('active'))
  })
  const first = await signIn(started)
  await vi.waitFor(async () => {
    expect(first.wallet.keys.accounts()).not.toBeNull()
    expect(await first.wallet.custody.isUnlocked()).toBe(true)
  })
  expect(first.wallet.keys.accounts()).toEqual(second.wallet.keys.accounts())
  await expectCompleteWallet(started, first)
  await expectCompleteWallet(started, second)
  // The stored device key unlocks the wallet that the server has.
  const next = await started.load()
  await next.api.isConnected()
  await expectCompleteWallet(started, next)
})

const signInToWindow = async ({ server, store, load }: StartedVisit) => {
  const { api } = await load(store, 'persistent', undefined, 'vault')
  await api.connectEmail(server.email)
  await waitForText('Check your email')
  typeCode(server.rightCode)
}

test('adds a guardian share set to a wallet that a wallet window creates', async () => {
  const started = await startVisit()
  await signInToWindow(started)
  await waitForText('Who could open it?')
  expect(started.server.state.wallet?.sets.map((set) => [set.type, set.confirmed])).toEqual([
    ['vault', true],
    ['guardian', true],
  ])
})

test.each([
  ['the recovery service is down', 'assisted', true],
  ['the project has no recovery service', 'self', false],
] as const)(
  'warns that only this browser opens a wallet that was created in a wallet window, if %s',
  async (...[, mode, isDown]) => {
    const started = await startVisit(mode)
    started.server.state.guardianDown = isDown
    await signInToWindow(started)
    await waitForText('Only this browser opens it')
    expect(textOnScreen()).not.toContain('Whoever reads your email')
    const relied = started.server.state.wallet?.sets.filter(({ confirmed }) => confirmed)
    expect(relied?.map((set) => set.type)).toEqual(['vault'])
  },
)

test('replaces a first share set that fails its test unwrap, while the new wallet is still unlocked', async () => {
  const started = await startVisit('self')
  const { shareSets } = started.server.state
  interrupt(started, '/release', async () => {
    for (const set of shareSets.values()) set.share = 'A'.repeat(43)
  })
  await signIn(started)
  await waitForText('Your wallet is ready')
  expect(started.server.state.wallet?.sets.map(({ confirmed }) => confirmed)).toEqual([false, true])
  const next = await started.load()
  await next.api.isConnected()
  expect(await signSolana(next.wallet.keys, new Uint8Array(3))).toHaveLength(64)
})

describe.each(['clientKey', 'session', 'device', ''])(
  'a new wallet in a browser that cannot store entries named “%s…”',
  (full) => {
    const arrive = async (mode: 'assisted' | 'self') => {
      const started = await startVisit(mode)
      const { put } = started.store
      vi.spyOn(started.store, 'put').mockImplementation(async (name, value) => {
        if (name.startsWith(full)) throw new DOMException('', 'QuotaExceededError')
        return put(name, value)
      })
      const loaded = await signIn(started)
      await waitForText('This browser keeps nothing here')
      return { ...started, loaded }
    }

    test('creates the wallet in memory if the browser cannot store it, and tells the visitor so', async () => {
      const { loaded, ...started } = await arrive('assisted')
      pressButton('Continue')
      await vi.waitFor(() => expect(loaded.reportUser).toHaveBeenCalled())
      expect(started.server.state.wallet?.status).toBe('active')
      expect(loaded.reportUser.mock.lastCall?.[0].isConnected).toBe(true)
      await loaded.wallet.keys.unlock()
      await loaded.wallet.lock()
      await expect(signSolana(loaded.wallet.keys, new Uint8Array(3))).resolves.toHaveLength(64)
      await loaded.wallet.signOut()
      expect(await loaded.api.isConnected()).toEqual({ isConnected: false, accounts: {} })
    })

    test('hides the addresses of a wallet that would be lost with the page', async () => {
      const { loaded, server } = await arrive('self')
      pressButton('Not now')
      await vi.waitFor(() =>
        expect(loaded.reportUser).toHaveBeenCalledExactlyOnceWith({ isConnected: false, accounts: {} }),
      )
      expect(loaded.wallet.keys.accounts()).toBeNull()
      expect(server.state.wallet?.sets.map(({ confirmed }) => confirmed)).toEqual([false])
    })
  },
)
