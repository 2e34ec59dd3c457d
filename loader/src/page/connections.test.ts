import { beforeEach, expect, test, vi } from 'vitest'
import type { AccountState } from '../../protocol/api/frameApi.ts'
import type { ChainNamespace } from '../../protocol/caip/namespaces.ts'
import { hintKey } from '../hook.ts'
import { createConnections } from './connections.ts'
import type { NamespaceWallet } from './wallet.ts'

const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const dot = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const first = 'Hozo7TadHq6PMMiGLGNvgk79Hvj5VTAM7Ny2bamQ2m8q'
const second = '4wTQECjLxGtAMW9Hh1BChUSkPrxVyDkGbBVgkBvzAeqs'
const dotAddress = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'

beforeEach(() => {
  const stored: Record<string, string> = {}
  Object.defineProperty(stored, 'removeItem', { value: (key: string) => delete stored[key] })
  vi.stubGlobal('localStorage', stored)
})

type Held = {
  addresses: string[]
  decline?: unknown
  hold?: Promise<void> | undefined
  asked: [readonly string[], boolean][]
}

const createWallet = (namespace: ChainNamespace = 'solana', addresses = [first, second]) => {
  const held: Held = { addresses, asked: [] }
  let changed = () => {}
  const wallet: NamespaceWallet = {
    namespace,
    name: 'Sun',
    icon: '',
    accounts: async (networks, silent) => {
      held.asked.push([networks, silent])
      await held.hold
      if (held.decline && !silent) throw held.decline
      return held.addresses.map((address) => `${networks[0]}:${address}`)
    },
    watch: (next) => {
      changed = next
    },
    leave: vi.fn(),
    methods: {
      solana_signMessage: async ({ message }, account) => {
        if (held.decline) throw held.decline
        return { signature: `${message} by ${account}` }
      },
    },
  }
  return { wallet, held, change: () => changed() }
}

const createPage = (wallets: Record<string, NamespaceWallet>) => {
  const accounts: { [namespace in ChainNamespace]?: AccountState } = {}
  const statuses: string[] = []
  const asked: unknown[][] = []
  const restoring = Promise.withResolvers<AccountState>()
  const connections = createConnections(
    (namespace) => accounts[namespace] ?? { status: 'disconnected' },
    (account, namespace = 'eip155') => {
      accounts[namespace] = account
      statuses.push(`${namespace} ${account.status}`)
    },
    {
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
    },
    (id) => wallets[`${id}`],
  )
  return { ...connections, accounts, statuses, asked, restoring }
}
const stored = () => JSON.parse(localStorage[hintKey] ?? 'null')

test('connects a wallet with all its accounts and stores a hint without secrets', async () => {
  const { wallet, held } = createWallet()
  const page = createPage({ 'solana:Sun': wallet })
  const { methods, ...account } = await page.connect('solana:Sun', ['eip155:1', devnet, mainnet])
  expect(methods).toEqual(Object.keys(wallet.methods))
  expect(account).toEqual({
    status: 'connected',
    connectorId: 'solana:Sun',
    caipNetworkId: devnet,
    caipAddress: `${devnet}:${first}`,
    caipAddresses: [`${devnet}:${first}`, `${devnet}:${second}`],
  })
  expect(held.asked).toEqual([[[devnet, mainnet], false]])
  expect(page.statuses).toEqual(['solana connecting', 'solana connected'])
  expect(stored()).toEqual({ solana: { ...account, status: 'reconnecting' } })
})

test.each([
  [{ code: 4001, message: 'No' }, 4001, 'No'],
  [new Error('User rejected the request.'), 4001, 'User rejected the request.'],
  [new Error('Broken'), -32603, 'Broken'],
  [{ code: -32000, message: 'Rejected by user' }, 4001, 'Rejected by user'],
])('maps the rejection %j of a wallet to %i', async (decline, code, message) => {
  const { wallet, held } = createWallet()
  held.decline = decline
  const page = createPage({ 'solana:Sun': wallet })
  await expect(page.connect('solana:Sun', [devnet])).rejects.toMatchObject({ code, message, reason: 'WALLET_ERROR' })
  expect(page.accounts.solana).toEqual({ status: 'disconnected' })
  expect(stored()).toBeNull()
})

