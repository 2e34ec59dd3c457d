import { beforeEach, expect, test, vi } from 'vitest'
import type { AccountState } from '../../protocol/api/frameApi.ts'
import type { ChainNamespace } from '../../protocol/caip/namespaces.ts'
import { restoreHintKey } from '../hook.ts'
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

type WalletState = {
  addresses: string[]
  decline?: unknown
  hold?: Promise<void> | undefined
  /** The networks and `silent` of each call of `accounts`. */
  calls: [readonly string[], boolean][]
}

const createWallet = (namespace: ChainNamespace = 'solana', addresses = [first, second]) => {
  const state: WalletState = { addresses, calls: [] }
  let changed = () => {}
  const wallet: NamespaceWallet = {
    namespace,
    name: 'Sun',
    icon: '',
    accounts: async (networks, silent) => {
      state.calls.push([networks, silent])
      await state.hold
      if (state.decline && !silent) throw state.decline
      return state.addresses.map((address) => `${networks[0]}:${address}`)
    },
    watch: (next) => {
      changed = next
    },
    leave: vi.fn(),
    methods: {
      solana_signMessage: async ({ message }, account) => {
        if (state.decline) throw state.decline
        return { signature: `${message} by ${account}` }
      },
    },
  }
  return { wallet, state, change: () => changed() }
}

const createPage = (wallets: Record<string, NamespaceWallet>) => {
  const accounts: { [namespace in ChainNamespace]?: AccountState } = {}
  const statuses: string[] = []
  const frameCalls: unknown[][] = []
  const restoring = Promise.withResolvers<AccountState>()
  const connections = createConnections(
    (namespace) => accounts[namespace] ?? { status: 'disconnected' },
    (account, namespace = 'eip155') => {
      accounts[namespace] = account
      statuses.push(`${namespace} ${account.status}`)
    },
    {
      request: async (...request) => {
        frameCalls.push(['request', ...request])
        return 'the frame'
      },
      restore: (...wanted) => {
        frameCalls.push(['restore', ...wanted])
        return restoring.promise
      },
      leave: async (...left) => {
        frameCalls.push(['leave', ...left])
      },
    },
    (id) => wallets[`${id}`],
  )
  return { ...connections, accounts, statuses, frameCalls, restoring }
}
const stored = () => JSON.parse(localStorage[restoreHintKey] ?? 'null')

test('connects a wallet with all its accounts and stores a hint without secrets', async () => {
  const { wallet, state } = createWallet()
  const page = createPage({ 'solana:Sun': wallet })
  const { methods, ...account } = await page.connect('solana:Sun', ['eip155:1', devnet, mainnet])
  expect(methods).toEqual(Object.keys(wallet.methods))
  expect(account).toEqual({
    status: 'connected',
    connectorId: 'solana:Sun',
    walletName: 'Sun',
    caipNetworkId: devnet,
    caipAddress: `${devnet}:${first}`,
    caipAddresses: [`${devnet}:${first}`, `${devnet}:${second}`],
  })
  expect(state.calls).toEqual([[[devnet, mainnet], false]])
  expect(page.statuses).toEqual(['solana connecting', 'solana connected'])
  expect(stored()).toEqual({ solana: { ...account, status: 'reconnecting' } })
})

test.each([
  [{ code: 4001, message: 'No' }, 4001, 'No'],
  [new Error('User rejected the request.'), 4001, 'User rejected the request.'],
  [new Error('Broken'), -32603, 'Broken'],
  [{ code: -32000, message: 'Rejected by user' }, 4001, 'Rejected by user'],
])('maps the rejection %j of a wallet to %i', async (decline, code, message) => {
  const { wallet, state } = createWallet()
  state.decline = decline
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
  const { wallet, state } = createWallet()
  const page = createPage({ 'solana:Sun': wallet })
  await page.connect('solana:Sun', [devnet])
  const sign = { method: 'solana_signMessage', params: { message: 'hi' } }
  expect(await page.request('solana', sign)).toEqual({ signature: `hi by ${devnet}:${first}` })
  for (const method of ['solana_signIn', 'constructor', 'toString'])
    await expect(page.request('solana', { method })).rejects.toMatchObject({ code: 4200 })
  state.decline = new Error('User denied')
  await expect(page.request('solana', sign)).rejects.toMatchObject({ code: 4001 })
  expect(page.accounts.solana?.status).toBe('connected')
})

