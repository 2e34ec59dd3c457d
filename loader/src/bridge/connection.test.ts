import { beforeEach, expect, test, vi } from 'vitest'
import type { AccountState } from '../../protocol/api/frameApi.ts'
import { type HeldWallets, hintKey } from '../hook.ts'
import { createConnection } from './connection.ts'
import type { Wallet } from './wallets.ts'

const first = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const second = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const third = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

beforeEach(() => {
  const stored: Record<string, string> = {}
  Object.defineProperty(stored, 'removeItem', { value: (key: string) => delete stored[key] })
  vi.stubGlobal('localStorage', stored)
})

/** A wallet that somebody else wrote. */
const createWallet = (id = 'io.kite', granted = [first]) => {
  const listeners: [string, (value?: unknown) => void][] = []
  const asked: string[] = []
  const wallet = {
    granted: [] as string[],
    chainId: '0x1' as unknown,
    decline: undefined as unknown,
    hold: undefined as Promise<void> | undefined,
  }
  const request = async ({ method }: { method: string }): Promise<unknown> => {
    asked.push(method)
    if (method === 'eth_chainId') return wallet.chainId
    if (method === 'eth_requestAccounts') {
      await wallet.hold
      if (wallet.decline) throw wallet.decline
      wallet.granted = granted
    }
    if (method === 'wallet_revokePermissions') {
      await wallet.hold
      throw { code: 4200 }
    }
    return wallet.granted
  }
  const provider: Wallet['provider'] = {
    request,
    on: (event, listener) => {
      listeners.push([event, listener])
      return provider
    },
    removeListener: () => provider,
  }
  const say = (event: string, value?: unknown) => {
    for (const [name, listener] of listeners) if (name === event) listener(value)
  }
  return { ...({ id, name: id } as Wallet), provider, wallet, say, asked }
}
type TestWallet = ReturnType<typeof createWallet>

const createPage = (...wallets: TestWallet[]) => {
  const restoring = Promise.withResolvers<AccountState>()
  const asked: unknown[][] = []
  const held: HeldWallets = {
    request: async (...request) => {
      asked.push(['request', ...request])
      return 'the frame'
    },
    restore: (...wanted) => {
      asked.push(['restore', ...wanted])
      return restoring.promise
    },
    leave: async (...left) => {
      asked.push(['leave', ...left])
    },
  }
  const facts: boolean[] = []
  let account: AccountState = { status: 'disconnected' }
  const statuses: string[] = []
  const events: [string, unknown][] = []
  const [current, connect, disconnect, sync, found, choose, take] = createConnection(
    () => account,
    (next, _namespace, isFact) => {
      account = next
      statuses.push(next.status)
      facts.push(isFact === true)
    },
    (event, value) => events.push([event, value]),
    (id) => wallets.find((wallet) => wallet.id === id),
    held,
  )
  const settled = (status: string) => vi.waitFor(() => expect(account.status).toBe(status))
  return {
    current,
    connect,
    disconnect,
    sync,
    found,
    choose,
    take,
    facts,
    asked,
    restoring,
    account: () => account,
    statuses,
    events,
    settled,
    wallets,
  }
}
const hint = (connectorId = 'io.kite') => {
  localStorage[hintKey] = JSON.stringify({ eip155: { connectorId, caipNetworkId: 'eip155:1' } })
}

test('a wallet that agrees is connected, told once, and remembered without a secret', async () => {
  const page = createPage(createWallet())
  const account = await page.connect('io.kite')
  expect(account).toEqual({
    status: 'connected',
    connectorId: 'io.kite',
    caipNetworkId: 'eip155:1',
    caipAddress: `eip155:1:${first}`,
    caipAddresses: [`eip155:1:${first}`],
  })
  expect(page.statuses).toEqual(['connecting', 'connected'])
  expect(page.events).toEqual([
    ['connect', { chainId: '0x1' }],
    ['accountsChanged', [first]],
  ])
  expect(JSON.parse(localStorage[hintKey])).toEqual({
    eip155: {
      status: 'reconnecting',
      connectorId: 'io.kite',
      caipNetworkId: 'eip155:1',
      caipAddress: `eip155:1:${first}`,
      caipAddresses: [`eip155:1:${first}`],
    },
  })
})