test.each([
  ['solana:Nobody', [devnet], 'WALLET_NOT_FOUND'],
  ['solana:Sun', ['eip155:1'], 'SWITCH_NETWORK_NOT_FOUND'],
])('rejects a connect to %s on %j with %s', async (id, networks, reason) => {
  const page = createPage({ 'solana:Sun': createWallet().wallet })
  await expect(page.connect(id, networks)).rejects.toMatchObject({ reason })
  expect(page.statuses).toEqual([])
})

test('does not connect to malformed addresses', async () => {
  const { wallet } = createWallet('solana', ['<img src=x>', '0x00'])
  const page = createPage({ 'solana:Sun': wallet })
  await expect(page.connect('solana:Sun', [devnet])).rejects.toMatchObject({ code: 4100 })
  expect(page.accounts.solana).toEqual({ status: 'disconnected' })
})

test('sends requests to the connected wallet with the account in use, and refuses missing methods with 4200', async () => {
  const { wallet, held } = createWallet()
  const page = createPage({ 'solana:Sun': wallet })
  await page.connect('solana:Sun', [devnet])
  const sign = { method: 'solana_signMessage', params: { message: 'hi' } }
  expect(await page.request('solana', sign)).toEqual({ signature: `hi by ${devnet}:${first}` })
  for (const method of ['solana_signIn', 'constructor', 'toString'])
    await expect(page.request('solana', { method })).rejects.toMatchObject({ code: 4200 })
  held.decline = new Error('User denied')
  await expect(page.request('solana', sign)).rejects.toMatchObject({ code: 4001 })
  expect(page.accounts.solana?.status).toBe('connected')
})

test('asks the frame if no wallet of the page is connected', async () => {
  const page = createPage({})
  expect(await page.request('cosmos', { method: 'cosmos_getAccounts' })).toBe('the frame')
})

test('switches the network, and stays on the old network if the wallet declines', async () => {
  const { wallet, held } = createWallet()
  const page = createPage({ 'solana:Sun': wallet })
  await page.connect('solana:Sun', [devnet])
  const move = { method: 'wallet_switchNetwork', params: [mainnet] }
  await page.request('solana', move)
  expect(page.accounts.solana?.caipAddress).toBe(`${mainnet}:${first}`)
  held.decline = { code: 4001 }
  await expect(page.request('solana', { ...move, params: [devnet] })).rejects.toMatchObject({ code: 4001 })
  expect(page.accounts.solana?.caipNetworkId).toBe(mainnet)
})

test('asks the wallet after each of its events', async () => {
  const { wallet, held, change } = createWallet()
  const page = createPage({ 'solana:Sun': wallet })
  await page.connect('solana:Sun', [devnet])
  held.addresses = [second]
  change()
  await vi.waitFor(() => expect(page.accounts.solana?.caipAddress).toBe(`${devnet}:${second}`))
  held.addresses = []
  change()
  await vi.waitFor(() => expect(page.accounts.solana).toEqual({ status: 'disconnected' }))
  // It may come back.
  expect(stored().solana.connectorId).toBe('solana:Sun')
  held.addresses = [second]
  change()
  await vi.waitFor(() => expect(page.accounts.solana?.caipAddress).toBe(`${devnet}:${second}`))
  expect(held.asked.every(([, silent], index) => silent === index > 0)).toBe(true)
})

test('keeps the account that the visitor chose until the wallet names another account first', async () => {
  const { wallet, held, change } = createWallet()
  const page = createPage({ 'solana:Sun': wallet })
  const account = await page.connect('solana:Sun', [devnet])
  const chosen = { caipAddress: `${devnet}:${second}`, caipAddresses: [`${devnet}:${second}`, `${devnet}:${first}`] }
  page.chooseAccount('solana', { ...account, ...chosen })
  expect(page.accounts.solana).toMatchObject(chosen)
  change()
  await vi.waitFor(() =>
    expect(page.accounts.solana?.caipAddresses).toEqual([`${devnet}:${second}`, `${devnet}:${first}`]),
  )
  expect(await page.request('solana', { method: 'solana_signMessage', params: { message: 'hi' } })).toEqual({
    signature: `hi by ${devnet}:${second}`,
  })
  const third = '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu'
  held.addresses = [third, second]
  change()
  await vi.waitFor(() => expect(page.accounts.solana?.caipAddress).toBe(`${devnet}:${third}`))
})