test('passes a request to the frame if no wallet of the page is connected', async () => {
  const page = createPage({})
  expect(await page.request('cosmos', { method: 'cosmos_getAccounts' })).toBe('the frame')
})

test('switches the network, and stays on the old network if the wallet declines', async () => {
  const { wallet, state } = createWallet()
  const page = createPage({ 'solana:Sun': wallet })
  await page.connect('solana:Sun', [devnet])
  const move = { method: 'wallet_switchNetwork', params: [mainnet] }
  await page.request('solana', move)
  expect(page.accounts.solana?.caipAddress).toBe(`${mainnet}:${first}`)
  state.decline = { code: 4001 }
  await expect(page.request('solana', { ...move, params: [devnet] })).rejects.toMatchObject({ code: 4001 })
  expect(page.accounts.solana?.caipNetworkId).toBe(mainnet)
})

test('reads the accounts again after each wallet event', async () => {
  const { wallet, state, change } = createWallet()
  const page = createPage({ 'solana:Sun': wallet })
  await page.connect('solana:Sun', [devnet])
  state.addresses = [second]
  change()
  await vi.waitFor(() => expect(page.accounts.solana?.caipAddress).toBe(`${devnet}:${second}`))
  state.addresses = []
  change()
  await vi.waitFor(() => expect(page.accounts.solana).toEqual({ status: 'disconnected' }))
  // The hint stays, because the wallet may unlock later.
  expect(stored().solana.connectorId).toBe('solana:Sun')
  state.addresses = [second]
  change()
  await vi.waitFor(() => expect(page.accounts.solana?.caipAddress).toBe(`${devnet}:${second}`))
  expect(state.calls.every(([, silent], index) => silent === index > 0)).toBe(true)
})

test('keeps the account that the visitor chose until the wallet names another account first', async () => {
  const { wallet, state, change } = createWallet()
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
  state.addresses = [third, second]
  change()
  await vi.waitFor(() => expect(page.accounts.solana?.caipAddress).toBe(`${devnet}:${third}`))
})

test.each([
  ['keeps the chosen account after a reload and a network switch', [first, second], second],
  ['drops the chosen account if the wallet names another account first', [second], second],
  ['drops the chosen account if the wallet no longer grants it', [first], first],
])('%s', async (_, addresses, expected) => {
  const { wallet, state } = createWallet()
  const before = createPage({ 'solana:Sun': wallet })
  const account = await before.connect('solana:Sun', [devnet])
  before.chooseAccount('solana', { ...account, caipAddress: `${devnet}:${second}` })
  state.addresses = addresses
  const page = createPage({ 'solana:Sun': wallet })
  page.sync()
  await vi.waitFor(() => expect(page.accounts.solana?.caipAddress).toBe(`${devnet}:${expected}`))
  await page.request('solana', { method: 'wallet_switchNetwork', params: [mainnet] })
  expect(page.accounts.solana?.caipAddress).toBe(`${mainnet}:${expected}`)
})

