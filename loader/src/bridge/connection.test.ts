import { beforeEach, expect, test, vi } from 'vitest'
import type { AccountState } from '../../protocol/api/frameApi.ts'
import { type FrameConnections, restoreHintKey } from '../hook.ts'
import { createConnection } from './connection.ts'
import { lowerCase } from './walletInUse.ts'
import type { EvmPageWallet } from './wallets.ts'

const first = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const second = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const third = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

beforeEach(() => {
  const stored: Record<string, string> = {}
  Object.defineProperty(stored, 'removeItem', { value: (key: string) => delete stored[key] })
  vi.stubGlobal('localStorage', stored)
})

/** A wallet of the page with an EIP-1193 provider. */
const createWallet = (id = 'io.kite', granted = [first]) => {
  const listeners: [string, (value?: unknown) => void][] = []
  const requests: string[] = []
  const wallet = {
    granted: [] as string[],
    chainId: '0x1' as unknown,
    decline: undefined as unknown,
    hold: undefined as Promise<void> | undefined,
  }
  const request = async ({ method }: { method: string }): Promise<unknown> => {
    requests.push(method)
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
  const provider: EvmPageWallet['provider'] = {
    request,
    on: (event: string, listener: (...args: never[]) => void) => {
      listeners.push([event, listener as (value?: unknown) => void])
      return provider
    },
    removeListener: () => provider,
  }
  const emit = (event: string, value?: unknown) => {
    for (const [name, listener] of listeners) if (name === event) listener(value)
  }
  return { ...({ id, name: id } as EvmPageWallet), provider, wallet, emit, requests }
}
type TestWallet = ReturnType<typeof createWallet>

const createPage = (...wallets: TestWallet[]) => {
  const restoring = Promise.withResolvers<AccountState>()
  const requests: unknown[][] = []
  const frameConnections: FrameConnections = {
    request: async (...request) => {
      requests.push(['request', ...request])
      return 'the frame'
    },
    restore: (...wanted) => {
      requests.push(['restore', ...wanted])
      return restoring.promise
    },
    leave: async (...left) => {
      requests.push(['leave', ...left])
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
    frameConnections,
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
    requests,
    restoring,
    account: () => account,
    statuses,
    events,
    settled,
    wallets,
  }
}
const hint = (connectorId = 'io.kite') => {
  localStorage[restoreHintKey] = JSON.stringify({ eip155: { connectorId, caipNetworkId: 'eip155:1' } })
}

test('connects a wallet, emits each event once, and stores a hint without secrets', async () => {
  const page = createPage(createWallet())
  const account = await page.connect('io.kite')
  expect(account).toEqual({
    status: 'connected',
    connectorId: 'io.kite',
    walletName: 'io.kite',
    caipNetworkId: 'eip155:1',
    caipAddress: `eip155:1:${first}`,
    caipAddresses: [`eip155:1:${first}`],
  })
  expect(page.statuses).toEqual(['connecting', 'connected'])
  expect(page.events).toEqual([
    ['connect', { chainId: '0x1' }],
    ['accountsChanged', lowerCase([first])],
  ])
  expect(JSON.parse(localStorage[restoreHintKey])).toEqual({
    eip155: {
      status: 'reconnecting',
      connectorId: 'io.kite',
      walletName: 'io.kite',
      caipNetworkId: 'eip155:1',
      caipAddress: `eip155:1:${first}`,
      caipAddresses: [`eip155:1:${first}`],
    },
  })
})

test('keeps the account that the visitor chose until the wallet names another account first', async () => {
  const wallet = createWallet('io.kite', [first, second])
  const page = createPage(wallet)
  const account = await page.connect('io.kite')
  const inUse = () => page.account().caipAddresses
  expect(inUse()).toEqual([`eip155:1:${first}`, `eip155:1:${second}`])
  page.events.length = 0
  await page.choose({ ...account, caipAddress: `eip155:1:${second}` })
  expect(page.events).toEqual([['accountsChanged', lowerCase([second, first])]])
  expect(page.account()).toMatchObject({ status: 'connected', caipAddress: `eip155:1:${second}` })
  expect(inUse()).toEqual([`eip155:1:${second}`, `eip155:1:${first}`])
  expect((await page.current())?.[1]).toEqual(lowerCase([second, first]))

  wallet.wallet.chainId = '0xa'
  wallet.emit('chainChanged', '0xa')
  await vi.waitFor(() => expect(inUse()).toEqual([`eip155:10:${second}`, `eip155:10:${first}`]))
  expect(page.events.slice(1)).toEqual([['chainChanged', '0xa']])

  wallet.wallet.granted = [third, second, first]
  wallet.emit('accountsChanged', wallet.wallet.granted)
  await vi.waitFor(() => expect(page.account().caipAddress).toBe(`eip155:10:${third}`))
})

test.each([
  ['keeps the chosen account after a reload', [first, second], second],
  ['drops the chosen account if the wallet names another account first', [third, second, first], third],
  ['drops the chosen account if the wallet no longer grants it', [first, third], first],
])('%s', async (_, granted, expected) => {
  const wallet = createWallet('io.kite', [first, second])
  const before = createPage(wallet)
  await before.choose({ ...(await before.connect('io.kite')), caipAddress: `eip155:1:${second}` })
  wallet.wallet.granted = granted
  const page = createPage(wallet)
  page.sync()
  await page.settled('connected')
  expect(page.account().caipAddress).toBe(`eip155:1:${expected}`)
})

test('keeps the account that the visitor chose while the wallet is locked, and without storage', async () => {
  vi.stubGlobal('localStorage', undefined)
  const wallet = createWallet('io.kite', [first, second])
  const page = createPage(wallet)
  await page.choose({ ...(await page.connect('io.kite')), caipAddress: `eip155:1:${second}` })
  wallet.wallet.granted = []
  wallet.emit('accountsChanged', [])
  await page.settled('disconnected')
  wallet.wallet.granted = [first, second]
  wallet.emit('accountsChanged', [first, second])
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
])("passes on the wallet's rejection %j with its code and its message", async (decline, expected) => {
  const wallet = createWallet()
  wallet.wallet.decline = decline
  const page = createPage(wallet)
  await expect(page.connect('io.kite')).rejects.toMatchObject(expected)
  expect(page.account()).toEqual({ status: 'disconnected' })
  expect(localStorage[restoreHintKey]).toBeUndefined()
})

test('keeps the first wallet if the visitor declines a second wallet', async () => {
  const other = createWallet('app.harbor', [second])
  other.wallet.decline = { code: 4001, message: 'No' }
  const page = createPage(createWallet(), other)
  await page.connect('io.kite')
  await expect(page.connect('app.harbor')).rejects.toMatchObject({ code: 4001 })
  expect(page.account()).toMatchObject({ status: 'connected', connectorId: 'io.kite' })
})

test('ignores a wallet that answers after the visitor chose another wallet', async () => {
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

test('keeps a pending connect if the wallet emits events meanwhile', async () => {
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
  wallet.emit('accountsChanged', [first])
  wallet.emit('chainChanged', '0x1')
  release()
  expect(await answer).toMatchObject({ status: 'connected' })
})

test('the status is reconnecting after a reload until the wallet answers without a prompt', async () => {
  const wallet = createWallet()
  wallet.wallet.granted = [first]
  hint()
  const page = createPage(wallet)
  page.sync()
  expect(page.account().status).toBe('reconnecting')
  expect(await page.current()).toEqual([expect.objectContaining({ id: 'io.kite' }), lowerCase([first])])
  expect(page.account().status).toBe('connected')
  expect(wallet.requests).not.toContain('eth_requestAccounts')
})

test('disconnects while the wallet is locked and connects again when it unlocks', async () => {
  const wallet = createWallet()
  hint()
  const page = createPage(wallet)
  page.sync()
  expect(await page.current()).toBeUndefined()
  expect(page.account()).toEqual({ status: 'disconnected' })
  wallet.wallet.granted = [first]
  wallet.emit('accountsChanged', [first])
  await page.settled('connected')
})

test('disconnects even if the wallet never answers wallet_revokePermissions', async () => {
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

test('disconnects if the wallet of the hint is missing, and connects if this wallet announces itself later', async () => {
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

test('disconnects if the wallet of the hint does not answer', async () => {
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

test('reads the accounts again after each wallet event and emits each change once', async () => {
  const wallet = createWallet()
  const page = createPage(wallet)
  await page.connect('io.kite')
  page.events.length = 0
  wallet.wallet.granted = [second, first]
  wallet.wallet.chainId = 137
  wallet.emit('accountsChanged', ['0xlie'])
  wallet.emit('chainChanged', '0xlie')
  await vi.waitFor(() => expect(page.events).toHaveLength(2))
  wallet.emit('chainChanged', '0x89')
  await vi.waitFor(() => expect(wallet.requests.filter((method) => method === 'eth_chainId')).toHaveLength(4))
  expect(page.events).toEqual([
    ['accountsChanged', lowerCase([second, first])],
    ['chainChanged', '0x89'],
  ])
  expect(page.account()).toMatchObject({ caipAddress: `eip155:137:${second}` })
})

test('does not connect to a malformed account or chain', async () => {
  const wallet = createWallet('io.kite', ['0xshort'])
  const page = createPage(wallet)
  expect(await page.connect('io.kite')).toEqual({ status: 'disconnected' })
  const other = createWallet('io.kite')
  other.wallet.chainId = 'mainnet'
  expect(await createPage(other).connect('io.kite')).toEqual({ status: 'disconnected' })
})

test('emits the events of a disconnect, forgets the hint, and ignores later events of the wallet', async () => {
  const wallet = createWallet()
  const page = createPage(wallet)
  await page.connect('io.kite')
  page.events.length = 0
  expect(await page.disconnect()).toBeNull()
  expect(page.events).toEqual([
    ['accountsChanged', []],
    ['disconnect', expect.objectContaining({ code: 4900 })],
  ])
  expect(localStorage[restoreHintKey]).toBeUndefined()
  wallet.emit('accountsChanged', [first])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(page.account()).toEqual({ status: 'disconnected' })
})

test('follows another tab that disconnects and connects', async () => {
  const wallet = createWallet()
  const page = createPage(wallet)
  await page.connect('io.kite')
  delete localStorage[restoreHintKey]
  page.sync()
  expect(page.account()).toEqual({ status: 'disconnected' })
  hint()
  page.sync()
  await page.settled('connected')
})

test('connects in a page without storage', async () => {
  vi.stubGlobal('localStorage', undefined)
  const page = createPage(createWallet())
  expect(await page.connect('io.kite')).toMatchObject({ status: 'connected' })
})

test.each(['{', '[]', 'null', '{"eip155":null}', '{"eip155":{"connectorId":7}}'])(
  'ignores the malformed hint %j',
  async (text) => {
    vi.useFakeTimers()
    localStorage[restoreHintKey] = text
    const page = createPage(createWallet())
    page.sync()
    await vi.advanceTimersByTimeAsync(3_100)
    expect(page.account().status).toBe('disconnected')
    vi.useRealTimers()
  },
)

test('ignores the rejection of a connect that a later connect replaced', async () => {
  const [slow, other] = [createWallet('io.slow'), createWallet('io.kite', [second])]
  const [decision, approval] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  slow.wallet.hold = decision.promise
  slow.wallet.decline = { code: 4001, message: 'no' }
  other.wallet.hold = approval.promise
  const page = createPage(slow, other)
  const declined = page.connect('io.slow')
  const chosen = page.connect('io.kite')
  decision.resolve()
  await expect(declined).rejects.toMatchObject({ code: 4001 })
  expect(page.account()).toEqual({ status: 'connecting', connectorId: 'io.kite' })
  approval.resolve()
  expect(await chosen).toMatchObject({ status: 'connected', connectorId: 'io.kite' })
})

const sessionOf = (chainId: number, ...addresses: string[]): AccountState => ({
  status: 'connected',
  connectorId: 'walletConnect',
  caipNetworkId: `eip155:${chainId}`,
  caipAddress: `eip155:${chainId}:${addresses[0]}`,
  caipAddresses: addresses.map((each) => `eip155:${chainId}:${each}`),
})

test('applies the accounts that the frame reports, emits their events, and does not report them back', async () => {
  const page = createPage()
  page.take(sessionOf(1, first))
  page.take(sessionOf(10, first))
  page.take(sessionOf(10, second, first))
  expect(page.events).toEqual([
    ['connect', { chainId: '0x1' }],
    ['accountsChanged', lowerCase([first])],
    ['chainChanged', '0xa'],
    ['accountsChanged', lowerCase([second, first])],
  ])
  expect(page.account()).toEqual(sessionOf(10, second, first))
  expect(page.facts).toEqual([true, true, true])
  expect(page.requests).toEqual([])
  const [wallet, accounts] = (await page.current()) ?? []
  expect(accounts).toEqual(lowerCase([second, first]))
  expect(await wallet?.provider.request({ method: 'personal_sign' })).toBe('the frame')
  expect(page.requests).toEqual([['request', 'eip155', { method: 'personal_sign' }, 'walletConnect']])
})

test('disconnects and forgets a connection that the frame ends', () => {
  const page = createPage()
  page.take(sessionOf(1, first))
  page.events.length = 0
  page.take({ status: 'disconnected' })
  expect(page.account()).toEqual({ status: 'disconnected' })
  expect(page.events.map(([event]) => event)).toEqual(['accountsChanged', 'disconnect'])
  expect(localStorage[restoreHintKey]).toBeUndefined()
})

test('does not let the frame end a connection to a wallet of the page', async () => {
  const page = createPage(createWallet())
  await page.connect('io.kite')
  page.take({ status: 'disconnected' })
  expect(page.account().connectorId).toBe('io.kite')
})

test('tells the frame once when the page disconnects a connection that the frame holds', async () => {
  const page = createPage()
  page.take(sessionOf(1, first))
  await page.disconnect()
  expect(page.requests).toEqual([['leave', 'eip155', 'walletConnect']])
  expect(page.account().status).toBe('disconnected')
})

test('after a reload, asks the frame about the connection that the frame held before', async () => {
  hint('walletConnect')
  const page = createPage()
  page.sync()
  expect(page.account().status).toBe('reconnecting')
  expect(page.requests).toEqual([['restore', 'eip155', 'walletConnect']])
  page.restoring.resolve(sessionOf(10, first))
  await page.settled('connected')
  expect(page.events[0]).toEqual(['connect', { chainId: '0xa' }])
})

test('after a reload, forgets a connection that ended in the frame, and keeps the hint if the frame fails', async () => {
  hint('walletConnect')
  const over = createPage()
  over.sync()
  over.restoring.resolve({ status: 'disconnected' })
  await over.settled('disconnected')
  expect(localStorage[restoreHintKey]).toBeUndefined()

  hint('walletConnect')
  const unreachable = createPage()
  unreachable.sync()
  unreachable.restoring.reject(new Error('no frame'))
  await unreachable.settled('disconnected')
  expect(localStorage[restoreHintKey]).toContain('walletConnect')
})

test('ignores the frame’s late answer about an old connection after the visitor connected another wallet', async () => {
  hint('walletConnect')
  const page = createPage(createWallet())
  page.sync()
  await page.connect('io.kite')
  page.restoring.resolve(sessionOf(10, second))
  await vi.waitFor(() => expect(page.account().connectorId).toBe('io.kite'))
})