test('another account that the visitor chose is told as the active one, and stays so until the wallet names another', async () => {
  const wallet = createWallet('io.kite', [first, second])
  const page = createPage(wallet)
  const account = await page.connect('io.kite')
  const inUse = () => page.account().caipAddresses
  expect(inUse()).toEqual([`eip155:1:${first}`, `eip155:1:${second}`])
  page.events.length = 0
  await page.choose({ ...account, caipAddress: `eip155:1:${second}` })
  expect(page.events).toEqual([['accountsChanged', [second, first]]])
  expect(page.account()).toMatchObject({ status: 'connected', caipAddress: `eip155:1:${second}` })
  expect(inUse()).toEqual([`eip155:1:${second}`, `eip155:1:${first}`])
  expect((await page.current())?.[1]).toEqual([second, first])

  wallet.wallet.chainId = '0xa'
  wallet.say('chainChanged', '0xa')
  await vi.waitFor(() => expect(inUse()).toEqual([`eip155:10:${second}`, `eip155:10:${first}`]))
  expect(page.events.slice(1)).toEqual([['chainChanged', '0xa']])

  wallet.wallet.granted = [third, second, first]
  wallet.say('accountsChanged', wallet.wallet.granted)
  await vi.waitFor(() => expect(page.account().caipAddress).toBe(`eip155:10:${third}`))
})

test.each([
  ['stays over a reload', [first, second], second],
  ['ends where the wallet has meanwhile named another one', [third, second, first], third],
  ['ends where the wallet does not give it any more', [first, third], first],
])('a choice %s', async (_, granted, expected) => {
  const wallet = createWallet('io.kite', [first, second])
  const before = createPage(wallet)
  await before.choose({ ...(await before.connect('io.kite')), caipAddress: `eip155:1:${second}` })
  wallet.wallet.granted = granted
  const page = createPage(wallet)
  page.sync()
  await page.settled('connected')
  expect(page.account().caipAddress).toBe(`eip155:1:${expected}`)
})

test('a choice stays while the wallet is locked, and without storage', async () => {
  vi.stubGlobal('localStorage', undefined)
  const wallet = createWallet('io.kite', [first, second])
  const page = createPage(wallet)
  await page.choose({ ...(await page.connect('io.kite')), caipAddress: `eip155:1:${second}` })
  wallet.wallet.granted = []
  wallet.say('accountsChanged', [])
  await page.settled('disconnected')
  wallet.wallet.granted = [first, second]
  wallet.say('accountsChanged', [first, second])
  await page.settled('connected')
  expect(page.account().caipAddress).toBe(`eip155:1:${second}`)
})

test.each([
  [
    { code: 4001, message: 'No' },
    { code: 4001, reason: 'WALLET_ERROR', message: 'No' },
  ],
  [new Error('Broken'), { code: -32603, reason: 'WALLET_ERROR', message: 'Broken' }],
  [
    { code: -32002, message: 'x'.repeat(1_000) },
    { code: -32002, message: 'x'.repeat(256) },
  ],
])("a wallet's %j crosses with its code and its words", async (decline, expected) => {
  const wallet = createWallet()
  wallet.wallet.decline = decline
  const page = createPage(wallet)
  await expect(page.connect('io.kite')).rejects.toMatchObject(expected)
  expect(page.account()).toEqual({ status: 'disconnected' })
  expect(localStorage[hintKey]).toBeUndefined()
})

test('declining a second wallet keeps the first', async () => {
  const other = createWallet('app.harbor', [second])
  other.wallet.decline = { code: 4001, message: 'No' }
  const page = createPage(createWallet(), other)
  await page.connect('io.kite')
  await expect(page.connect('app.harbor')).rejects.toMatchObject({ code: 4001 })
  expect(page.account()).toMatchObject({ status: 'connected', connectorId: 'io.kite' })
})

test('a wallet that agrees after the visitor has chosen another one changes nothing', async () => {
  const slow = createWallet('app.harbor', [second])
  let release = () => {}
  slow.wallet.hold = new Promise((resolve) => {
    release = resolve
  })
  const page = createPage(slow, createWallet())
  const late = page.connect('app.harbor')
  await page.connect('io.kite')
  release()
  await late
  expect(page.account()).toMatchObject({ status: 'connected', connectorId: 'io.kite' })
})

test('events while the visitor still decides do not cost the answer', async () => {
  const wallet = createWallet()
  hint()
  const page = createPage(wallet)
  page.sync()
  await page.settled('disconnected')
  let release = () => {}
  wallet.wallet.hold = new Promise((resolve) => {
    release = resolve
  })
  const answer = page.connect('io.kite')
  wallet.say('accountsChanged', [first])
  wallet.say('chainChanged', '0x1')
  release()
  expect(await answer).toMatchObject({ status: 'connected' })
})