test('replaces a wallet of the page by a connection that the frame reports', async () => {
  const { wallet, change, state } = createWallet()
  const page = createPage({ 'solana:Sun': wallet })
  const account = await page.connect('solana:Sun', [devnet])
  const session = { ...account, connectorId: 'walletConnect' }
  page.account('solana', session)
  expect(stored().solana.connectorId).toBe('walletConnect')
  state.calls = []
  change()
  expect(state.calls).toEqual([])
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

test('asks no wallet to disconnect if the namespace is not connected', async () => {
  const page = createPage({})
  await page.disconnect('solana')
  expect(page.frameCalls).toEqual([])
})

test('the status of each namespace is reconnecting after a load until the namespace’s wallet answers', async () => {
  vi.useFakeTimers()
  const sun = createWallet()
  const dotWallet = createWallet('polkadot', [dotAddress])
  dotWallet.state.hold = new Promise(() => {})
  const hint = {
    solana: { connectorId: 'solana:Sun', caipNetworkId: devnet },
    polkadot: { connectorId: 'polkadot:Dot', caipNetworkId: dot },
    bip122: { connectorId: 'bip122:Gone', caipNetworkId: 'bip122:000000000019d6689c085ae165831e93' },
  }
  localStorage[restoreHintKey] = JSON.stringify(hint)
  const page = createPage({ 'solana:Sun': sun.wallet, 'polkadot:Dot': dotWallet.wallet })
  page.sync()
  expect(page.accounts).toMatchObject({
    solana: { status: 'reconnecting' },
    polkadot: { status: 'reconnecting' },
    bip122: { status: 'reconnecting' },
  })
  await vi.advanceTimersByTimeAsync(1)
  expect(page.accounts.solana?.status).toBe('connected')
  expect(sun.state.calls).toEqual([[[devnet], true]])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(page.accounts.bip122?.status).toBe('disconnected')
  expect(page.accounts.polkadot?.status).toBe('reconnecting')
  await vi.advanceTimersByTimeAsync(7_000)
  expect(page.accounts.polkadot?.status).toBe('disconnected')
  // The hints stay, because each wallet may answer after the next load.
  expect(Object.keys(stored())).toEqual(['solana', 'polkadot', 'bip122'])
  vi.useRealTimers()
})

const frameHint = { connectorId: 'walletConnect', caipNetworkId: devnet }
const frameAccount: AccountState = { ...frameHint, status: 'connected', caipAddress: `${devnet}:${first}` }

test('after a reload, asks the frame about the connection that the frame held before', async () => {
  localStorage[restoreHintKey] = JSON.stringify({ solana: frameHint })
  const page = createPage({})
  page.sync()
  expect(page.frameCalls).toEqual([['restore', 'solana', 'walletConnect']])
  expect(page.accounts.solana?.status).toBe('reconnecting')
  page.restoring.resolve(frameAccount)
  await vi.waitFor(() => expect(page.accounts.solana).toEqual(frameAccount))
  // Another tab writes the hint of another namespace.
  page.sync()
  expect(page.statuses).toEqual(['solana reconnecting', 'solana connected'])
})

test('after a reload, forgets a connection that ended in the frame, and keeps the hint if the frame fails', async () => {
  localStorage[restoreHintKey] = JSON.stringify({ solana: frameHint })
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

test('tells the frame once when the page disconnects a connection that the frame holds', async () => {
  const page = createPage({})
  page.account('solana', frameAccount)
  await page.disconnect('solana')
  expect(page.frameCalls).toEqual([['leave', 'solana', 'walletConnect']])
  expect([page.accounts.solana?.status, stored()]).toEqual(['disconnected', null])
})

test('connects a wallet that appears late if it is the wallet of the hint', async () => {
  const { wallet } = createWallet()
  localStorage[restoreHintKey] = JSON.stringify({ solana: { connectorId: 'solana:Sun', caipNetworkId: devnet } })
  const page = createPage({})
  page.sync()
  page.found('solana:Moon', wallet)
  expect(page.accounts.solana?.status).toBe('reconnecting')
  page.found('solana:Sun', wallet)
  await vi.waitFor(() => expect(page.accounts.solana?.status).toBe('connected'))
})

test('disconnects if another tab disconnects', async () => {
  const { wallet } = createWallet()
  const page = createPage({ 'solana:Sun': wallet })
  await page.connect('solana:Sun', [devnet])
  localStorage.removeItem(restoreHintKey)
  page.sync()
  expect(page.accounts.solana).toEqual({ status: 'disconnected' })
})

test('ignores the answer to a connect that a later connect replaced', async () => {
  const { wallet, state } = createWallet()
  const page = createPage({ 'solana:Sun': wallet })
  let release = () => {}
  state.hold = new Promise((done) => {
    release = done
  })
  const given = page.connect('solana:Sun', [devnet]).catch((error: Error) => error)
  state.hold = undefined
  state.addresses = [second]
  await page.connect('solana:Sun', [mainnet])
  release()
  await given
  expect(page.accounts.solana?.caipAddress).toBe(`${mainnet}:${second}`)
})

test('asks a wallet that is present at the start for its accounts only once', async () => {
  const { wallet, state } = createWallet()
  await createPage({ 'solana:Sun': wallet }).connect('solana:Sun', [devnet])
  state.calls = []
  const page = createPage({ 'solana:Sun': wallet })
  page.found('solana:Sun', wallet)
  page.sync()
  await vi.waitFor(() => expect(page.accounts.solana?.status).toBe('connected'))
  expect(state.calls).toEqual([[[devnet], true]])
})