test.each([
  ['survives a reload and a network switch', [first, second], second],
  ['ends if the wallet names another account first', [second], second],
  ['ends if the wallet no longer grants the account', [first], first],
])('the chosen account %s', async (_, addresses, expected) => {
  const { wallet, held } = createWallet()
  const before = createPage({ 'solana:Sun': wallet })
  const account = await before.connect('solana:Sun', [devnet])
  before.chooseAccount('solana', { ...account, caipAddress: `${devnet}:${second}` })
  held.addresses = addresses
  const page = createPage({ 'solana:Sun': wallet })
  page.sync()
  await vi.waitFor(() => expect(page.accounts.solana?.caipAddress).toBe(`${devnet}:${expected}`))
  await page.request('solana', { method: 'wallet_switchNetwork', params: [mainnet] })
  expect(page.accounts.solana?.caipAddress).toBe(`${mainnet}:${expected}`)
})

test('replaces a wallet of the page by a connection that the frame reports', async () => {
  const { wallet, change, held } = createWallet()
  const page = createPage({ 'solana:Sun': wallet })
  const account = await page.connect('solana:Sun', [devnet])
  const session = { ...account, connectorId: 'walletConnect' }
  page.account('solana', session)
  expect(stored().solana.connectorId).toBe('walletConnect')
  held.asked = []
  change()
  expect(held.asked).toEqual([])
  expect(await page.request('solana', { method: 'solana_signMessage' })).toBe('the frame')
  page.account('solana', { status: 'disconnected' })
  expect([page.accounts.solana?.status, stored()]).toEqual(['disconnected', null])
})

test('disconnects one namespace only, and forgets its hint even if the wallet hangs', async () => {
  vi.useFakeTimers()
  const sun = createWallet()
  const stone = createWallet('polkadot', [dotAddress])
  sun.wallet.leave = () => new Promise(() => {})
  const page = createPage({ 'solana:Sun': sun.wallet, 'polkadot:Dot': stone.wallet })
  await page.connect('solana:Sun', [devnet])
  await page.connect('polkadot:Dot', [dot])
  const left = page.disconnect('solana')
  await vi.advanceTimersByTimeAsync(3_000)
  await left
  expect(page.accounts.solana?.status).toBe('disconnected')
  expect(page.accounts.polkadot?.status).toBe('connected')
  expect(Object.keys(stored())).toEqual(['polkadot'])
  vi.useRealTimers()
})

test('asks no wallet if there is nothing to disconnect', async () => {
  const page = createPage({})
  await page.disconnect('solana')
  expect(page.asked).toEqual([])
})

test('is reconnecting after a load in each namespace until its own wallet answers', async () => {
  vi.useFakeTimers()
  const sun = createWallet()
  const dotWallet = createWallet('polkadot', [dotAddress])
  dotWallet.held.hold = new Promise(() => {})
  const hint = {
    solana: { connectorId: 'solana:Sun', caipNetworkId: devnet },
    polkadot: { connectorId: 'polkadot:Dot', caipNetworkId: dot },
    bip122: { connectorId: 'bip122:Gone', caipNetworkId: 'bip122:000000000019d6689c085ae165831e93' },
  }
  localStorage[hintKey] = JSON.stringify(hint)
  const page = createPage({ 'solana:Sun': sun.wallet, 'polkadot:Dot': dotWallet.wallet })
  page.sync()
  expect(page.accounts).toMatchObject({
    solana: { status: 'reconnecting' },
    polkadot: { status: 'reconnecting' },
    bip122: { status: 'reconnecting' },
  })
  await vi.advanceTimersByTimeAsync(1)
  expect(page.accounts.solana?.status).toBe('connected')
  expect(sun.held.asked).toEqual([[[devnet], true]])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(page.accounts.bip122?.status).toBe('disconnected')
  expect(page.accounts.polkadot?.status).toBe('reconnecting')
  await vi.advanceTimersByTimeAsync(7_000)
  expect(page.accounts.polkadot?.status).toBe('disconnected')
  // Each may come with the next load.
  expect(Object.keys(stored())).toEqual(['solana', 'polkadot', 'bip122'])
  vi.useRealTimers()
})