test('a reload is reconnecting until the wallet has answered, without a question', async () => {
  const wallet = createWallet()
  wallet.wallet.granted = [first]
  hint()
  const page = createPage(wallet)
  page.sync()
  expect(page.account().status).toBe('reconnecting')
  expect(await page.current()).toEqual([expect.objectContaining({ id: 'io.kite' }), [first]])
  expect(page.account().status).toBe('connected')
  expect(wallet.asked).not.toContain('eth_requestAccounts')
})

test('a locked wallet is not connected, and is again when it unlocks', async () => {
  const wallet = createWallet()
  hint()
  const page = createPage(wallet)
  page.sync()
  expect(await page.current()).toBeUndefined()
  expect(page.account()).toEqual({ status: 'disconnected' })
  wallet.wallet.granted = [first]
  wallet.say('accountsChanged', [first])
  await page.settled('connected')
})

test('a wallet that never says whether it took the permission back holds up nobody', async () => {
  vi.useFakeTimers()
  const kite = createWallet()
  const page = createPage(kite)
  await page.connect('io.kite')
  kite.wallet.hold = new Promise(() => {})
  const left = page.disconnect()
  expect(page.account().status).toBe('disconnected')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await Promise.race([left, 'waiting'])).toBeNull()
  vi.useRealTimers()
})

test('a wallet that is gone ends in disconnected, and one that comes late is taken', async () => {
  vi.useFakeTimers()
  hint()
  const page = createPage()
  page.sync()
  await vi.advanceTimersByTimeAsync(2_900)
  expect(page.account().status).toBe('reconnecting')
  await vi.advanceTimersByTimeAsync(200)
  expect(page.account().status).toBe('disconnected')
  vi.useRealTimers()
  const wallet = createWallet()
  wallet.wallet.granted = [first]
  page.found(wallet)
  await page.settled('connected')
})

test('a wallet that does not answer holds nobody up for ever', async () => {
  vi.useFakeTimers()
  const wallet = createWallet()
  wallet.provider.request = () => new Promise(() => {})
  hint()
  const page = createPage(wallet)
  page.sync()
  await vi.advanceTimersByTimeAsync(10_100)
  expect(await page.current()).toBeUndefined()
  expect(page.account().status).toBe('disconnected')
  vi.useRealTimers()
})

test('what the wallet says is asked for, told once, and the same again is no change', async () => {
  const wallet = createWallet()
  const page = createPage(wallet)
  await page.connect('io.kite')
  page.events.length = 0
  wallet.wallet.granted = [second, first]
  wallet.wallet.chainId = 137
  wallet.say('accountsChanged', ['0xlie'])
  wallet.say('chainChanged', '0xlie')
  await vi.waitFor(() => expect(page.events).toHaveLength(2))
  wallet.say('chainChanged', '0x89')
  await vi.waitFor(() => expect(wallet.asked.filter((method) => method === 'eth_chainId')).toHaveLength(4))
  expect(page.events).toEqual([
    ['accountsChanged', [second, first]],
    ['chainChanged', '0x89'],
  ])
  expect(page.account()).toMatchObject({ caipAddress: `eip155:137:${second}` })
})

test('an account or a chain that is none is no connection', async () => {
  const wallet = createWallet('io.kite', ['0xshort'])
  const page = createPage(wallet)
  expect(await page.connect('io.kite')).toEqual({ status: 'disconnected' })
  const other = createWallet('io.kite')
  other.wallet.chainId = 'mainnet'
  expect(await createPage(other).connect('io.kite')).toEqual({ status: 'disconnected' })
})

test('leaving is told, forgotten, and stays even where the wallet ignores it', async () => {
  const wallet = createWallet()
  const page = createPage(wallet)
  await page.connect('io.kite')
  page.events.length = 0
  expect(await page.disconnect()).toBeNull()
  expect(page.events).toEqual([
    ['accountsChanged', []],
    ['disconnect', expect.objectContaining({ code: 4900 })],
  ])
  expect(localStorage[hintKey]).toBeUndefined()
  wallet.say('accountsChanged', [first])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(page.account()).toEqual({ status: 'disconnected' })
})

test('another tab leaves, and another tab connects', async () => {
  const wallet = createWallet()
  const page = createPage(wallet)
  await page.connect('io.kite')
  delete localStorage[hintKey]
  page.sync()
  expect(page.account()).toEqual({ status: 'disconnected' })
  hint()
  page.sync()
  await page.settled('connected')
})

test('a page without storage connects all the same', async () => {
  vi.stubGlobal('localStorage', undefined)
  const page = createPage(createWallet())
  expect(await page.connect('io.kite')).toMatchObject({ status: 'connected' })
})

test.each(['{', '[]', 'null', '{"eip155":null}', '{"eip155":{"connectorId":7}}'])(
  'a hint of %j connects nobody',
  async (text) => {
    vi.useFakeTimers()
    localStorage[hintKey] = text
    const page = createPage(createWallet())
    page.sync()
    await vi.advanceTimersByTimeAsync(3_100)
    expect(page.account().status).toBe('disconnected')
    vi.useRealTimers()
  },
)

test('what the first choice says after a second one was made changes nothing', async () => {
  const [slow, other] = [createWallet('io.slow'), createWallet('io.kite', [second])]
  const [decision, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  slow.wallet.hold = decision.promise
  slow.wallet.decline = { code: 4001, message: 'no' }
  other.wallet.hold = held.promise
  const page = createPage(slow, other)
  const declined = page.connect('io.slow')
  const chosen = page.connect('io.kite')
  decision.resolve()
  await expect(declined).rejects.toMatchObject({ code: 4001 })
  expect(page.account()).toEqual({ status: 'connecting', connectorId: 'io.kite' })
  held.resolve()
  expect(await chosen).toMatchObject({ status: 'connected', connectorId: 'io.kite' })
})

const held = (chainId: number, ...addresses: string[]): AccountState => ({
  status: 'connected',
  connectorId: 'walletConnect',
  caipNetworkId: `eip155:${chainId}`,
  caipAddress: `eip155:${chainId}:${addresses[0]}`,
  caipAddresses: addresses.map((each) => `eip155:${chainId}:${each}`),
})

test('a fact of the frame becomes the state with its events, and the frame does not hear it again', async () => {
  const page = createPage()
  page.take(held(1, first))
  page.take(held(10, first))
  page.take(held(10, second, first))
  expect(page.events).toEqual([
    ['connect', { chainId: '0x1' }],
    ['accountsChanged', [first]],
    ['chainChanged', '0xa'],
    ['accountsChanged', [second, first]],
  ])
  expect(page.account()).toEqual(held(10, second, first))
  expect(page.facts).toEqual([true, true, true])
  expect(page.asked).toEqual([])
  const [wallet, accounts] = (await page.current()) ?? []
  expect(accounts).toEqual([second, first])
  expect(await wallet?.provider.request({ method: 'personal_sign' })).toBe('the frame')
  expect(page.asked).toEqual([['request', 'eip155', { method: 'personal_sign' }, 'walletConnect']])
})

test('a connection that the frame ends is disconnected and forgotten', () => {
  const page = createPage()
  page.take(held(1, first))
  page.events.length = 0
  page.take({ status: 'disconnected' })
  expect(page.account()).toEqual({ status: 'disconnected' })
  expect(page.events.map(([event]) => event)).toEqual(['accountsChanged', 'disconnect'])
  expect(localStorage[hintKey]).toBeUndefined()
})

test('the frame cannot end a connection to a wallet of the page', async () => {
  const page = createPage(createWallet())
  await page.connect('io.kite')
  page.take({ status: 'disconnected' })
  expect(page.account().connectorId).toBe('io.kite')
})

test('leaving a connection that the frame holds tells the frame once', async () => {
  const page = createPage()
  page.take(held(1, first))
  await page.disconnect()
  expect(page.asked).toEqual([['leave', 'eip155', 'walletConnect']])
  expect(page.account().status).toBe('disconnected')
})

test('after a reload the frame says what became of the connection that it held', async () => {
  hint('walletConnect')
  const page = createPage()
  page.sync()
  expect(page.account().status).toBe('reconnecting')
  expect(page.asked).toEqual([['restore', 'eip155', 'walletConnect']])
  page.restoring.resolve(held(10, first))
  await page.settled('connected')
  expect(page.events[0]).toEqual(['connect', { chainId: '0xa' }])
})

test('a session that is over at a reload is forgotten, and one that cannot be asked for is kept', async () => {
  hint('walletConnect')
  const over = createPage()
  over.sync()
  over.restoring.resolve({ status: 'disconnected' })
  await over.settled('disconnected')
  expect(localStorage[hintKey]).toBeUndefined()

  hint('walletConnect')
  const unreachable = createPage()
  unreachable.sync()
  unreachable.restoring.reject(new Error('no frame'))
  await unreachable.settled('disconnected')
  expect(localStorage[hintKey]).toContain('walletConnect')
})

test('a late answer about an old session changes nothing once the visitor connected another wallet', async () => {
  hint('walletConnect')
  const page = createPage(createWallet())
  page.sync()
  await page.connect('io.kite')
  page.restoring.resolve(held(10, second))
  await vi.waitFor(() => expect(page.account().connectorId).toBe('io.kite'))
})