const heldHint = { connectorId: 'walletConnect', caipNetworkId: devnet }
const heldAccount: AccountState = { ...heldHint, status: 'connected', caipAddress: `${devnet}:${first}` }

test('after a reload the frame says what became of the connection that it held', async () => {
  localStorage[hintKey] = JSON.stringify({ solana: heldHint })
  const page = createPage({})
  page.sync()
  expect(page.asked).toEqual([['restore', 'solana', 'walletConnect']])
  expect(page.accounts.solana?.status).toBe('reconnecting')
  page.restoring.resolve(heldAccount)
  await vi.waitFor(() => expect(page.accounts.solana).toEqual(heldAccount))
  // Another tab writes the hint of another namespace.
  page.sync()
  expect(page.statuses).toEqual(['solana reconnecting', 'solana connected'])
})

test('a session that is over at a reload is forgotten, and one that cannot be asked for is kept', async () => {
  localStorage[hintKey] = JSON.stringify({ solana: heldHint })
  const unreachable = createPage({})
  unreachable.sync()
  unreachable.restoring.reject(new Error('no frame'))
  await vi.waitFor(() => expect(unreachable.accounts.solana?.status).toBe('disconnected'))
  expect(stored().solana).toBeDefined()
  const over = createPage({})
  over.sync()
  over.restoring.resolve({ status: 'disconnected' })
  await vi.waitFor(() => expect(over.accounts.solana?.status).toBe('disconnected'))
  expect(stored()).toBeNull()
})

test('leaving a connection that the frame holds tells the frame once', async () => {
  const page = createPage({})
  page.account('solana', heldAccount)
  await page.disconnect('solana')
  expect(page.asked).toEqual([['leave', 'solana', 'walletConnect']])
  expect([page.accounts.solana?.status, stored()]).toEqual(['disconnected', null])
})

test('a wallet that comes late is taken if it is the one of the hint', async () => {
  const { wallet } = createWallet()
  localStorage[hintKey] = JSON.stringify({ solana: { connectorId: 'solana:Sun', caipNetworkId: devnet } })
  const page = createPage({})
  page.sync()
  page.found('solana:Moon', wallet)
  expect(page.accounts.solana?.status).toBe('reconnecting')
  page.found('solana:Sun', wallet)
  await vi.waitFor(() => expect(page.accounts.solana?.status).toBe('connected'))
})

test('another tab that left is followed', async () => {
  const { wallet } = createWallet()
  const page = createPage({ 'solana:Sun': wallet })
  await page.connect('solana:Sun', [devnet])
  localStorage.removeItem(hintKey)
  page.sync()
  expect(page.accounts.solana).toEqual({ status: 'disconnected' })
})

test('an answer to an attempt that was given up changes nothing', async () => {
  const { wallet, held } = createWallet()
  const page = createPage({ 'solana:Sun': wallet })
  let release = () => {}
  held.hold = new Promise((done) => {
    release = done
  })
  const given = page.connect('solana:Sun', [devnet]).catch((error: Error) => error)
  held.hold = undefined
  held.addresses = [second]
  await page.connect('solana:Sun', [mainnet])
  release()
  await given
  expect(page.accounts.solana?.caipAddress).toBe(`${mainnet}:${second}`)
})

test('a wallet that is there at the start is asked once', async () => {
  const { wallet, held } = createWallet()
  await createPage({ 'solana:Sun': wallet }).connect('solana:Sun', [devnet])
  held.asked = []
  const page = createPage({ 'solana:Sun': wallet })
  page.found('solana:Sun', wallet)
  page.sync()
  await vi.waitFor(() => expect(page.accounts.solana?.status).toBe('connected'))
  expect(held.asked).toEqual([[[devnet], true]])
})
